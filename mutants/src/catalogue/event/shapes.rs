//! The shapes that many mutants of events have.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, EventHandle, EventInfo, EventStatus, QueueHandle, QueueInfo, UrIpc,
};

/// A layer without state that answers calls on a condition, and passes the others on.
macro_rules! answers {
    ($type:ident, $method:ident($($arg:ident),*), $condition:expr => $code:ident) => {
        layer!($type {}
            method! { $method(this, $($arg),*) {
                if $condition {
                    return ::ur_ipc_api::UrResult::$code;
                }
                // SAFETY: same contract.
                unsafe { this.inner.$method($($arg),*) }
            } }
        );
    };
}

/// A layer without state that makes a call with one argument changed.
macro_rules! replaces {
    ($type:ident, $method:ident($($arg:ident),*), $changed:ident = $value:expr) => {
        layer!($type {}
            method! { $method(this, $($arg),*) {
                let $changed = $value;
                // SAFETY: same contract; what is changed is as valid as what the caller gave.
                unsafe { this.inner.$method($($arg),*) }
            } }
        );
    };
}

/// A layer without state that makes a call, and then does something with its result.
macro_rules! adjusts {
    ($type:ident, $method:ident($($arg:ident),*), $result:ident => $answer:expr) => {
        layer!($type {}
            method! { $method(this, $($arg),*) {
                // SAFETY: same contract.
                let $result = unsafe { this.inner.$method($($arg),*) };
                $answer
            } }
        );
    };
}

/// The entry point that opens events, remembering in a `Known` of the layer what it gave.
macro_rules! remember_imports {
    ($imported:ident) => {
        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                this.$imported.add(unsafe { event.read() }.address());
            }
            result
        } }
    };
}

/// The entry point that creates events, remembering what it gave for these flags.
macro_rules! remember_created {
    ($created:ident, $flags:expr) => {
        method! { event_create_exp(this, context, device, desc, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
            // SAFETY: a successful call has read the one and written the other.
            if result.is_success() && unsafe { desc.read().flags } == $flags {
                // SAFETY: as above.
                this.$created.add(unsafe { event.read() }.address());
            }
            result
        } }
    };
}

/// The entry point that exports events, noting in [`Handles`] of the layer whose handle it gave.
macro_rules! note_handles {
    ($handles:ident) => {
        method! { ipc_get_event_handle_exp(this, event, data, size) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                unsafe { this.$handles.add(data.read(), size.read(), event.address()) };
            }
            result
        } }
    };
}

/// The entry point that opens events, noting in [`Pairs`] of the layer which event of this process each is.
macro_rules! note_sources {
    ($handles:ident, $imported:ident) => {
        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            // SAFETY: readable for its size, which is that of a handle.
            if let Some(source) = unsafe { this.$handles.get(data, size) }.filter(|_| result.is_success()) {
                // SAFETY: written by the successful call.
                this.$imported.set(unsafe { event.read() }.address(), source);
            }
            result
        } }
    };
}

/// The entry point that opens events, remembering what it gave for bytes that this process has not exported.
macro_rules! remember_foreign {
    ($handles:ident, $foreign:ident) => {
        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            // SAFETY: a successful call has read the one and written the other.
            if result.is_success() && unsafe { this.$handles.get(data, size) }.is_none() {
                // SAFETY: as above.
                this.$foreign.add(unsafe { event.read() }.address());
            }
            result
        } }
    };
}

/// The entry point that signals events, remembering which it has signalled.
macro_rules! remember_signals {
    ($signalled:ident) => {
        method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
            // SAFETY: null or readable.
            this.$signalled.add(unsafe { target(event) }.address());
            // SAFETY: same contract.
            unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
        } }
    };
}

/// The entry point that signals events, without the signal for those that are known.
macro_rules! lose_signals {
    ($lost:ident) => {
        method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
            // SAFETY: null or readable.
            let lost = this.$lost.has(unsafe { target(event) }.address());
            let event = if lost { std::ptr::null_mut() } else { event };
            // SAFETY: same contract.
            unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
        } }
    };
}

pub(super) use {
    adjusts, answers, lose_signals, note_handles, note_sources, remember_created, remember_foreign,
    remember_imports, remember_signals, replaces,
};

