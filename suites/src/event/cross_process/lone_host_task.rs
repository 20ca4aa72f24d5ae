//! A host task that is the only command of its batch.

use super::{Consumer, PATH};
use crate::event::calls::hold_signal;
use crate::event::list_takers::HOST_TASK;
use crate::event::work::LIST_HELD;
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::hierarchy::{CONTENT, UrIpcEventHandleTest};
use ur_ipc_fixtures::{At, BATCHED_QUEUES, HOST_TASKS, Scenario, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", PATH);
    let draft = group.test("lone_host_task_of_batch").checks("cross_process.event.wait_list");
    draft.needs(&[HOST_TASKS, BATCHED_QUEUES]).across(flushed);
}

/// The task waits for the signal of the other process, and its queue is done when the task is: whoever finishes the queue waits
/// for both, and a flush is enough for the task to be made.
fn flushed(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult {
    let consumer = Consumer::start(s, "consumer", || f.handle())?;
    let (c, peer) = (&consumer.import, &consumer.peer);
    let queue = s.here(|_| f.in_context().queue())?;
    let gate = s.here(|t| hold_signal(t, &queue, f.event()))?;
    let batched = s.at(peer, |t| {
        let batched = c.in_context().queue_with(QueueFlags::SUBMISSION_BATCHED)?;
        let memory = c.in_context().memory(CONTENT)?;
        let mut event = EventHandle::NULL;
        HOST_TASK(t.ur(), batched.raw(), memory.raw(), &[c.object().raw()], &raw mut event).ok()?;
        batched.event_of_command(event)?.release()?;
        batched.flush()?;
        Ok((batched, memory))
    })?;
    s.while_held(
        peer.process(),
        |t| Ok(t.while_held(LIST_HELD).finish(batched.0.raw())),
        |s| s.here(|_| gate.open()).map(drop),
    )?;
    s.here(|_| queue.finish())?;
    s.at(peer, |_| {
        let (batched, memory) = batched.take();
        batched.release()?;
        memory.release()
    })?;
    s.leave(consumer.peer)
}
