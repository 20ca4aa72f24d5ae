//! `urIPCOpenEventHandleExp`: its arguments, and what it opens.

use super::calls::{SIGNAL_HELD, hold_signal};
use crate::import::Import;
use crate::open_calls::{NULL_CONTEXT, NULL_DATA, Opening, open_here};
use std::collections::BTreeSet;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{
    Consumer, Events, UrIpcEventHandleTest, UrIpcEventTest, UrIpcOpenedEventTest,
};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{At, Group, HOST_TASKS, TestContext, TestResult, Tests, case, measure_growth};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::open");
    arguments(&mut group);
    references(&mut group);
    group
        .test("multiple")
        .checks("event.open.multiple")
        .twin_of(&["urIPCEventExpTest.MultipleOpensOfSameHandle"])
        .on(multiple);
    group.test("multiple_pending").checks("event.open.multiple").needs(&[HOST_TASKS]).on(multiple_pending);
    group.test("other_context").checks("event.open.other_context").on(other_context);
}

fn arguments(group: &mut Group<'_>) {
    // The exporting process can open its own event; the import and the source are usable.
    group
        .test("success_same_process")
        .checks("event.open.success_same_process")
        .twin_of(&["urIPCEventExpTest.OpenSucceedsSameProcess"])
        .on(|_, f: &UrIpcEventTest| {
            let handle = f.export()?;
            let Some(import) = open_here::<Events>(f, &handle.bytes())? else { return Ok(()) };
            import.wait()?;
            f.signal_and_finish(&import)?;
            f.event().wait()?;
            import.release()?;
            f.signal_and_finish(f.event())?;
            f.event().wait()
        });

    // Each is refused, and the same call with the right arguments succeeds.
    type Wrong = fn(Opening) -> Vec<Opening>;
    let null_data: Wrong = |right| vec![NULL_DATA.0(right)];
    let size_mismatch: Wrong = |right| {
        let real = right.size;
        // The last but one is right in its lower half.
        let wrong = [0, real - 1, real + 1, real / 2, real + (1 << 32), usize::MAX];
        wrong.map(|size| Opening { size, ..right }).to_vec()
    };
    group
        .table([
            case::<(Wrong, _)>(
                "null_context",
                "event.open.null_context",
                (|right| vec![NULL_CONTEXT.0(right)], NULL_CONTEXT.1),
            )
            .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullContext"]),
            case("null_data", "event.open.null_data", (null_data, NULL_DATA.1))
                .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullData"]),
            case("size_mismatch", "event.open.size_mismatch", (size_mismatch, UrResult::ERROR_INVALID_VALUE))
                .twin_of(&["urIPCEventExpNegativeTest.OpenWithMismatchedSize"]),
        ])
        .in_consumer(|t, c: &Consumer<Events>, &(wrong, code)| {
            for opening in wrong(Opening::of(c, c.handle())) {
                opening.make::<Events>(t).0.expect(code)?;
            }
            c.open()?.release()
        });

    // A null out-pointer is refused without opening anything, and the same call with one succeeds.
    group
        .test("null_out")
        .checks("event.open.null_out")
        .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullPhEvent"])
        .in_consumer(|t, c: &Consumer<Events>| {
            let growth = measure_growth(t, 32, |_| {
                let (data, size) = (c.handle().as_ptr().cast(), c.handle().len());
                let call = t.ur().ipc_open_event_handle_exp(c.context(), data, size, null_mut());
                call.expect(UrResult::ERROR_INVALID_NULL_POINTER)
            })?;
            growth.no_descriptors(t)?;
            growth.no_mappings(t)?;
            c.open()?.release()
        });
}