/// Addresses by addresses.
#[derive(Debug, Default)]
pub(super) struct Pairs(Mutex<HashMap<usize, usize>>);

impl Pairs {
    /// Notes a value, and returns what was noted before.
    pub(super) fn set(&self, key: usize, value: usize) -> Option<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, value)
    }

    /// What was noted.
    pub(super) fn get(&self, key: usize) -> Option<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    /// What was noted, which is forgotten.
    pub(super) fn take(&self, key: usize) -> Option<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key)
    }

    /// Counts one more, and returns how many there were before.
    pub(super) fn count(&self, key: usize) -> usize {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_default();
        *count += 1;
        *count - 1
    }
}

/// Bytes of handles, with an address that belongs to them.
#[derive(Debug, Default)]
pub(super) struct Handles(Mutex<HashMap<Vec<u8>, usize>>);

impl Handles {
    /// Notes the bytes at `data`, which are null or readable.
    ///
    /// # Safety
    /// `data` is valid for reads of `size` bytes.
    pub(super) unsafe fn add(&self, data: *const c_void, size: usize, address: usize) {
        // SAFETY: this function's contract.
        let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(bytes.to_vec(), address);
    }

    /// The address noted for the bytes at `data`; none for null and for sizes that no handle has.
    ///
    /// # Safety
    /// `data` is null, or `size` is not [`HANDLE_SIZE`], or `data` is valid for reads of so many bytes.
    pub(super) unsafe fn get(&self, data: *const c_void, size: usize) -> Option<usize> {
        if data.is_null() || size != HANDLE_SIZE {
            return None;
        }
        // SAFETY: this function's contract.
        let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(bytes).copied()
    }
}

/// The size in bytes of the host backend's handles.
pub(super) const HANDLE_SIZE: usize = 96;

/// What a pointer to an event in or out points to; null for a null pointer.
///
/// # Safety
/// `event` is null or valid for reads.
pub(super) unsafe fn target(event: *const EventHandle) -> EventHandle {
    // SAFETY: this function's contract.
    if event.is_null() { EventHandle::NULL } else { unsafe { event.read() } }
}

/// A list of events.
///
/// # Safety
/// `list` is null or valid for reads of `count` handles.
pub(super) unsafe fn events(count: u32, list: *const EventHandle) -> Vec<EventHandle> {
    if list.is_null() {
        return Vec::new();
    }
    // SAFETY: this function's contract.
    unsafe { std::slice::from_raw_parts(list, count as usize) }.to_vec()
}

/// A wait list as an entry point takes it: null without events.
pub(super) fn list_of(events: &[EventHandle]) -> *const EventHandle {
    if events.is_empty() { std::ptr::null() } else { events.as_ptr() }
}

/// Replaces a value that a query has written, if it has.
///
/// # Safety
/// `value` is null or valid for writes of a `T`.
pub(super) unsafe fn overwrite<T>(value: *mut c_void, new: T) {
    if !value.is_null() {
        // SAFETY: this function's contract.
        unsafe { value.cast::<T>().write_unaligned(new) };
    }
}

/// Whether an event reports to be complete.
pub(super) fn is_complete(inner: &dyn UrIpc, event: EventHandle) -> bool {
    let mut status = EventStatus::ERROR;
    let name = EventInfo::COMMAND_EXECUTION_STATUS;
    // SAFETY: a status fits; the host backend refuses what is no event.
    let asked = unsafe { inner.event_get_info(event, name, 4, (&raw mut status).cast(), null_mut()) };
    asked.is_success() && status == EventStatus::COMPLETE
}

/// Another queue on the same device and context, which is never released.
pub(super) fn idle_queue(inner: &dyn UrIpc, queue: QueueHandle) -> QueueHandle {
    let (mut context, mut device, mut made) = (ContextHandle::NULL, DeviceHandle::NULL, QueueHandle::NULL);
    // SAFETY: one handle fits into each output; the host backend refuses what is no queue.
    unsafe {
        inner.queue_get_info(queue, QueueInfo::CONTEXT, 8, (&raw mut context).cast(), null_mut());
        inner.queue_get_info(queue, QueueInfo::DEVICE, 8, (&raw mut device).cast(), null_mut());
        inner.queue_create(context, device, std::ptr::null(), &raw mut made);
    }
    made
}
