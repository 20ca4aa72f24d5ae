//! The commands of UR's that the suite knows to take wait lists.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, ExpEnqueueExtFlags, ExpEnqueueExtProperties, QueueHandle};
use ur_ipc_fixtures::objects::{Context, Event, Queue, listed};
use ur_ipc_fixtures::{Called, DevicePtr, TestContext, TestResult, Ur};

/// A command that waits for events and gives one. Those on memory use 128 bytes of it.
pub(super) type ListTaker =
    for<'u> fn(&'u Ur, QueueHandle, DevicePtr, &[EventHandle], *mut EventHandle) -> Called<'u>;

/// The byte that the fill writes.
static FILLED: u8 = 1;

pub(super) const COPY: ListTaker = |ur, queue, memory, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_usm_memcpy(queue, false, memory.raw(), memory.at(64).raw(), 64, count, list, event)
};
pub(super) const FILL: ListTaker = |ur, queue, memory, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_usm_fill(queue, memory.raw(), 1, (&raw const FILLED).cast(), 64, count, list, event)
};
pub(super) const WAIT: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_events_wait(queue, count, list, event)
};
pub(super) const BARRIER: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_events_wait_with_barrier(queue, count, list, event)
};
pub(super) const BARRIER_EXT: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_events_wait_with_barrier_ext(queue, null(), count, list, event)
};
pub(super) const LOW_POWER_BARRIER: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    let properties = ExpEnqueueExtProperties::new(ExpEnqueueExtFlags::LOW_POWER_EVENTS_SUPPORT);
    ur.enqueue_events_wait_with_barrier_ext(queue, &raw const properties, count, list, event)
};

/// A host task that does nothing.
pub(super) const HOST_TASK: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_host_task_exp(queue, Some(idle), null_mut(), null(), count, list, event)
};
pub(super) const TIME_STAMP: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_timestamp_recording_exp(queue, false, count, list, event)
};
pub(super) const BLOCKING_TIME_STAMP: ListTaker = |ur, queue, _, list, event| {
    let (count, list) = listed(list);
    ur.enqueue_timestamp_recording_exp(queue, true, count, list, event)
};

/// Runs as a host task.
unsafe extern "C" fn idle(_: *mut c_void) {}

/// Those that every device offers, with their names.
pub(super) const LIST_TAKERS: [(&str, ListTaker); 5] = [
    ("urEnqueueUSMMemcpy", COPY),
    ("urEnqueueUSMFill", FILL),
    ("urEnqueueEventsWait", WAIT),
    ("urEnqueueEventsWaitWithBarrier", BARRIER),
    ("urEnqueueEventsWaitWithBarrierExt", BARRIER_EXT),
];

/// A command that was submitted: its name, its event, and the queue that it alone is in.
pub(super) type Submitted = (&'static str, Event, Queue);

/// Submits each command that every device offers, on a queue of its own, behind a list that is not complete. None of them is
/// done before that is.
#[track_caller]
pub(super) fn submit_all(
    t: &TestContext,
    context: &Context,
    memory: DevicePtr,
    list: &[EventHandle],
) -> TestResult<Vec<Submitted>> {
    let mut submitted = Vec::new();
    for (name, command) in LIST_TAKERS {
        let (queue, mut event) = (context.queue()?, EventHandle::NULL);
        command(t.ur(), queue.raw(), memory, list, &raw mut event).ok()?;
        queue.flush()?;
        submitted.push((name, queue.event_of_command(event)?, queue));
    }
    t.let_threads_run();
    for (name, event, _) in &submitted {
        event.check_pending(&format!("{name} with an unfinished import in its wait list"))?;
    }
    Ok(submitted)
}

/// Each of them is done.
#[track_caller]
pub(super) fn check_done(submitted: &[Submitted]) -> TestResult {
    submitted.iter().try_for_each(|(name, event, _)| {
        event.check_complete(&format!("{name} with an import in its wait list"))
    })
}
