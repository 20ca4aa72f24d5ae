//! Defects of `urIPCOpenEventHandleExp` that show in what it opens.

use super::methods::method;
use super::shapes::{Handles, adjusts, events, note_handles, overwrite, remember_imports, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::{EventHandle, EventInfo, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_open_refuses_own_process",
        "Open refuses handles of its own process",
        &["event.open.success_same_process"],
        RefusesOwnProcess::make,
    ),
    Mutant::new(
        "event_open_gives_null",
        "Open succeeds and gives no event",
        &["event.open.success_same_process"],
        GivesNull::make,
    ),
    Mutant::new(
        "event_open_fails_after_open",
        "Open gives an event and fails",
        &["event.open.success_same_process"],
        FailsAfterOpen::make,
    ),
    Mutant::new(
        "event_open_gives_source",
        "Open in the exporting process gives the exported event itself",
        &["event.open.multiple", "event.get.imported"],
        GivesSource::make,
    ),
    Mutant::new(
        "event_open_second_time_refused",
        "Open of a handle works once",
        &["event.open.multiple"],
        SecondTimeRefused::make,
    ),
    Mutant::new(
        "event_open_third_at_once_refused",
        "Open fails while two imports are open",
        &["event.open.multiple"],
        ThirdAtOnceRefused::make,
    ),
    Mutant::new(
        "event_open_gives_same_import_uncounted",
        "Open of a handle that is open gives the same event without another reference",
        &["event.open.multiple"],
        GivesSameImport::make,
    ),
    Mutant::new(
        "event_open_later_imports_signal_in_vain",
        "Of several imports of a handle only the signals of the first arrive",
        &["event.open.multiple"],
        LaterImportsSignalInVain::make,
    ),
    Mutant::new(
        "event_open_later_imports_see_nothing",
        "Of several imports of a handle only the first sees a pending signal",
        &["event.open.multiple"],
        LaterImportsSeeNothing::make,
    ),
    Mutant::new(
        "event_release_of_import_ends_earlier_ones",
        "The release of an import ends those that were opened before it",
        &["event.open.multiple"],
        ReleaseEndsEarlier::make,
    ),
];

adjusts!(GivesNull, ipc_open_event_handle_exp(context, data, size, event), result => {
    if result.is_success() {
        // SAFETY: the call has just written there.
        unsafe { event.write(EventHandle::NULL) };
    }
    result
});

adjusts!(FailsAfterOpen, ipc_open_event_handle_exp(context, data, size, event), result => {
    if result.is_success() { UrResult::ERROR_OUT_OF_RESOURCES } else { result }
});

layer!(RefusesOwnProcess { handles: Handles }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if unsafe { this.handles.get(data, size) }.is_some() {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(GivesSource { handles: Handles }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(source) = unsafe { this.handles.get(data, size) }.filter(|_| !event.is_null()) {
            let source = EventHandle::from_address(source);
            // SAFETY: the host backend refuses handles that are gone; writable as UR demands.
            unsafe {
                event.write(source);
                return this.inner.event_retain(source);
            }
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(SecondTimeRefused { opened: Handles }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if unsafe { this.opened.get(data, size) }.is_some() {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: the successful call has read the bytes.
            unsafe { this.opened.add(data, size, 0) };
        }
        result
    } }
);

layer!(ThirdAtOnceRefused { imported: Known, open: AtomicUsize }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        if this.open.load(Ordering::SeqCst) == 2 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            this.imported.add(unsafe { event.read() }.address());
            this.open.fetch_add(1, Ordering::SeqCst);
        }
        result
    } }

    method! { event_release(this, event) {
        if this.imported.remove(event.address()) {
            this.open.fetch_sub(1, Ordering::SeqCst);
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_release(event) }
    } }
);

layer!(GivesSameImport { opened: Handles, live: Known }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        let before = unsafe { this.opened.get(data, size) };
        if let Some(import) = before.filter(|&import| !event.is_null() && this.live.has(import)) {
            // SAFETY: writable as UR demands.
            unsafe { event.write(EventHandle::from_address(import)) };
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: the successful call has read the bytes and written the event.
            unsafe {
                this.opened.add(data, size, event.read().address());
                this.live.add(event.read().address());
            }
        }
        result
    } }

    method! { event_release(this, event) {
        this.live.remove(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.event_release(event) }
    } }
);

/// The entry point that opens events, remembering all imports of a handle but the first.
macro_rules! remember_later {
    ($opened:ident, $later:ident) => {
        method! { ipc_open_event_handle_exp(this, context, data, size, event) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
            if result.is_success() {
                // SAFETY: the successful call has read the bytes and written the event.
                unsafe {
                    if this.$opened.get(data, size).is_some() {
                        this.$later.add(event.read().address());
                    }
                    this.$opened.add(data, size, 0);
                }
            }
            result
        } }
    };
}

layer!(LaterImportsSignalInVain { opened: Handles, later: Known }
    remember_later! { opened, later }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let lost = this.later.has(unsafe { target(event) }.address());
        let event = if lost { null_mut() } else { event };
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);

layer!(LaterImportsSeeNothing { opened: Handles, later: Known }
    remember_later! { opened, later }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        let blind = name == EventInfo::COMMAND_EXECUTION_STATUS && this.later.has(event.address());
        if result.is_success() && blind {
            // SAFETY: the call has just written a status there.
            unsafe { overwrite(value, ur_ipc_api::EventStatus::COMPLETE) };
        }
        result
    } }
);

layer!(ReleaseEndsEarlier { imported: Known, ended: AtomicUsize }
    remember_imports! { imported }

    method! { event_release(this, event) {
        if this.imported.has(event.address()) {
            this.ended.store(event.address(), Ordering::SeqCst);
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_release(event) }
    } }

    method! { event_wait(this, count, list) {
        // SAFETY: null or an array of `count` events.
        let events = unsafe { events(count, list) };
        let ended = this.ended.load(Ordering::SeqCst);
        // The host backend's handles grow, so what was opened before the released one is smaller.
        if events.iter().any(|event| this.imported.has(event.address()) && event.address() < ended) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_wait(count, list) }
    } }
);
