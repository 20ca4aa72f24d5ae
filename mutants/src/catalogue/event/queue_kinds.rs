//! Defects of signals and waits on particular kinds of queues.

use super::methods::method;
use super::shapes::{idle_queue, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use std::ptr::{null, null_mut};
use ur_ipc_api::{EventHandle, QueueFlags, QueueHandle, QueueInfo, UrIpc, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_signal_early_on_out_of_order_queue",
        "A signal on an out-of-order queue does not wait for the earlier commands",
        &["event.imported.queue_kinds"],
        EarlyOutOfOrder::make,
    ),
    Mutant::new(
        "event_signal_early_on_immediate_queue",
        "A signal on an immediate queue does not wait for the earlier commands",
        &["event.imported.queue_kinds"],
        EarlyImmediate::make,
    ),
    Mutant::new(
        "event_signal_early_on_batched_queue",
        "A signal on a queue that batches is sent at once, before the earlier commands",
        &["event.imported.queue_kinds"],
        EarlyBatched::make,
    ),
    Mutant::new(
        "event_signal_refused_on_out_of_order_queue",
        "Reusable events cannot be signalled on out-of-order queues",
        &["event.imported.queue_kinds"],
        RefusedOutOfOrder::make,
    ),
    Mutant::new(
        "event_signal_refused_on_batched_queue",
        "Reusable events cannot be signalled on queues that batch",
        &["event.imported.queue_kinds"],
        RefusedBatched::make,
    ),
    Mutant::new(
        "event_signal_refused_on_immediate_queue",
        "Reusable events cannot be signalled on immediate queues",
        &["event.imported.queue_kinds"],
        RefusedImmediate::make,
    ),
    Mutant::new(
        "event_wait_list_ignored_on_out_of_order_queue",
        "A copy on an out-of-order queue does not wait for its wait list",
        &["event.imported.queue_kinds"],
        IgnoredOutOfOrder::make,
    ),
    Mutant::new(
        "event_wait_list_ignored_on_batched_queue",
        "A copy on a queue that batches does not wait for its wait list",
        &["event.imported.queue_kinds"],
        IgnoredBatched::make,
    ),
    Mutant::new(
        "event_wait_list_ignored_on_immediate_queue",
        "A copy on an immediate queue does not wait for its wait list",
        &["event.imported.queue_kinds"],
        IgnoredImmediate::make,
    ),
    Mutant::new(
        "event_signal_on_profiling_queue_gives_new_event",
        "A signal on a queue with profiling gives a new event in the place of the caller's",
        &["event.imported.queue_kinds"],
        ReplacedProfiling::make,
    ),
    Mutant::new(
        "event_signal_on_profiling_queue_code_unknown",
        "A signal on a queue with profiling fails with a number that is no code of UR's",
        &["event.imported.queue_kinds"],
        UnknownCodeProfiling::make,
    ),
    Mutant::new(
        "event_signal_on_profiling_queue_breaks_event",
        "A signal on a queue with profiling is refused and releases the event",
        &["event.imported.queue_kinds"],
        BreaksProfiling::make,
    ),
];

/// Whether a queue has these flags.
fn is(inner: &dyn UrIpc, queue: QueueHandle, wanted: QueueFlags) -> bool {
    let mut flags = QueueFlags::NONE_SET;
    let value = (&raw mut flags).cast();
    // SAFETY: the flags fit; the host backend refuses what is no queue.
    let asked = unsafe { inner.queue_get_info(queue, QueueInfo::FLAGS, 4, value, null_mut()) };
    asked.is_success() && flags.contains(wanted)
}

/// A layer that makes signals on queues of a kind on an idle queue, where nothing is before them.
macro_rules! early_on {
    ($type:ident, $flag:ident) => {
        layer!($type {}
            method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
                // SAFETY: null or readable.
                let signal = !unsafe { target(event) }.is_null();
                let early = signal && is(&*this.inner, queue, QueueFlags::$flag);
                let queue = if early { idle_queue(&*this.inner, queue) } else { queue };
                // SAFETY: same contract.
                unsafe {
                    this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event)
                }
            } }
        );
    };
}

early_on!(EarlyOutOfOrder, OUT_OF_ORDER_EXEC_MODE_ENABLE);
early_on!(EarlyImmediate, SUBMISSION_IMMEDIATE);
early_on!(EarlyBatched, SUBMISSION_BATCHED);

/// A layer that refuses signals on queues of a kind.
macro_rules! refused_on {
    ($type:ident, $flag:ident) => {
        layer!($type {}
            method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
                // SAFETY: null or readable.
                let signal = !unsafe { target(event) }.is_null();
                if signal && is(&*this.inner, queue, QueueFlags::$flag) {
                    return UrResult::ERROR_INVALID_QUEUE;
                }
                // SAFETY: same contract.
                unsafe {
                    this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event)
                }
            } }
        );
    };
}

refused_on!(RefusedOutOfOrder, OUT_OF_ORDER_EXEC_MODE_ENABLE);
refused_on!(RefusedBatched, SUBMISSION_BATCHED);
refused_on!(RefusedImmediate, SUBMISSION_IMMEDIATE);

/// A layer whose copies on queues of a kind wait for nothing.
macro_rules! ignored_on {
    ($type:ident, $flag:ident) => {
        layer!($type {}
            method! { enqueue_usm_memcpy(this, queue, blocking, to, from, size, count, list, event) {
                let ignored = is(&*this.inner, queue, QueueFlags::$flag);
                let (count, list) = if ignored { (0, null()) } else { (count, list) };
                // SAFETY: same contract, with an empty wait list.
                unsafe { this.inner.enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event) }
            } }
        );
    };
}

ignored_on!(IgnoredOutOfOrder, OUT_OF_ORDER_EXEC_MODE_ENABLE);
ignored_on!(IgnoredBatched, SUBMISSION_BATCHED);
ignored_on!(IgnoredImmediate, SUBMISSION_IMMEDIATE);

/// A layer that does `$then` with signals on queues with profiling.
macro_rules! on_profiling {
    ($type:ident, |$this:ident, $event:ident, $signalled:ident| $then:expr) => {
        layer!($type {}
            method! { enqueue_events_wait_with_barrier_ext($this, queue, properties, count, list, $event) {
                // SAFETY: null or readable.
                let $signalled = unsafe { target($event) };
                if !$signalled.is_null() && is(&*$this.inner, queue, QueueFlags::PROFILING_ENABLE) {
                    $then;
                }
                // SAFETY: same contract.
                unsafe {
                    $this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, $event)
                }
            } }
        );
    };
}

on_profiling!(ReplacedProfiling, |this, event, signalled| {
    // SAFETY: not null, and writable as UR demands.
    unsafe { event.write(EventHandle::NULL) }
});
on_profiling!(UnknownCodeProfiling, |this, event, signalled| return UrResult(0x7800_0001));
on_profiling!(BreaksProfiling, |this, event, signalled| {
    // SAFETY: the host backend refuses handles that are gone.
    let _ = unsafe { this.inner.event_release(signalled) };
    return UrResult::ERROR_INVALID_QUEUE_PROPERTIES;
});
