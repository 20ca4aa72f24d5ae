//! `urIPCOpenEventHandleExp`: its arguments, and what it opens.

use super::calls::{
    SIGNAL_HELD, UNTOUCHED, check_complete, check_pending, event_context, submit_held_signal, submit_signal,
    wait,
};
use super::fixtures::SecondContextFixture;
use std::collections::BTreeSet;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, QueueFlags, UrResult};
use ur_ipc_fixtures::ladder::{
    EventHandleFixture, UrContextTest, UrIpcEventHandleTest, UrIpcEventTest, UrIpcOpenedEventTest,
};
use ur_ipc_fixtures::objects::{create_queue, event_refcount, open_event};
use ur_ipc_fixtures::{HeldQueue, Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::open::success_same_process",
        &["event.open.success_same_process"],
        with!(EventHandleFixture, success_same_process),
    )
    .twin_of(&["urIPCEventExpTest.OpenSucceedsSameProcess"]),
    Test::new(
        "event::open::null_context",
        &["event.open.null_context"],
        with!(EventHandleFixture, null_context),
    )
    .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullContext"]),
    Test::new("event::open::null_data", &["event.open.null_data"], with!(EventHandleFixture, null_data))
        .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullData"]),
    Test::new("event::open::null_out", &["event.open.null_out"], with!(EventHandleFixture, null_out))
        .twin_of(&["urIPCEventExpNegativeTest.OpenWithNullPhEvent"]),
    Test::new(
        "event::open::size_mismatch",
        &["event.open.size_mismatch"],
        with!(EventHandleFixture, size_mismatch),
    )
    .twin_of(&["urIPCEventExpNegativeTest.OpenWithMismatchedSize"]),
    Test::new("event::open::refcount", &["event.open.refcount"], with!(EventHandleFixture, refcount))
        .twin_of(&["urIPCEventExpTest.ImportedEventRetainRelease"]),
    Test::new("event::open::last_release", &["event.open.refcount"], with!(EventHandleFixture, last_release)),
    Test::new("event::open::multiple", &["event.open.multiple"], with!(EventHandleFixture, multiple))
        .twin_of(&["urIPCEventExpTest.MultipleOpensOfSameHandle"]),
    Test::new(
        "event::open::multiple_pending",
        &["event.open.multiple"],
        with!(EventHandleFixture, multiple_pending),
    ),
    Test::new(
        "event::open::other_context",
        &["event.open.other_context"],
        with!(SecondContextFixture, other_context),
    ),
];

/// The exporting process can open its own event; the import and the source are usable.
fn success_same_process(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let import = f.open(t)?;
    wait(t, import.raw())?;
    f.signal_and_finish(t, import.raw())?;
    wait(t, f.event())?;
    import.release()?;
    f.signal_and_finish(t, f.event())?;
    wait(t, f.event())
}

/// A null context is refused, and the same call with a context succeeds.
fn null_context(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let bytes = f.handle();
    let mut event = EventHandle::from_address(UNTOUCHED);
    t.ur()
        .ipc_open_event_handle_exp(ContextHandle::NULL, bytes.as_ptr().cast(), bytes.len(), &raw mut event)
        .expect(UrResult::ERROR_INVALID_NULL_HANDLE)?;
    f.open(t)?.release()
}

/// Null data is refused whatever its size, and the same call with data succeeds.
fn null_data(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    for size in [f.handle().len(), 0, 1, usize::MAX] {
        t.ur()
            .ipc_open_event_handle_exp(f.context(), null(), size, &raw mut event)
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
    }
    f.open(t)?.release()
}

