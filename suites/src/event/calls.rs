//! Signals that are held back, and other calls that many tests of events make.

use ur_ipc_fixtures::hierarchy::UrContextTest;
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{At, Gate, Scenario, TestContext, TestResult};

/// Completes the sentence "urEventWait returned while ...".
pub(super) const SIGNAL_HELD: &str = "the signal was held back";

/// The time for which a wait is watched that must not give up, in fair times: more than a tenth of a second.
pub(super) const PATIENCE: u32 = 21;

/// The same in thorough runs: longer than the time-outs of a second, two and five that code tends to have.
pub(super) const LONG_PATIENCE: u32 = 1_100;

/// Enqueues a signal and submits it, without waiting.
#[track_caller]
pub(super) fn submit_signal(queue: &Queue, event: &Event) -> TestResult {
    queue.signal(event)?;
    queue.flush()
}

/// Submits a signal behind a closed gate, and lets one that does not wait be made.
#[track_caller]
pub(super) fn hold_signal(t: &TestContext, queue: &Queue, event: &Event) -> TestResult<Gate> {
    let gate = queue.hold()?;
    submit_signal(queue, event)?;
    t.let_threads_run();
    Ok(gate)
}

/// Signals one side of an event, on a queue of its own: both sides are pending while the signal is held back, where
/// that is possible, and complete after it.
#[track_caller]
pub(super) fn see_signal(f: &UrContextTest, signalled: &Event, other: &Event) -> TestResult {
    let (t, queue) = (f.t(), f.in_context().queue()?);
    let gate = queue.hold_if_possible()?;
    submit_signal(&queue, signalled)?;
    t.let_threads_run();
    if let Some(gate) = gate {
        other.check_pending("the other side of the event that is signalled")?;
        signalled.check_pending("the event that is signalled")?;
        let held = t.while_held(SIGNAL_HELD).wait(other.raw()).wait(signalled.raw()).finish(queue.raw());
        held.until(|| gate.open())?;
    } else {
        queue.finish()?;
        other.wait()?;
    }
    other.check_complete("the other side of the event that was signalled")?;
    signalled.check_complete("the event that was signalled")
}

/// As [`see_signal`], with the two sides in two processes, and the queue in the one that signals.
#[track_caller]
pub(super) fn see_signal_across(
    s: &Scenario,
    (queue, signalled): (&At<&Queue>, &At<&Event>),
    other: &At<&Event>,
) -> TestResult {
    let (signals, waits) = (signalled.process(), other.process());
    let held = s.tell(TestContext::can_hold_work)?;
    let gate = s.in_process(signals, |t| {
        let gate = queue.hold_if_possible()?;
        submit_signal(queue, signalled)?;
        t.let_threads_run();
        Ok(gate)
    })?;
    if held {
        s.in_process(waits, |_| other.check_pending("the event on the side that waits"))?;
        s.while_held(
            waits,
            |t| Ok(t.while_held(SIGNAL_HELD).wait(other.raw())),
            |s| s.in_process(signals, |_| gate.take().map_or(Ok(()), |gate| gate.open())).map(drop),
        )?;
    } else {
        s.in_process(waits, |_| other.wait())?;
    }
    s.in_process(waits, |_| other.check_complete("the event on the side that has waited"))?;
    s.in_process(signals, |_| {
        queue.finish()?;
        signalled.check_complete("the event on the side that signalled")
    })
    .map(drop)
}

/// The event of a barrier on this queue, which has finished.
#[track_caller]
pub(super) fn finished(queue: &Queue) -> TestResult<Event> {
    let event = queue.barrier(&[])?;
    queue.finish()?;
    Ok(event)
}
