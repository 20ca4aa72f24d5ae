//! Defects of `urIPCGetEventHandleExp` with arguments that it must refuse.

use super::methods::method;
use super::shapes::{
    HANDLE_SIZE, Handles, Pairs, remember_created, remember_foreign, remember_imports, remember_signals,
    target,
};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};
use ur_ipc_api::{EventHandle, ExpEventDesc, ExpEventFlags, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_create_shares_every_event",
        "Every reusable event can be exported",
        &["event.get.non_ipc"],
        SharesEveryEvent::make,
    ),
    Mutant::new(
        "event_get_non_ipc_as_unsupported",
        "Get of a reusable event that is not to be shared answers UNSUPPORTED_FEATURE",
        &["event.get.non_ipc"],
        NonIpcAsUnsupported::make,
    ),
    Mutant::new(
        "event_get_non_ipc_after_signal",
        "Get of a reusable event that is not to be shared is refused only before its first signal",
        &["event.get.non_ipc"],
        NonIpcAfterSignal::make,
    ),
    Mutant::new(
        "event_get_command_event_wrong_code",
        "Get of an ordinary command's event answers INVALID_VALUE",
        &["event.get.non_ipc"],
        CommandEventWrongCode::make,
    ),
    Mutant::new(
        "event_get_exports_another_event",
        "Get of an event that cannot be exported exports the last one that can",
        &["event.get.non_ipc", "event.get.imported", "event.get.profiling_or_timestamp"],
        ExportsAnother::make,
    ),
    Mutant::new(
        "event_get_reexports_import",
        "Get of an import gives the bytes that it was opened from",
        &["event.get.imported"],
        ReexportsImport::make,
    ),
    Mutant::new(
        "event_get_import_wrong_code",
        "Get of an import answers INVALID_VALUE",
        &["event.get.imported"],
        ImportWrongCode::make,
    ),
    Mutant::new(
        "event_get_foreign_import_wrong_code",
        "Get of an import from another process answers UNSUPPORTED_FEATURE",
        &["event.get.imported"],
        ForeignImportWrongCode::make,
    ),
    Mutant::new(
        "event_get_signalled_import_reexported",
        "Get of an import that this process has signalled gives the bytes that it was opened from",
        &["event.get.imported"],
        SignalledImportReexported::make,
    ),
    Mutant::new(
        "event_create_profiled_is_shareable",
        "An event with profiling can be exported",
        &["event.get.profiling_or_timestamp"],
        ProfiledIsShareable::make,
    ),
    Mutant::new(
        "event_get_profiled_wrong_code",
        "Get of an event with profiling answers INVALID_VALUE",
        &["event.get.profiling_or_timestamp"],
        ProfiledWrongCode::make,
    ),
    Mutant::new(
        "event_get_timestamp_wrong_code",
        "Get of a time stamp's event answers INVALID_ARGUMENT",
        &["event.get.profiling_or_timestamp"],
        TimestampWrongCode::make,
    ),
];

/// The entry point that creates events, with the flag for sharing instead of these.
macro_rules! create_shareable_for {
    ($flags:expr) => {
        method! { event_create_exp(this, context, device, desc, event) {
            let shareable = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
            // SAFETY: readable as UR demands, if not null.
            let replaced = !desc.is_null() && unsafe { desc.read().flags } == $flags;
            let desc = if replaced { &raw const shareable } else { desc };
            // SAFETY: same contract.
            unsafe { this.inner.event_create_exp(context, device, desc, event) }
        } }
    };
}

layer!(SharesEveryEvent {}
    create_shareable_for! { ExpEventFlags::NONE_SET }
);

layer!(ProfiledIsShareable {}
    create_shareable_for! { ExpEventFlags::ENABLE_PROFILING }
);