/// A null out-pointer is refused without opening anything, and the same call with one succeeds.
fn null_out(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let bytes = f.handle();
    let growth = measure_growth(t, 32, |_| {
        t.ur()
            .ipc_open_event_handle_exp(f.context(), bytes.as_ptr().cast(), bytes.len(), null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    f.open(t)?.release()
}

/// Every size but the handle's own is refused, and the handle's own is not.
fn size_mismatch(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let bytes = f.handle();
    let real = bytes.len();
    // The last but one is right in its lower half.
    for size in [0, real - 1, real + 1, real / 2, real + (1 << 32), usize::MAX] {
        let mut event = EventHandle::from_address(UNTOUCHED);
        t.ur()
            .ipc_open_event_handle_exp(f.context(), bytes.as_ptr().cast(), size, &raw mut event)
            .expect(UrResult::ERROR_INVALID_VALUE)?;
    }
    f.open(t)?.release()
}

/// An import starts with one reference, counts further ones, and works as long as it has any.
fn refcount(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let source = event_refcount(t, f.event())?;
    let import = f.open(t)?;
    let references = |when: &str, expected: u32| -> TestResult {
        t.check_eq(&format!("the references of an import {when}"), event_refcount(t, import.raw())?, expected)
    };
    references("just opened", 1)?;
    t.ur().event_retain(import.raw()).ok()?;
    references("after Retain", 2)?;
    t.ur().event_retain(import.raw()).ok()?;
    references("after a second Retain", 3)?;
    for left in [2, 1] {
        t.ur().event_release(import.raw()).ok()?;
        references("after a Release", left)?;
        f.signal_and_finish(t, f.event())?;
        wait(t, import.raw())?;
        check_complete(t, "a retained import", import.raw())?;
        f.signal_and_finish(t, import.raw())?;
        wait(t, f.event())?;
    }
    import.release()?;
    t.check_eq("the references of the source", event_refcount(t, f.event())?, source)
}

/// What an import holds goes with its last reference, not with an earlier one and not later.
fn last_release(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let growth = measure_growth(t, 64, |_| {
        let import = f.open(t)?;
        t.ur().event_retain(import.raw()).ok()?;
        t.ur().event_release(import.raw()).ok()?;
        wait(t, import.raw())?;
        import.release()
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)
}

/// Several imports of one handle share the state of the source, each until its own release.
fn multiple(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut imports = (0..4).map(|_| f.open(t)).collect::<TestResult<Vec<_>>>()?;
    let mut handles: Vec<_> = imports.iter().map(|import| import.raw()).collect();
    handles.sort_unstable();
    handles.dedup();
    let shared = handles.len() == 1;
    t.observe("four opens of one handle give", if shared { "one event" } else { "events of their own" });
    t.check(
        shared || handles.len() == imports.len(),
        format!("{} opens gave {} different events", imports.len(), handles.len()),
    )?;
    for (opened, import) in imports.iter().enumerate() {
        let expected = if shared { imports.len() as u32 } else { 1 };
        let found = event_refcount(t, import.raw())?;
        t.check_eq(&format!("the references of import {opened}"), found, expected)?;
    }
    t.check(!handles.contains(&f.event()), "an import has the handle of its source")?;
    while let Some(import) = imports.pop() {
        f.signal_and_finish(t, import.raw())?;
        wait(t, f.event())?;
        f.signal_and_finish(t, f.event())?;
        import.release()?;
        for other in &imports {
            wait(t, other.raw())?;
            check_complete(t, "an import after the release of another", other.raw())?;
        }
    }
    wait(t, f.event())
}

/// Several imports of one handle are all pending, and then all complete.
fn multiple_pending(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let imports = (0..4).map(|_| f.open(t)).collect::<TestResult<Vec<_>>>()?;
    for signalled in [f.event(), imports[2].raw()] {
        let gate = HeldQueue::hold(t, &queue)?;
        submit_held_signal(t, queue.raw(), signalled)?;
        for import in &imports {
            check_pending(t, "one of several imports", import.raw())?;
        }
        check_pending(t, "the source of several imports", f.event())?;
        // An implementation may give one event for all of them, which one thread alone may use at a time.
        let distinct: BTreeSet<_> = imports.iter().map(|import| import.raw()).collect();
        let waits = t.while_held(SIGNAL_HELD).wait(f.event()).finish(queue.raw());
        distinct.into_iter().fold(waits, |waits, import| waits.wait(import)).until(|| gate.open())?;
        for import in &imports {
            check_complete(t, "one of several imports", import.raw())?;
        }
        check_complete(t, "the source of several imports", f.event())?;
    }
    Ok(())
}

/// An event opens in another context too; the import belongs to that one and shares state with the source.
fn other_context(t: &TestContext<'_>, f: &SecondContextFixture<'_>) -> TestResult {
    let import = open_event(t, f.second(), &f.handle())?;
    t.check_eq("the context of the import", event_context(t, import.raw())?, f.second())?;
    t.check_eq("the context of the source", event_context(t, f.event())?, f.context())?;
    t.check_eq("the context of an import in the first context", event_context(t, f.opened())?, f.context())?;
    let queue = create_queue(t, f.second(), QueueFlags::NONE_SET)?;
    for _ in 0..2 {
        submit_signal(t, queue.raw(), import.raw())?;
        t.ur().queue_finish(queue.raw()).ok()?;
        wait(t, f.event())?;
        check_complete(t, "the source after a signal of its import in another context", f.event())?;
        f.signal_and_finish(t, f.event())?;
        wait(t, import.raw())?;
        check_complete(t, "the import in another context", import.raw())?;
    }
    Ok(())
}
