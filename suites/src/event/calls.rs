//! Calls and checks that many tests of events make.

use std::ptr::null;
use std::time::Instant;
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceInfo, EventHandle, EventInfo, EventStatus, QueueFlags, QueueHandle,
};
use ur_ipc_fixtures::objects::{create_queue, event_status, signal};
use ur_ipc_fixtures::{Failure, Gate, HeldQueue, Stop, TestContext, TestResult};

/// A value of an out-parameter before a call that must not produce an event.
pub(super) const UNTOUCHED: usize = 0x5a5a_5a50;

/// Completes the sentence "urEventWait returned while ...".
pub(super) const SIGNAL_HELD: &str = "the signal was held back";

/// Waits on the host for one event.
#[track_caller]
pub(super) fn wait(t: &TestContext<'_>, event: EventHandle) -> TestResult {
    t.ur().event_wait(1, &raw const event).ok()
}

/// Submits what the queue batches; an implementation that never batches need not offer it.
#[track_caller]
pub(super) fn flush(t: &TestContext<'_>, queue: QueueHandle) -> TestResult {
    let called = t.ur().queue_flush(queue);
    if called.result.is_unsupported() { Ok(()) } else { called.ok() }
}

/// Enqueues a signal and submits it, without waiting.
#[track_caller]
pub(super) fn submit_signal(t: &TestContext<'_>, queue: QueueHandle, event: EventHandle) -> TestResult {
    signal(t, queue, event)?;
    flush(t, queue)
}

/// Enqueues a signal on a queue that is held, and lets one that does not wait be made.
#[track_caller]
pub(super) fn submit_held_signal(t: &TestContext<'_>, queue: QueueHandle, event: EventHandle) -> TestResult {
    submit_signal(t, queue, event)?;
    t.let_threads_run();
    Ok(())
}

/// Fails unless the event reports that it has completed.
#[track_caller]
pub(super) fn check_complete(t: &TestContext<'_>, what: &str, event: EventHandle) -> TestResult {
    t.check_eq(&format!("the status of {what}"), event_status(t, event)?, EventStatus::COMPLETE)
}

/// Fails unless the event reports a status of UR's that is not "complete".
#[track_caller]
pub(super) fn check_pending(t: &TestContext<'_>, what: &str, event: EventHandle) -> TestResult {
    let status = event_status(t, event)?;
    if Instant::now() >= t.deadline() {
        // Held work goes by itself then.
        return Err(
            Failure::timed_out(format!("the test's time was up before {what} could be looked at")).into()
        );
    }
    t.check(
        status != EventStatus::COMPLETE && status.name().is_some(),
        format!("the status of {what} is {status}, although the command that signals it is held back"),
    )
}

/// Waits for one event, whose signal is behind the gate if there is one: the wait is on its way before the gate opens.
#[track_caller]
pub(super) fn wait_behind(t: &TestContext<'_>, gate: Option<Gate>, event: EventHandle) -> TestResult {
    match gate {
        Some(gate) => t.while_held(SIGNAL_HELD).wait(event).until(|| gate.open()),
        None => wait(t, event),
    }
}

/// Whether work can be held back, for tests that look closer where it can and do not skip where it cannot.
#[track_caller]
pub(super) fn can_hold(t: &TestContext<'_>) -> TestResult<bool> {
    t.device_supports(DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP)
}

/// Signals behind a closed gate: the event and its other side are pending while it is closed, complete after it.
#[track_caller]
pub(super) fn hold_and_signal(
    t: &TestContext<'_>,
    context: ContextHandle,
    signalled: EventHandle,
    other: EventHandle,
) -> TestResult {
    let queue = create_queue(t, context, QueueFlags::NONE_SET)?;
    let gate = HeldQueue::hold(t, &queue)?;
    submit_held_signal(t, queue.raw(), signalled)?;
    check_pending(t, "the other side of the event that is signalled", other)?;
    check_pending(t, "the event that is signalled", signalled)?;
    let held = t.while_held(SIGNAL_HELD).wait(other).wait(signalled).finish(queue.raw());
    held.until(|| gate.open())?;
    check_complete(t, "the other side of the event that was signalled", other)?;
    check_complete(t, "the event that was signalled", signalled)
}

/// `UR_EVENT_INFO_CONTEXT`.
#[track_caller]
pub(super) fn event_context(t: &TestContext<'_>, event: EventHandle) -> TestResult<ContextHandle> {
    let mut context = ContextHandle::NULL;
    let value = (&raw mut context).cast();
    let size = size_of::<ContextHandle>();
    t.ur().event_get_info(event, EventInfo::CONTEXT, size, value, std::ptr::null_mut()).ok()?;
    Ok(context)
}

/// Fails if a refused call left something in the out-parameter that looks like an event.
#[track_caller]
pub(super) fn check_no_event(t: &TestContext<'_>, what: &str, out: EventHandle) -> TestResult {
    t.check(
        out.is_null() || out.address() == UNTOUCHED,
        format!("{what} failed and still gave an event: {out:?}"),
    )
}

/// An event that an ordinary command gave; released on drop.
pub(super) struct CommandEvent<'t> {
    t: &'t TestContext<'t>,
    event: EventHandle,
}

impl<'t> CommandEvent<'t> {
    /// Takes over what a command stored in its `phEvent`.
    #[track_caller]
    pub(super) fn adopt(t: &'t TestContext<'t>, event: EventHandle) -> TestResult<Self> {
        t.check(!event.is_null(), "an enqueue call succeeded and gave a null event")?;
        Ok(Self { t, event })
    }

    /// The event of a barrier on this queue, which has finished.
    #[track_caller]
    pub(super) fn finished(t: &'t TestContext<'t>, queue: QueueHandle) -> TestResult<Self> {
        let mut event = EventHandle::NULL;
        t.ur().enqueue_events_wait_with_barrier(queue, 0, null(), &raw mut event).ok()?;
        let event = Self::adopt(t, event)?;
        t.ur().queue_finish(queue).ok()?;
        Ok(event)
    }

    /// The event.
    pub(super) fn raw(&self) -> EventHandle {
        self.event
    }
}

impl Drop for CommandEvent<'_> {
    fn drop(&mut self) {
        if let Err(Stop::Fail(failure)) = self.t.ur().event_release(self.event).ok() {
            self.t.tear_down_failed(*failure);
        }
    }
}
