//! Holds a queue by a host function that waits.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use ur_ipc_fixtures::api::QueueHandle;
use ur_ipc_fixtures::{Called, Ur, situations};

/// Longer than a step takes that waits for nothing, and short enough for thousands.
const A_WHILE: Duration = Duration::from_millis(2);

#[derive(Default)]
struct Door {
    open: Mutex<bool>,
    opened: Condvar,
}

/// Lets the queue go when it is dropped.
pub(super) struct Gate(Arc<Door>);

impl Gate {
    /// Enqueues what waits, if the queue takes that.
    pub(super) fn close(ur: &Ur, queue: QueueHandle) -> (Option<Self>, Called<'_>) {
        let door = Arc::new(Door::default());
        let data = Arc::into_raw(Arc::clone(&door)).cast_mut().cast::<c_void>();
        let called = ur.enqueue_host_task_exp(queue, Some(wait), data, null(), 0, null(), null_mut());
        if called.result.is_success() {
            situations::holds();
            return (Some(Self(door)), called);
        }
        // SAFETY: the task was refused, so the reference given to it comes back.
        drop(unsafe { Arc::from_raw(data.cast_const().cast::<Door>()) });
        (None, called)
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        *self.0.open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        situations::lets_go();
        self.0.opened.notify_all();
    }
}

/// Enqueues what takes a while: long enough that who does not wait for it is seen.
pub(super) fn occupy(ur: &Ur, queue: QueueHandle) -> Called<'_> {
    ur.enqueue_host_task_exp(queue, Some(take_time), null_mut(), null(), 0, null(), null_mut())
}

/// Runs as a host task.
unsafe extern "C" fn take_time(_: *mut c_void) {
    thread::sleep(A_WHILE);
}

/// Runs as a host task: blocks until the gate is dropped.
unsafe extern "C" fn wait(data: *mut c_void) {
    // SAFETY: `close` gave one reference to the task, and a task runs once.
    let door = unsafe { Arc::from_raw(data.cast_const().cast::<Door>()) };
    let mut open = door.open.lock().unwrap_or_else(PoisonError::into_inner);
    while !*open {
        open = door.opened.wait(open).unwrap_or_else(PoisonError::into_inner);
    }
}
