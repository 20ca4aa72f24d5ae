//! Defects in the reference counts of imports.

use super::methods::method;
use super::shapes::{Handles, note_handles, overwrite, remember_imports};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer, leak_descriptor};
use ur_ipc_api::{EventHandle, EventInfo, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_open_counts_two",
        "An import has two references when it is opened",
        &["event.open.refcount"],
        CountsTwo::make,
    ),
    Mutant::new(
        "event_open_retains_source",
        "Open in the exporting process retains the source, and nothing releases it",
        &["event.open.refcount"],
        RetainsSource::make,
    ),
    Mutant::new(
        "event_retain_of_import_not_counted",
        "Retain of an import succeeds and counts nothing",
        &["event.open.refcount"],
        RetainNotCounted::make,
    ),
    Mutant::new(
        "event_retain_of_import_counts_two",
        "Retain of an import adds two references",
        &["event.open.refcount"],
        RetainCountsTwo::make,
    ),
    Mutant::new(
        "event_retain_of_import_refused",
        "An import cannot be retained",
        &["event.open.refcount"],
        RetainRefused::make,
    ),
    Mutant::new(
        "event_release_of_import_ignores_retain",
        "The first Release of an import destroys it, ignoring Retain",
        &["event.open.refcount"],
        ReleaseIgnoresRetain::make,
    ),
    Mutant::new(
        "event_release_of_import_one_early",
        "An import dies when one reference is left",
        &["event.open.refcount"],
        ReleaseOneEarly::make,
    ),
    Mutant::new(
        "event_release_of_import_frees_nothing",
        "Release of an import succeeds and frees nothing",
        &["event.open.refcount"],
        ReleaseFreesNothing::make,
    ),
    Mutant::new(
        "event_release_of_retained_import_leaks",
        "The last Release of an import that was retained keeps a descriptor",
        &["event.open.refcount"],
        RetainedImportLeaks::make,
    ),
    Mutant::new(
        "event_release_of_import_fails",
        "The last Release of an import frees it and fails",
        &["event.open.refcount"],
        ReleaseFails::make,
    ),
    Mutant::new(
        "event_import_reports_one_reference",
        "An import reports one reference whatever it has",
        &["event.open.refcount"],
        ReportsOne::make,
    ),
    Mutant::new(
        "event_import_reports_no_reference",
        "An import does not count the reference that Open gave",
        &["event.open.refcount"],
        ReportsOneLess::make,
    ),
    Mutant::new(
        "event_open_gives_released_import",
        "Open of a handle that was opened before gives the same import, even after its last Release",
        &["event.open.refcount"],
        GivesReleasedImport::make,
    ),
];

layer!(CountsTwo {}
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let _ = unsafe { this.inner.event_retain(event.read()) };
        }
        result
    } }
);

layer!(RetainsSource { handles: Handles }
    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(source) = unsafe { this.handles.get(data, size) }.filter(|_| result.is_success()) {
            // SAFETY: the host backend refuses handles that are gone.
            let _ = unsafe { this.inner.event_retain(EventHandle::from_address(source)) };
        }
        result
    } }
);

layer!(RetainNotCounted { imported: Known }
    remember_imports! { imported }

    method! { event_retain(this, event) {
        if this.imported.has(event.address()) {
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_retain(event) }
    } }
);

layer!(RetainCountsTwo { imported: Known }
    remember_imports! { imported }

    method! { event_retain(this, event) {
        if this.imported.has(event.address()) {
            // SAFETY: same contract.
            let _ = unsafe { this.inner.event_retain(event) };
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_retain(event) }
    } }
);

layer!(RetainRefused { imported: Known }
    remember_imports! { imported }

    method! { event_retain(this, event) {
        if this.imported.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_retain(event) }
    } }
);

layer!(ReleaseIgnoresRetain { imported: Known }
    remember_imports! { imported }

    method! { event_release(this, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_release(event) };
        if this.imported.has(event.address()) {
            // SAFETY: the host backend refuses handles that are gone.
            while unsafe { this.inner.event_release(event) }.is_success() {}
        }
        result
    } }
);

/// The references that an event reports.
fn references(inner: &dyn ur_ipc_api::UrIpc, event: EventHandle) -> u32 {
    let mut count = 0u32;
    let (name, value) = (EventInfo::REFERENCE_COUNT, (&raw mut count).cast());
    // SAFETY: a count fits; the host backend refuses what is no event.
    let _ = unsafe { inner.event_get_info(event, name, 4, value, std::ptr::null_mut()) };
    count
}

layer!(ReleaseOneEarly { imported: Known }
    remember_imports! { imported }

    method! { event_release(this, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_release(event) };
        if this.imported.has(event.address()) && references(&*this.inner, event) == 1 {
            // SAFETY: same contract.
            let _ = unsafe { this.inner.event_release(event) };
        }
        result
    } }
);

layer!(ReleaseFreesNothing { imported: Known }
    remember_imports! { imported }

    method! { event_release(this, event) {
        if this.imported.has(event.address()) && references(&*this.inner, event) == 1 {
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_release(event) }
    } }
);

layer!(RetainedImportLeaks { imported: Known, retained: Known }
    remember_imports! { imported }

    method! { event_retain(this, event) {
        this.retained.add(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.event_retain(event) }
    } }

    method! { event_release(this, event) {
        let last = references(&*this.inner, event) == 1 && this.imported.has(event.address());
        if last && this.retained.remove(event.address()) {
            leak_descriptor();
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_release(event) }
    } }
);

layer!(ReleaseFails { imported: Known }
    remember_imports! { imported }

    method! { event_release(this, event) {
        let last = references(&*this.inner, event) == 1 && this.imported.has(event.address());
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_release(event) };
        if last { UrResult::ERROR_INVALID_EVENT } else { result }
    } }
);

layer!(ReportsOne { imported: Known }
    remember_imports! { imported }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::REFERENCE_COUNT && this.imported.has(event.address()) {
            // SAFETY: the call has just written a count there.
            unsafe { overwrite(value, 1u32) };
        }
        result
    } }
);

layer!(ReportsOneLess { imported: Known }
    remember_imports! { imported }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::REFERENCE_COUNT && this.imported.has(event.address()) {
            // SAFETY: the call has just written a count there.
            unsafe { overwrite(value, references(&*this.inner, event) - 1) };
        }
        result
    } }
);

layer!(GivesReleasedImport { opened: Handles }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(import) = unsafe { this.opened.get(data, size) }.filter(|_| !event.is_null()) {
            let import = EventHandle::from_address(import);
            // SAFETY: writable as UR demands; the host backend refuses handles that are gone.
            unsafe {
                event.write(import);
                let _ = this.inner.event_retain(import);
            }
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: the successful call has read the bytes and written the event.
            unsafe { this.opened.add(data, size, event.read().address()) };
        }
        result
    } }
);
