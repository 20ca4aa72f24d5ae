//! Defects that show before the first signal of an event.

use super::methods::method;
use super::shapes::{Handles, Pairs, note_handles, note_sources, remember_foreign, remember_signals, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ptr::null_mut;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_get_needs_signal",
        "Get fails before the event's first signal",
        &["event.get.before_first_signal"],
        NeedsSignal::make,
    ),
    Mutant::new(
        "event_open_needs_signal",
        "Open fails before the event's first signal",
        &["event.get.before_first_signal"],
        OpenNeedsSignal::make,
    ),
    Mutant::new(
        "event_first_signal_of_import_refused",
        "The first signal of an event must not come from its import",
        &["event.get.before_first_signal"],
        FirstSignalByImportRefused::make,
    ),
    Mutant::new(
        "event_first_signal_of_import_lost",
        "The first signal of an event is lost if it comes from its import",
        &["event.get.before_first_signal"],
        FirstSignalByImportLost::make,
    ),
    Mutant::new(
        "event_first_signal_from_other_process_lost",
        "The first signal of an import from another process is lost",
        &["event.get.before_first_signal"],
        FirstSignalFromElsewhereLost::make,
    ),
    Mutant::new(
        "event_first_signal_of_exported_source_lost",
        "The first signal of an event is lost if the event was exported before it",
        &["event.get.before_first_signal"],
        FirstSignalOfSourceLost::make,
    ),
];

layer!(NeedsSignal { signalled: Known }
    remember_signals! { signalled }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() && !this.signalled.has(event.address()) {
            return UrResult::ERROR_INVALID_ARGUMENT;
        }
        result
    } }
);

layer!(OpenNeedsSignal { signalled: Known, handles: Handles }
    remember_signals! { signalled }

    note_handles! { handles }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if unsafe { this.handles.get(data, size) }.is_some_and(|source| !this.signalled.has(source)) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

/// A layer that does `$then` with a signal that is the first of an event and comes from its import; this may
/// return.
macro_rules! first_signal_by_import {
    ($type:ident, |$event:ident| $then:expr) => {
        layer!($type { signalled: Known, handles: Handles, imported: Pairs }
            note_handles! { handles }

            note_sources! { handles, imported }

            method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, $event) {
                // SAFETY: null or readable.
                let signalled = unsafe { target($event) }.address();
                let imported = this.imported.get(signalled);
                let first = imported.is_some_and(|source| !this.signalled.has(source));
                this.signalled.add(signalled);
                let $event = if first { $then } else { $event };
                // SAFETY: same contract.
                unsafe {
                    this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, $event)
                }
            } }
        );
    };
}

first_signal_by_import!(FirstSignalByImportRefused, |event| return UrResult::ERROR_INVALID_EVENT);
first_signal_by_import!(FirstSignalByImportLost, |event| null_mut());

layer!(FirstSignalFromElsewhereLost { own: Handles, foreign: Known }
    note_handles! { own }

    remember_foreign! { own, foreign }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let lost = this.foreign.remove(unsafe { target(event) }.address());
        let event = if lost { null_mut() } else { event };
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);

layer!(FirstSignalOfSourceLost { exported: Known, signalled: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        this.exported.add(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }

    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let signalled = unsafe { target(event) }.address();
        let lost = this.signalled.add(signalled) && this.exported.has(signalled);
        let event = if lost { null_mut() } else { event };
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }
);
