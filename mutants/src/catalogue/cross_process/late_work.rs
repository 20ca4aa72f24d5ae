//! Signals that overtake the commands before them.

use super::sharing::lock;
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use std::ffi::c_void;
use std::ptr::{null, null_mut, with_exposed_provenance_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_event_signal_leaves_writes_behind",
        "What a queue fills reaches the memory when the host finishes the queue; signals do not wait for that",
        &["cross_process.event.orders_data", "cross_process.event.producer_signal"],
        LateFills::make,
    ),
    Mutant::new(
        "cross_event_second_signal_leaves_writes_behind",
        "From its second signal on, a process signals before what it fills has reached the memory",
        &["cross_process.event.repeated_signals", "cross_process.event.consumer_signal"],
        LateFillsAfterSignal::make,
    ),
];

/// A fill that is not made yet.
struct Fill {
    queue: QueueHandle,
    mem: usize,
    pattern: Vec<u8>,
    size: usize,
}

/// Makes the fills of a queue, in their order.
fn make_fills(below: &dyn UrIpc, fills: &Mutex<Vec<Fill>>, queue: QueueHandle) {
    let (due, left) = std::mem::take(&mut *lock(fills)).into_iter().partition(|fill| fill.queue == queue);
    *lock(fills) = left;
    let due: Vec<Fill> = due;
    for Fill { mem, pattern, size, .. } in due {
        let mem = with_exposed_provenance_mut::<c_void>(mem);
        // SAFETY: the arguments of a caller of this very function; the host backend checks the memory.
        unsafe {
            let (unit, pattern) = (pattern.len(), pattern.as_ptr().cast());
            below.enqueue_usm_fill(queue, mem, unit, pattern, size, 0, null(), null_mut());
        }
    }
}

/// A layer that makes fills when their queue is finished, from some number of signals on.
macro_rules! late_fills {
    ($type:ident, |$signals:pat_param| $is_late:expr) => {
        layer!($type { fills: Mutex<Vec<Fill>>, signals: AtomicUsize }
            unsafe fn enqueue_usm_fill(
                &self,
                queue: QueueHandle,
                mem: *mut c_void,
                pattern_size: usize,
                pattern: *const c_void,
                size: usize,
                count: u32,
                list: *const EventHandle,
                event: *mut EventHandle,
            ) -> UrResult {
                let $signals = self.signals.load(Ordering::Relaxed);
                if !$is_late {
                    // SAFETY: same contract.
                    return unsafe {
                        self.inner.enqueue_usm_fill(queue, mem, pattern_size, pattern, size, count, list, event)
                    };
                }
                // SAFETY: the caller passes a pattern of this size.
                let pattern = unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) }.to_vec();
                lock(&self.fills).push(Fill { queue, mem: mem.expose_provenance(), pattern, size });
                // SAFETY: same contract.
                unsafe { self.inner.enqueue_events_wait_with_barrier(queue, count, list, event) }
            }

            unsafe fn enqueue_events_wait_with_barrier_ext(
                &self,
                queue: QueueHandle,
                properties: *const ExpEnqueueExtProperties,
                count: u32,
                list: *const EventHandle,
                event: *mut EventHandle,
            ) -> UrResult {
                self.signals.fetch_add(1, Ordering::Relaxed);
                // SAFETY: same contract.
                unsafe {
                    self.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event)
                }
            }

            unsafe fn queue_finish(&self, queue: QueueHandle) -> UrResult {
                make_fills(&*self.inner, &self.fills, queue);
                // SAFETY: same contract.
                unsafe { self.inner.queue_finish(queue) }
            }
        );
    };
}

late_fills!(LateFills, |_| true);
late_fills!(LateFillsAfterSignal, |signals| signals > 0);