fn references(group: &mut Group<'_>) {
    // An import starts with one reference, counts further ones, and works as long as it has any.
    group
        .test("refcount")
        .checks("event.open.refcount")
        .twin_of(&["urIPCEventExpTest.ImportedEventRetainRelease"])
        .on(|t, f: &UrIpcEventHandleTest| {
            // References to the source are none to an import.
            t.ur().event_retain(f.event().raw()).ok()?;
            let source = f.event().references()?;
            let import = f.open()?;
            let references = |when: &str, expected: u32| -> TestResult {
                t.check_eq(&format!("the references of an import {when}"), import.references()?, expected)
            };
            references("just opened", 1)?;
            t.ur().event_retain(import.raw()).ok()?;
            references("after Retain", 2)?;
            t.ur().event_retain(import.raw()).ok()?;
            references("after a second Retain", 3)?;
            for left in [2, 1] {
                t.ur().event_release(import.raw()).ok()?;
                references("after a Release", left)?;
                f.signal_and_finish(f.event())?;
                import.wait_complete("a retained import")?;
                f.signal_and_finish(&import)?;
                f.event().wait()?;
            }
            import.release()?;
            t.check_eq("the references of the source", f.event().references()?, source)?;
            t.ur().event_release(f.event().raw()).ok()
        });

    // So does an import that is opened while a signal is still to come from another process: no reference is taken for
    // the signal.
    let draft = group.test("refcount_pending").checks("event.open.refcount").needs(&[HOST_TASKS]);
    draft.across(|s, f: &At<UrIpcEventHandleTest>| {
        let (peer, queue) = (s.peer("consumer")?, s.here(|_| f.in_context().queue())?);
        let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
        let bytes = s.give(&peer, |_| Ok(f.handle()))?;
        let import = s.at(&peer, |t| Import::<Events>::open(t, &bytes))?;
        s.at(&peer, |t| {
            import.object().check_pending("an import that was opened before its signal")?;
            let found = import.object().references()?;
            t.check_eq("the references of an import whose signal is still to come", found, 1)
        })?;
        s.here(|_| {
            gate.open()?;
            queue.finish()
        })?;
        s.at(&peer, |_| import.object().wait_complete("an import that was opened before its signal"))?;
        s.at(&peer, |_| import.take().release())?;
        s.leave(peer)
    });

    // What an import holds goes with its last reference, not with an earlier one and not later.
    group.test("last_release").checks("lifetime.event.final_release").on(|t, f: &UrIpcEventHandleTest| {
        measure_growth(t, 64, |_| {
            let import = f.open()?;
            t.ur().event_retain(import.raw()).ok()?;
            t.ur().event_release(import.raw()).ok()?;
            import.wait()?;
            import.release()
        })?
        .no_descriptors(t)
    });
}

/// Several imports of one handle share the state of the source, each until its own release.
fn multiple(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let mut imports = (0..4).map(|_| f.open()).collect::<TestResult<Vec<_>>>()?;
    let handles: BTreeSet<_> = imports.iter().map(|import| import.raw()).collect();
    let shared = handles.len() == 1;
    t.observe("four opens of one handle give", if shared { "one event" } else { "events of their own" });
    t.check(
        shared || handles.len() == imports.len(),
        format!("{} opens gave {} different events", imports.len(), handles.len()),
    )?;
    let expected = if shared { imports.len() as u32 } else { 1 };
    for (opened, import) in imports.iter().enumerate() {
        t.check_eq(&format!("the references of import {opened}"), import.references()?, expected)?;
    }
    t.check(!handles.contains(&f.event().raw()), "an import has the handle of its source")?;
    while let Some(import) = imports.pop() {
        f.signal_and_finish(&import)?;
        f.event().wait()?;
        f.signal_and_finish(f.event())?;
        import.release()?;
        for other in &imports {
            other.wait_complete("an import after the release of another")?;
        }
    }
    f.event().wait()
}

/// Several imports of one handle are all pending, and then all complete.
fn multiple_pending(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let queue = f.in_context().queue()?;
    let imports = (0..4).map(|_| f.open()).collect::<TestResult<Vec<_>>>()?;
    for signalled in [f.event(), &imports[2]] {
        let gate = hold_signal(t, &queue, signalled)?;
        imports.iter().try_for_each(|import| import.check_pending("one of several imports"))?;
        f.event().check_pending("the source of several imports")?;
        // An implementation may give one event for all of them, which one thread alone may use at a time.
        let distinct: BTreeSet<_> = imports.iter().map(|import| import.raw()).collect();
        let waits = t.while_held(SIGNAL_HELD).wait(f.event().raw()).finish(queue.raw());
        distinct.into_iter().fold(waits, |waits, import| waits.wait(import)).until(|| gate.open())?;
        imports.iter().try_for_each(|import| import.check_complete("one of several imports"))?;
        f.event().check_complete("the source of several imports")?;
    }
    Ok(())
}

/// An event opens in another context too; the import belongs to that one and shares state with the source.
fn other_context(t: &TestContext, f: &UrIpcOpenedEventTest) -> TestResult {
    let second = Context::on_device(t)?;
    let import = second.open_event(&f.handle())?;
    t.check_eq("the context of the import", import.context_info()?, second.raw())?;
    t.check_eq("the context of the source", f.event().context_info()?, f.context())?;
    t.check_eq("the context of an import in the first context", f.opened().context_info()?, f.context())?;
    let queue = second.queue()?;
    for _ in 0..2 {
        queue.signal(&import)?;
        queue.finish()?;
        f.event().wait_complete("the source after a signal of its import in another context")?;
        f.signal_and_finish(f.event())?;
        import.wait_complete("the import in another context")?;
    }
    Ok(())
}
