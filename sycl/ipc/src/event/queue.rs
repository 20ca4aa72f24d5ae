//! Events in queues.

use super::object::{Event, EventInner};
use crate::error::{Function, Result};
use crate::queue::Queue;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use ur_ipc_api::{EventHandle, UrIpc};

/// `enqueue_signal_event`: signals an event when all that the queue has is done, by `urEnqueueEventsWaitWithBarrierExt`.
///
/// The event is pending from now on, for every process that has it, and may be signalled again at any time. An opened event can
/// be signalled too. SYCL's event is changed by it, so its parameter is not const; here no other thread can have the event, and
/// a reference will do.
///
/// # Errors
/// [`Errc::Invalid`](crate::Errc::Invalid) if the event is of another context than the queue, and if it can be shared and the
/// queue takes times; of opened events, of which DPC++'s runtime does not ask that, Unified Runtime decides.
/// [`Errc::Runtime`](crate::Errc::Runtime) with what it answered. SYCL's other reasons for `invalid`, a queue that records a
/// graph and a host task before the signal, do not exist here.
pub fn enqueue_signal_event(queue: &Queue, event: &Event) -> Result<()> {
    const F: Function = Function("enqueue_signal_event");
    let inner = of_same_context(F, queue, event)?;
    if event.ext_oneapi_ipc_enabled() && queue.inner.has_profiling() {
        return Err(F.invalid("an event for sharing cannot be signalled in a queue that takes times"));
    }
    let mut handle = inner.handle;
    let signal = |ur: &dyn UrIpc, queue| {
        // SAFETY: queue and event are live; the event, which the call may change, is a local variable.
        unsafe { ur.enqueue_events_wait_with_barrier_ext(queue, null(), 0, null(), &raw mut handle) }
    };
    let result = queue.inner.enqueue([Arc::clone(inner)], signal);
    F.check("urEnqueueEventsWaitWithBarrierExt", result)
}

/// `enqueue_wait_event`: what the queue gets from now on begins when the last signal of an event has come, by
/// `urEnqueueEventsWaitWithBarrierExt`.
///
/// # Errors
/// As [`enqueue_wait_events`].
pub fn enqueue_wait_event(queue: &Queue, event: &Event) -> Result<()> {
    wait_for(Function("enqueue_wait_event"), queue, &[event])
}

/// `enqueue_wait_events`: what the queue gets from now on begins when the last signals of all these events have come, by
/// `urEnqueueEventsWaitWithBarrierExt`. Without events nothing is enqueued.
///
/// # Errors
/// [`Errc::Invalid`](crate::Errc::Invalid) if an event is of another context than the queue: the text of
/// `sycl_ext_oneapi_reusable_events` allows that, DPC++'s runtime does not since intel/llvm PR 22690, and says "not implemented
/// yet". [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
pub fn enqueue_wait_events(queue: &Queue, events: &[&Event]) -> Result<()> {
    wait_for(Function("enqueue_wait_events"), queue, events)
}

/// The shared part of an event, which has to be of the queue's context.
fn of_same_context<'e>(function: Function, queue: &Queue, event: &'e Event) -> Result<&'e Arc<EventInner>> {
    let inner = event.inner().ok_or_else(|| function.invalid("a default event is of no context"))?;
    queue.get_context().require_same(function, &inner.context).map(|()| inner)
}

fn wait_for(function: Function, queue: &Queue, events: &[&Event]) -> Result<()> {
    let events = events.iter().map(|event| of_same_context(function, queue, event));
    let events = events.collect::<Result<Vec<&Arc<EventInner>>>>()?;
    if events.is_empty() {
        return Ok(());
    }
    let handles: Vec<EventHandle> = events.iter().map(|event| event.handle).collect();
    let count = u32::try_from(handles.len()).map_err(|_| function.invalid("there are too many events"))?;
    let wait = |ur: &dyn UrIpc, queue| {
        // SAFETY: queue and events are live; the list has this many.
        unsafe { ur.enqueue_events_wait_with_barrier_ext(queue, null(), count, handles.as_ptr(), null_mut()) }
    };
    let result = queue.inner.enqueue(events.into_iter().map(Arc::clone), wait);
    function.check("urEnqueueEventsWaitWithBarrierExt", result)
}
