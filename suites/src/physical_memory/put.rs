//! `urIPCPutPhysMemHandleExp`.

use crate::call_checks::put_without_context;
use std::ptr::null;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{Physical, UrIpcPhysMemTest};
use ur_ipc_fixtures::{OWN_PHYSICAL_HANDLES, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::put");

    // What Get gave can be put, every time.
    group
        .test("success")
        .checks("physical_memory.put.success")
        .twin_of(&["urIPCPutPhysMemHandleExpTest.Success"])
        .on(|_, f: &UrIpcPhysMemTest| (0..8).try_for_each(|_| f.export()?.release()));

    // Several handles of one object are put one by one, in any order, opened before or not.
    group.test("in_any_order").checks("physical_memory.get.repeated").needs(&[OWN_PHYSICAL_HANDLES]).on(
        |t, f: &UrIpcPhysMemTest| {
            f.export()?.release()?;
            let mut handles = (0..8).map(|_| f.export()).collect::<TestResult<Vec<_>>>()?;
            t.rng(0).shuffle(&mut handles);
            for (i, handle) in handles.into_iter().enumerate() {
                if i % 2 == 0 {
                    open_map_close(f, &handle.bytes())?;
                }
                handle.release()?;
            }
            Ok(())
        },
    );

    // A Put without a context is refused and releases nothing: the handle still opens and can still be put.
    group
        .test("null_context")
        .checks("physical_memory.put.null_context")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .twin_of(&["urIPCPutPhysMemHandleExpTest.InvalidNullHandleContext"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let content = t.pattern(0);
            let mapping = f.physical().map(f.size())?;
            mapping.write(f.queue(), content)?;
            put_without_context::<Physical>(t, f.export()?, |handle| {
                f.verify_handle(&handle.bytes(), content)
            })
        });

    // A Put of nothing is refused and releases nothing.
    group
        .test("null_data")
        .checks("physical_memory.put.null_data")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .twin_of(&["urIPCPutPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let handle = f.export()?;
            let call = || t.ur().ipc_put_phys_mem_handle_exp(f.context(), null());
            t.leaves_nothing(|| call().expect(UrResult::ERROR_INVALID_NULL_POINTER))?;
            open_map_close(f, &handle.bytes())?;
            handle.release()
        });

    // Neither Put nor Close touches the source, and an import opened before a Put works on after it.
    group
        .test("keeps_source")
        .checks("physical_memory.put.keeps_source")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .on(keeps_source);

    // A handle of a released object still opens, with the data, and can still be put.
    let mut group = tests.group("physical_memory", "physical_memory::handle");
    group
        .test("outlives_source")
        .checks("physical_memory.handle_outlives_source")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .on(|t, f: &UrIpcPhysMemTest| {
            let (content, size) = (t.pattern(0), f.size());
            let source = f.in_context().shareable_physical(size)?;
            f.write_physical(source.raw(), size, content)?;
            let handle = source.export()?;
            source.release()?;
            // What takes the place of the released object must not be seen through the handle.
            let next = f.in_context().shareable_physical(size)?;
            f.write_physical(next.raw(), size, t.pattern(1))?;
            for _ in 0..2 {
                f.verify_handle(&handle.bytes(), content)?;
            }
            handle.release()
        });
}

#[track_caller]
fn open_map_close(f: &UrIpcPhysMemTest, handle: &[u8]) -> TestResult {
    let import = f.in_context().open_physical(handle)?;
    import.map(f.size())?.release()?;
    import.release()
}

fn keeps_source(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let (first, second, third) = (t.pattern(0), t.pattern(1), t.pattern(2));
    let source = f.physical().map(f.size())?;
    source.write(f.queue(), first)?;

    let handle = f.export()?;
    let import = f.in_context().open_physical(&handle.bytes())?;
    let untouched = f.in_context().open_physical(&handle.bytes())?;
    let mapping = import.map(f.size())?;
    handle.release()?;
    mapping.verify(f.queue(), first)?;
    mapping.write(f.queue(), second)?;
    source.verify(f.queue(), second)?;
    // Also where nothing was mapped before the Put.
    f.verify_physical(untouched.raw(), f.size(), second)?;
    untouched.release()?;
    mapping.release()?;
    import.release()?;

    source.verify(f.queue(), second)?;
    source.write(f.queue(), third)?;
    source.release()?;
    f.verify(third)?;
    let again = f.export()?;
    f.verify_handle(&again.bytes(), third)?;
    again.release()
}
