//! The deprecated namespace `ipc_memory`.

use crate::support::{Bed, Kind, Memory};
use ur_ipc_api::sycl::{Context, Device, Errc, Handle, Overload, Place};
use ur_ipc_fixtures::{Answer, At, IPC_MEMORY, Scenario, Sycl, TestResult, Tests};

/// A `get` and a `put`, of one of the two namespaces.
type Get = for<'s> fn(&'s Sycl, usize, Option<Context>) -> Answer<'s, Handle>;
type Put = for<'s> fn(&'s Sycl, Handle, Option<Context>) -> Answer<'s, ()>;
type Open = for<'s> fn(&'s Sycl, &[u8], Overload, Place) -> Answer<'s, usize>;
type Close = for<'s> fn(&'s Sycl, usize, Option<Context>) -> Answer<'s, ()>;

/// The functions of a namespace.
#[derive(Clone, Copy)]
struct Namespace {
    get: Get,
    put: Put,
    open: Open,
    close: Close,
}

const OLD: Namespace = Namespace {
    get: |sycl, memory, context| sycl.deprecated_get(memory, context),
    put: |sycl, handle, context| sycl.deprecated_put(handle, context),
    open: |sycl, bytes, overload, place| sycl.deprecated_open(bytes, overload, place),
    close: |sycl, memory, context| sycl.deprecated_close(memory, context),
};
const NEW: Namespace =
    Namespace { get: Memory::get, put: Memory::put, open: Memory::open, close: Memory::close };

const TWINS: &[&str] = &["IPCTests.IPCGetPutImplicit", "IPCTests.IPCGetPutExplicit", "IPCTests.IPCOpenClose"];

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::deprecated");
    let draft = group.test("shares").checks("sycl.memory.deprecated").twin_of(TWINS).needs(&[IPC_MEMORY]);
    draft.across(|s, f: &At<Bed>| shares(s, f, OLD, OLD, Overload::Data));
    let draft = group.test("shares_by_view").checks("sycl.memory.deprecated").needs(&[IPC_MEMORY]);
    let draft = draft.twin_of(&["IPCTests.IPCOpenCloseView"]);
    draft.across(|s, f: &At<Bed>| shares(s, f, OLD, OLD, Overload::View));
    let draft = group.test("without_context").checks("sycl.memory.deprecated").needs(&[IPC_MEMORY]);
    draft.across(|s, _: &At<()>| without_context(s));
    for (name, overload) in [("wrong_size", Overload::Data), ("wrong_size_by_view", Overload::View)] {
        let draft = group.test(name).checks("sycl.memory.deprecated.wrong_size").needs(&[IPC_MEMORY]);
        draft.on(move |_, f: &Bed| {
            let memory = f.malloc(Memory::SIZE)?;
            let handle = f.export::<Memory>(memory.raw())?;
            let longer = [handle.bytes(), &[0]].concat();
            for wrong in [&handle.bytes()[1..], &longer] {
                f.sycl().deprecated_open(wrong, overload, f.place()).expect(Errc::INVALID)?;
            }
            Ok(())
        });
    }
    for (name, exporter, opener) in [("opened_by_new", OLD, NEW), ("exported_by_new", NEW, OLD)] {
        let draft = group.test(name).checks("sycl.memory.deprecated.mixed").needs(&[IPC_MEMORY]);
        draft.across(move |s, f: &At<Bed>| shares(s, f, exporter, opener, Overload::Data));
    }
}

/// Exported by one namespace and opened by another; a handle that is not put and one that is.
fn shares(
    s: &Scenario,
    f: &At<Bed>,
    exporter: Namespace,
    opener: Namespace,
    overload: Overload,
) -> TestResult {
    let memory = s.here(|t| {
        let memory = f.malloc(Memory::SIZE)?;
        Memory::write(f, memory.raw(), t.pattern(0))?;
        Ok(memory)
    })?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    for round in 0..2 {
        let handle = s.here(|_| {
            let handle = (exporter.get)(f.sycl(), memory.raw(), Some(f.context())).ok()?;
            Ok(f.guard(handle, |sycl, handle, _| sycl.handle_destroy(handle)))
        })?;
        let bytes = s.give(&consumer, |_| match overload {
            Overload::Data => f.sycl().handle_data(handle.raw()).ok(),
            Overload::View => f.sycl().handle_data_view(handle.raw()).ok(),
        })?;
        s.at(&consumer, |t| {
            let opened = (opener.open)(there.sycl(), &bytes, overload, there.place()).ok()?;
            Memory::verify(&there, opened, t.pattern(round))?;
            Memory::write(&there, opened, t.pattern(round + 1))?;
            (opener.close)(there.sycl(), opened, Some(there.context())).ok()
        })?;
        s.here(|t| {
            Memory::verify(f, memory.raw(), t.pattern(round + 1))?;
            let handle = handle.take();
            if round == 1 {
                (exporter.put)(f.sycl(), handle.raw(), Some(f.context())).ok()?;
            }
            handle.end()
        })?;
    }
    s.leave(consumer)
}

/// The overloads without a context, in the default context.
fn without_context(s: &Scenario) -> TestResult {
    let f = s.here(|t| Bed::in_default_context(t, Device(0)))?;
    let memory = s.here(|t| {
        let memory = f.malloc(Memory::SIZE)?;
        Memory::write(&f, memory.raw(), t.source_pattern())?;
        Ok(memory)
    })?;
    let handle = s.here(|_| {
        let handle = f.sycl().deprecated_get(memory.raw(), None).ok()?;
        Ok(f.guard(handle, |sycl, handle, _| sycl.handle_destroy(handle)))
    })?;
    let consumer = s.peer("consumer")?;
    let bytes = s.give(&consumer, |_| f.sycl().handle_data(handle.raw()).ok())?;
    s.at(&consumer, |t| {
        let f = Bed::in_default_context(t, Device(0))?;
        for device in [Some(f.device()), None] {
            let place = Place { context: None, device };
            let opened = f.sycl().deprecated_open(&bytes, Overload::Data, place).ok()?;
            Memory::verify(&f, opened, t.source_pattern())?;
            f.sycl().deprecated_close(opened, None).ok()?;
        }
        Ok(())
    })?;
    s.here(|_| {
        f.sycl().deprecated_put(handle.raw(), None).ok()?;
        handle.take().end()
    })?;
    s.leave(consumer)
}
