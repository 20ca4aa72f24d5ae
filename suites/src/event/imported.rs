//! Source and import are one event: each sees the other's signals, when they come and not before.

use super::calls::{
    CommandEvent, SIGNAL_HELD, check_complete, check_pending, hold_and_signal, submit_held_signal, wait,
    wait_behind,
};
use super::work::Work;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::{allocate, create_queue};
use ur_ipc_fixtures::{HeldQueue, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::imported::wait_signalled",
        &["event.imported.wait_signalled"],
        with!(OpenedEventFixture, wait_signalled),
    )
    .twin_of(&["urIPCEventExpTest.WaitOnImportedSucceeds"]),
    Test::new(
        "event::imported::sees_source_signal",
        &["event.imported.sees_source_signal"],
        with!(OpenedEventFixture, sees_source_signal),
    ),
    Test::new(
        "event::imported::sees_held_source_signal",
        &["event.imported.sees_source_signal"],
        with!(OpenedEventFixture, sees_held_source_signal),
    ),
    Test::new(
        "event::imported::signal_seen_by_source",
        &["event.imported.signal_seen_by_source"],
        with!(OpenedEventFixture, signal_seen_by_source),
    ),
    Test::new(
        "event::imported::held_signal_seen_by_source",
        &["event.imported.signal_seen_by_source"],
        with!(OpenedEventFixture, held_signal_seen_by_source),
    ),
    Test::new(
        "event::imported::pending_status",
        &["event.imported.pending_status"],
        with!(OpenedEventFixture, pending_status),
    ),
    Test::new(
        "event::imported::pending_status_at_open",
        &["event.imported.pending_status"],
        with!(OpenedEventFixture, pending_status_at_open),
    ),
    Test::new("event::imported::resignal", &["event.imported.resignal"], with!(OpenedEventFixture, resignal)),
    Test::new(
        "event::imported::resignal_held",
        &["event.imported.resignal"],
        with!(OpenedEventFixture, resignal_held),
    ),
];

/// A wait on an import of a signalled event returns, alone, again, and beside others.
fn wait_signalled(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    wait(t, f.opened())?;
    wait(t, f.opened())?;
    let further = f.open(t)?;
    let all = [f.opened(), f.event(), further.raw()];
    t.ur().event_wait(3, all.as_ptr()).ok()?;
    check_complete(t, "an import of a signalled event", f.opened())
}

/// Enqueues work and a signal of `signalled`, both held back where that is possible; a wait on `observed` ends after the
/// work.
#[track_caller]
fn work_then_signal(
    t: &TestContext<'_>,
    work: &Work<'_>,
    value: u8,
    signalled: EventHandle,
    observed: EventHandle,
) -> TestResult {
    let gate = work.hold_if_possible()?;
    work.start(value, signalled)?;
    wait_behind(t, gate, observed)?;
    check_complete(t, "the event that was waited on", observed)?;
    work.check(value)
}

/// A wait on the import ends after the work that precedes the source's signal.
fn sees_source_signal(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    work_then_signal(t, &work, 0x31, f.event(), f.opened())
}

/// A wait on the source ends after the work that precedes the import's signal.
fn signal_seen_by_source(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    work_then_signal(t, &work, 0x32, f.opened(), f.event())
}

/// The import is pending until the source's signal, and complete after it.
fn sees_held_source_signal(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    hold_and_signal(t, f.context(), f.event(), f.opened())
}

/// The source is pending until the import's signal, and complete after it.
fn held_signal_seen_by_source(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    hold_and_signal(t, f.context(), f.opened(), f.event())
}

/// Both are pending while either one's signal waits for unfinished work, and stay so on every look.
fn pending_status(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    let held = work.queue();
    for (value, signalled) in [(0x41, f.event()), (0x42, f.opened())] {
        let gate = HeldQueue::hold(t, held)?;
        work.start(value, signalled)?;
        t.let_threads_run();
        for _ in 0..8 {
            check_pending(t, "the import", f.opened())?;
            check_pending(t, "the source", f.event())?;
            // Work of another queue does not count.
            t.ur().queue_finish(queue.raw()).ok()?;
        }
        t.while_held(SIGNAL_HELD).finish(held.raw()).until(|| gate.open())?;
        check_complete(t, "the import", f.opened())?;
        check_complete(t, "the source", f.event())?;
        work.check(value)?;
    }
    Ok(())
}

/// An import that is opened while a signal is pending is pending, too.
fn pending_status_at_open(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let done = CommandEvent::finished(t, queue.raw())?;
    let gate = HeldQueue::hold(t, &queue)?;
    submit_held_signal(t, queue.raw(), f.event())?;
    let late = f.open(t)?;
    check_pending(t, "an import opened while a signal is pending", late.raw())?;
    // What is complete in the list must not hide what is not.
    let both = [done.raw(), late.raw()];
    t.while_held(SIGNAL_HELD).wait_all(&both).until(|| gate.open())?;
    check_complete(t, "an import opened while a signal was pending", late.raw())?;
    t.ur().queue_finish(queue.raw()).ok()
}

/// Each of many signals, from either side, is seen by the other side after that round's work.
fn resignal(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let memory = allocate(t, f.context(), t.env().device(), Work::SIZE)?;
    let work = Work::over(t, f.context(), memory.raw())?;
    for round in 0..6u8 {
        let (signalled, observed) =
            if round % 3 == 0 { (f.opened(), f.event()) } else { (f.event(), f.opened()) };
        work_then_signal(t, &work, 0x50 + round, signalled, observed)?;
    }
    Ok(())
}

/// Each of many signals turns both sides pending and complete again.
fn resignal_held(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    for round in 0..8 {
        let (signalled, other) =
            if round % 3 == 0 { (f.opened(), f.event()) } else { (f.event(), f.opened()) };
        hold_and_signal(t, f.context(), signalled, other)?;
    }
    Ok(())
}