layer!(NonIpcAsUnsupported { plain: Known }
    remember_created! { plain, ExpEventFlags::NONE_SET }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.plain.has(event.address()) {
            return UrResult::ERROR_UNSUPPORTED_FEATURE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(ProfiledWrongCode { profiled: Known }
    remember_created! { profiled, ExpEventFlags::ENABLE_PROFILING }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.profiled.has(event.address()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(NonIpcAfterSignal { plain: Known, signalled: Known }
    method! { event_create_exp(this, context, device, desc, event) {
        let shareable = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
        // SAFETY: readable as UR demands, if not null.
        let plain = !desc.is_null() && unsafe { desc.read().flags } == ExpEventFlags::NONE_SET;
        let desc = if plain { &raw const shareable } else { desc };
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        if plain && result.is_success() {
            // SAFETY: written by the successful call.
            this.plain.add(unsafe { event.read() }.address());
        }
        result
    } }

    remember_signals! { signalled }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.plain.has(event.address()) && !this.signalled.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(CommandEventWrongCode { commands: Known }
    unsafe fn enqueue_events_wait_with_barrier(
        &self,
        queue: ur_ipc_api::QueueHandle,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result = unsafe { self.inner.enqueue_events_wait_with_barrier(queue, count, list, event) };
        if result.is_success() {
            // SAFETY: null, or written by the successful call.
            self.commands.add(unsafe { target(event) }.address());
        }
        result
    }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if this.commands.has(event.address()) { UrResult::ERROR_INVALID_VALUE } else { result }
    } }
);

layer!(TimestampWrongCode { stamps: Known }
    unsafe fn enqueue_timestamp_recording_exp(
        &self,
        queue: ur_ipc_api::QueueHandle,
        blocking: bool,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: same contract.
        let result =
            unsafe { self.inner.enqueue_timestamp_recording_exp(queue, blocking, count, list, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            self.stamps.add(unsafe { event.read() }.address());
        }
        result
    }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.stamps.has(event.address()) {
            return UrResult::ERROR_INVALID_ARGUMENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(ExportsAnother { last: Mutex<EventHandle> }
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        // SAFETY: a successful call has read the one and written the other.
        if result.is_success() && unsafe { desc.read().flags } == ExpEventFlags::IPC_EXP {
            // SAFETY: as above.
            *this.last.lock().unwrap_or_else(PoisonError::into_inner) = unsafe { event.read() };
        }
        result
    } }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        let last = *this.last.lock().unwrap_or_else(PoisonError::into_inner);
        if [UrResult::ERROR_INVALID_EVENT, UrResult::ERROR_UNSUPPORTED_FEATURE].contains(&result) {
            // SAFETY: same contract; the host backend refuses handles that are gone.
            return unsafe { this.inner.ipc_get_event_handle_exp(last, data, size) };
        }
        result
    } }
);

layer!(ImportWrongCode { imported: Known }
    remember_imports! { imported }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.imported.has(event.address()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

/// The entry point that opens events, keeping a copy of the bytes of each.
macro_rules! keep_bytes {
    ($copies:ident) => {
        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            if result.is_success() {
                // SAFETY: the successful call has read the bytes.
                let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
                // SAFETY: written by the successful call.
                let event = unsafe { event.read() };
                let copy = Box::leak(bytes.to_vec().into_boxed_slice());
                this.$copies.set(event.address(), copy.as_mut_ptr().expose_provenance());
            }
            result
        } }
    };
}

layer!(ReexportsImport { copies: Pairs }
    keep_bytes! { copies }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        match this.copies.get(event.address()) {
            // SAFETY: the outputs are not null, or the code would be another.
            Some(copy) if result == UrResult::ERROR_INVALID_EVENT => unsafe { give(copy, data, size) },
            _ => result,
        }
    } }
);

layer!(SignalledImportReexported { copies: Pairs, signalled: Known }
    keep_bytes! { copies }

    remember_signals! { signalled }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        let known = result == UrResult::ERROR_INVALID_EVENT && this.signalled.has(event.address());
        match this.copies.get(event.address()) {
            // SAFETY: the outputs are not null, or the code would be another.
            Some(copy) if known => unsafe { give(copy, data, size) },
            _ => result,
        }
    } }
);

/// Answers a Get with a copy of a handle.
///
/// # Safety
/// The outputs are valid for writes.
unsafe fn give(copy: usize, data: *mut *mut c_void, size: *mut usize) -> UrResult {
    // SAFETY: this function's contract.
    unsafe {
        data.write(std::ptr::with_exposed_provenance_mut(copy));
        size.write(HANDLE_SIZE);
    }
    UrResult::SUCCESS
}

layer!(ForeignImportWrongCode { own: Handles, foreign: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.foreign.has(event.address()) {
            return UrResult::ERROR_UNSUPPORTED_FEATURE;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe { this.own.add(data.read(), size.read(), event.address()) };
        }
        result
    } }

    remember_foreign! { own, foreign }
);
