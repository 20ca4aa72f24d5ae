//! Waits that end before the signal: after a while, by a POSIX signal, with the first of several; and waits that keep
//! others from going on.

use super::methods::method;
use super::shapes::{events, is_complete, list_of, remember_imports};
use crate::catalogue::tools::{Known, layer};
use crate::{Legacy as Mutant, Manner};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use ur_ipc_api::{EventHandle, QueueHandle, UrIpc, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_wait_on_import_gives_up_after_1_ms",
        "A wait on an import succeeds after 1 ms",
        &["event.imported.wait_lasts", "event.imported.sees_source_signal", "cross_process.event.wait_lasts"],
        WaitGivesUp1::make,
    ),
    Mutant::new(
        "event_wait_on_import_gives_up_after_10_ms",
        "A wait on an import succeeds after 10 ms",
        &["event.imported.wait_lasts", "cross_process.event.wait_lasts"],
        WaitGivesUp10::make,
    ),
    Mutant::new(
        "event_wait_on_import_gives_up_after_100_ms",
        "A wait on an import succeeds after 100 ms",
        &["event.imported.wait_lasts", "cross_process.event.wait_lasts"],
        WaitGivesUp100::make,
    ),
    Mutant::new(
        "event_wait_list_gives_up_after_1_ms",
        "A copy waits for the imports in its wait list for 1 ms",
        &["event.imported.wait_lasts", "event.imported.in_wait_list"],
        ListGivesUp1::make,
    ),
    Mutant::new(
        "event_wait_list_gives_up_after_10_ms",
        "A copy waits for the imports in its wait list for 10 ms",
        &["event.imported.wait_lasts"],
        ListGivesUp10::make,
    ),
    Mutant::new(
        "event_wait_list_gives_up_after_100_ms",
        "A copy waits for the imports in its wait list for 100 ms",
        &["event.imported.wait_lasts"],
        ListGivesUp100::make,
    ),
    Mutant::new(
        "event_queue_finish_gives_up_after_100_ms",
        "urQueueFinish succeeds after 100 ms, whatever waits for an import",
        &["event.imported.wait_lasts", "cross_process.event.wait_lasts"],
        FinishGivesUp::make,
    ),
    Mutant::new(
        "event_wait_on_import_ended_by_signal",
        "A wait on an import succeeds when a POSIX signal comes to the thread",
        &["event.imported.wait_interrupted"],
        EndedBySignal::make,
    ),
    Mutant::new(
        "event_wait_on_list_waits_for_first_import",
        "A wait on several events ends with the first import among them",
        &["event.imported.wait_all"],
        FirstImportOnly::make,
    ),
    Mutant::new(
        "event_wait_blocks_get",
        "No event can be exported while a thread waits",
        &["event.imported.wait_beside_calls"],
        BlocksGet::make,
    )
    .by(Manner::Hang),
    Mutant::new(
        "event_wait_blocks_put",
        "No handle can be put while a thread waits",
        &["event.imported.wait_beside_calls"],
        BlocksPut::make,
    )
    .by(Manner::Hang),
    Mutant::new(
        "event_wait_blocks_open",
        "No event can be opened while a thread waits",
        &["event.imported.wait_beside_calls"],
        BlocksOpen::make,
    )
    .by(Manner::Hang),
];

/// How often an event is looked at.
const LOOK: Duration = Duration::from_micros(50);

/// Looks at events until all are complete, or for so long.
fn look(inner: &dyn UrIpc, awaited: &[EventHandle], time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time && !awaited.iter().all(|&event| is_complete(inner, event)) {
        std::thread::sleep(LOOK);
    }
}

/// A layer whose host waits do something else when there are imports in the list.
macro_rules! on_wait {
    ($type:ident, |$this:ident, $all:ident| $body:expr) => {
        layer!($type { imports: Known }
            remember_imports! { imports }

            method! { event_wait($this, count, list) {
                // SAFETY: null or an array of `count` events.
                let $all = unsafe { events(count, list) };
                if $all.iter().any(|event| $this.imports.has(event.address())) {
                    return $body;
                }
                // SAFETY: same contract.
                unsafe { $this.inner.event_wait(count, list) }
            } }
        );
    };
}

