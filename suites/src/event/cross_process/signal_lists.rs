//! Signals whose barrier waits for a signal of another process.

use super::{Consumer, PATH};
use crate::event::calls::{SIGNAL_HELD, finished, hold_signal};
use ur_ipc_fixtures::api::ExpEnqueueExtFlags;
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::{At, HOST_TASKS, Scenario, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("signal_wait_list").checks("cross_process.event.signal_wait_list");
    draft.needs(&[HOST_TASKS]).across(signals_wait);
}

/// Each process in turn holds a signal back, which stands in the wait list of the other one's signal of a second event:
/// that is pending in both until the first one has come.
fn signals_wait(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult<At<()>> {
    const WHAT: &str = "an event whose signal waits for another process";
    let queue = s.here(|_| f.in_context().queue())?;
    let ours = s.here(|_| {
        let event = f.in_context().shareable_event()?;
        f.signal_and_finish(&event)?;
        Ok(event)
    })?;
    let handle = s.here(|_| ours.export())?;
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let bytes = s.give(peer, |_| Ok(handle.bytes()))?;
    let theirs = s.at(peer, |_| c.in_context().open_event(&bytes))?;
    let side = s.at(peer, |_| c.in_context().queue())?;

    // The first process holds, the consumer signals behind it.
    let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
    s.at(peer, |t| {
        let done = finished(&side)?;
        // Which hint a barrier has makes no difference.
        let hint = ExpEnqueueExtFlags::LOW_POWER_EVENTS_SUPPORT;
        side.signal_with(&theirs, &[done.raw(), c.object().raw()], hint)?;
        side.flush()?;
        t.let_threads_run();
        theirs.check_pending(WHAT)
    })?;
    s.here(|t| {
        ours.check_pending(WHAT)?;
        t.while_held(SIGNAL_HELD).wait(ours.raw()).until(|| gate.open())?;
        ours.check_complete(WHAT)?;
        queue.finish()
    })?;
    s.at(peer, |_| {
        side.finish()?;
        theirs.check_complete(WHAT)
    })?;

    // The consumer holds, the first process signals behind it.
    let gate = s.at(peer, |t| hold_signal(t, c.queue(), c.object()))?;
    s.here(|t| {
        let done = finished(&queue)?;
        queue.signal_behind(&ours, &[f.event().raw(), done.raw()])?;
        queue.flush()?;
        t.let_threads_run();
        ours.check_pending(WHAT)
    })?;
    s.at(peer, |t| {
        theirs.check_pending(WHAT)?;
        t.while_held(SIGNAL_HELD).wait(theirs.raw()).until(|| gate.open())?;
        theirs.check_complete(WHAT)?;
        c.queue().finish()
    })?;
    s.here(|_| {
        queue.finish()?;
        ours.check_complete(WHAT)
    })
}