/// A layer whose host waits for imports end after so many milliseconds.
macro_rules! wait_gives_up {
    ($type:ident, $ms:literal) => {
        on_wait!($type, |this, all| {
            look(&*this.inner, &all, Duration::from_millis($ms));
            UrResult::SUCCESS
        });
    };
}

wait_gives_up!(WaitGivesUp1, 1);
wait_gives_up!(WaitGivesUp10, 10);
wait_gives_up!(WaitGivesUp100, 100);

on_wait!(EndedBySignal, |this, all| {
    while !all.iter().all(|&event| is_complete(&*this.inner, event)) {
        // SAFETY: waits for nothing but the time, or a POSIX signal.
        if unsafe { libc::poll(null_mut(), 0, 1) } != 0 {
            break;
        }
    }
    UrResult::SUCCESS
});

on_wait!(FirstImportOnly, |this, all| {
    let first = all.iter().position(|event| this.imports.has(event.address())).unwrap_or_default();
    // SAFETY: a part of the caller's list.
    unsafe { this.inner.event_wait(1, all[first..].as_ptr()) }
});

/// What a host task waits for, and for how long.
struct Task {
    inner: Arc<dyn UrIpc>,
    awaited: Vec<EventHandle>,
    time: Duration,
}

unsafe extern "C" fn wait_a_while(data: *mut c_void) {
    // SAFETY: given to this task alone.
    let task = unsafe { Box::from_raw(data.cast::<Task>()) };
    look(&*task.inner, &task.awaited, task.time);
}

/// A layer whose copies wait for imports for so many milliseconds: a host task before the copy does.
macro_rules! list_gives_up {
    ($type:ident, $ms:literal) => {
        layer!($type { imports: Known }
            remember_imports! { imports }

            method! { enqueue_usm_memcpy(this, queue, blocking, to, from, size, count, list, event) {
                // SAFETY: null or an array of `count` events.
                let all = unsafe { events(count, list) };
                let (awaited, kept): (Vec<_>, Vec<_>) =
                    all.into_iter().partition(|event| this.imports.has(event.address()));
                if !awaited.is_empty() {
                    let inner = Arc::clone(&this.inner);
                    let task = Box::new(Task { inner, awaited, time: Duration::from_millis($ms) });
                    let (task, data) = (Some(wait_a_while as _), Box::into_raw(task).cast());
                    // SAFETY: the task gets what it expects, once.
                    unsafe { this.inner.enqueue_host_task_exp(queue, task, data, null(), 0, null(), null_mut()) };
                }
                let (count, list) = (kept.len() as u32, list_of(&kept));
                // SAFETY: same contract; the list is a part of the caller's.
                unsafe { this.inner.enqueue_usm_memcpy(queue, blocking, to, from, size, count, list, event) }
            } }
        );
    };
}

list_gives_up!(ListGivesUp1, 1);
list_gives_up!(ListGivesUp10, 10);
list_gives_up!(ListGivesUp100, 100);

layer!(FinishGivesUp { }
    unsafe fn queue_finish(&self, queue: QueueHandle) -> UrResult {
        let mut last = EventHandle::NULL;
        // SAFETY: one event fits; nothing else is passed.
        let result =
            unsafe { self.inner.enqueue_events_wait_with_barrier(queue, 0, null(), &raw mut last) };
        if result.is_success() {
            look(&*self.inner, &[last], Duration::from_millis(100));
            // SAFETY: the event just made.
            unsafe { self.inner.event_release(last) };
        }
        result
    }
);

/// A layer with a lock that waits for imports keep, and that this entry point takes.
macro_rules! blocks {
    ($type:ident, $method:ident($($arg:ident),*)) => {
        layer!($type { lock: Mutex<()> }
            method! { event_wait(this, count, list) {
                let _kept = this.lock.lock().unwrap_or_else(PoisonError::into_inner);
                // SAFETY: same contract.
                unsafe { this.inner.event_wait(count, list) }
            } }

            method! { $method(this, $($arg),*) {
                let _kept = this.lock.lock().unwrap_or_else(PoisonError::into_inner);
                // SAFETY: same contract.
                unsafe { this.inner.$method($($arg),*) }
            } }
        );
    };
}

blocks!(BlocksGet, ipc_get_event_handle_exp(event, data, size));
blocks!(BlocksPut, ipc_put_event_handle_exp(context, data));
blocks!(BlocksOpen, ipc_open_event_handle_exp(context, data, size, event));
