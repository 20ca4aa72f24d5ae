//! Defects of the status that events report.

use super::methods::method;
use super::shapes::{Pairs, is_complete, overwrite, remember_imports};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use ur_ipc_api::{EventInfo, EventStatus};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_status_always_complete",
        "Every event reports to be complete",
        &["event.imported.pending_status"],
        AlwaysComplete::make,
    ),
    Mutant::new(
        "event_status_of_import_always_complete",
        "An import reports to be complete whatever is pending",
        &["event.imported.pending_status", "event.imported.sees_source_signal"],
        ImportComplete::make,
    ),
    Mutant::new(
        "event_status_of_source_always_complete",
        "A source reports to be complete whatever is pending",
        &["event.imported.pending_status", "event.imported.signal_seen_by_source"],
        SourceComplete::make,
    ),
    Mutant::new(
        "event_status_complete_at_second_look",
        "An import reports a pending signal once, and then to be complete",
        &["event.imported.pending_status"],
        CompleteAtSecondLook::make,
    ),
    Mutant::new(
        "event_status_undefined",
        "A pending import reports a status that UR does not define",
        &["event.imported.pending_status"],
        Undefined::make,
    ),
    Mutant::new(
        "event_status_complete_when_opened_pending",
        "An import that is opened while a signal is pending reports to be complete",
        &["event.imported.pending_status"],
        CompleteWhenOpenedPending::make,
    ),
    Mutant::new(
        "event_status_of_import_stays_complete",
        "An import that was complete once stays so",
        &["event.imported.resignal", "event.imported.pending_status"],
        StaysComplete::make,
    ),
    Mutant::new(
        "event_status_of_import_never_complete",
        "An import never reports to be complete",
        &["event.imported.sees_source_signal", "event.imported.info_basic"],
        NeverComplete::make,
    ),
    Mutant::new(
        "event_status_of_source_never_complete",
        "A source never reports to be complete",
        &["event.imported.signal_seen_by_source"],
        SourceNeverComplete::make,
    ),
    Mutant::new(
        "event_status_of_signalled_import_as_error",
        "An import of a signalled event reports an error as its status",
        &["event.imported.info_basic"],
        AsError::make,
    ),
];

/// A layer that changes the status of imports, or of all other events, which is in `$status`.
macro_rules! changes_status {
    ($type:ident { $($field:ident: $ty:ty),* }, imported $imported:literal,
        |$this:ident, $event:ident, $status:ident| $new:expr) => {
        layer!($type { imports: Known, $($field: $ty),* }
            remember_imports! { imports }

            method! { event_get_info($this, $event, name, size, value, size_ret) {
                // SAFETY: same contract.
                let result = unsafe { $this.inner.event_get_info($event, name, size, value, size_ret) };
                let asked = name == EventInfo::COMMAND_EXECUTION_STATUS && !value.is_null();
                if result.is_success() && asked && $this.imports.has($event.address()) == $imported {
                    // SAFETY: the call has just written a status there.
                    let $status = unsafe { value.cast::<EventStatus>().read_unaligned() };
                    // SAFETY: as above.
                    unsafe { overwrite(value, $new) };
                }
                result
            } }
        );
    };
}

changes_status!(ImportComplete {}, imported true, |this, event, _status| EventStatus::COMPLETE);
changes_status!(SourceComplete {}, imported false, |this, event, _status| EventStatus::COMPLETE);
changes_status!(NeverComplete {}, imported true, |this, event, _status| EventStatus::SUBMITTED);
changes_status!(SourceNeverComplete {}, imported false, |this, event, _status| EventStatus::RUNNING);
changes_status!(AsError {}, imported true, |this, event, status| {
    if status == EventStatus::COMPLETE { EventStatus::ERROR } else { status }
});
changes_status!(Undefined {}, imported true, |this, event, status| {
    if status == EventStatus::COMPLETE { status } else { EventStatus(17) }
});
changes_status!(StaysComplete { complete: Known }, imported true, |this, event, status| {
    if status == EventStatus::COMPLETE {
        this.complete.add(event.address());
    }
    if this.complete.has(event.address()) { EventStatus::COMPLETE } else { status }
});
changes_status!(CompleteAtSecondLook { looks: Pairs }, imported true, |this, event, status| {
    let pending = status != EventStatus::COMPLETE;
    if pending && this.looks.count(event.address()) > 0 { EventStatus::COMPLETE } else { status }
});

layer!(AlwaysComplete {}
    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::COMMAND_EXECUTION_STATUS {
            // SAFETY: the call has just written a status there.
            unsafe { overwrite(value, EventStatus::COMPLETE) };
        }
        result
    } }
);

layer!(CompleteWhenOpenedPending { pending: Known }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let opened = unsafe { event.read() };
            if !is_complete(&*this.inner, opened) {
                this.pending.add(opened.address());
            }
        }
        result
    } }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        let asked = name == EventInfo::COMMAND_EXECUTION_STATUS && this.pending.has(event.address());
        if result.is_success() && asked {
            // SAFETY: the call has just written a status there.
            unsafe { overwrite(value, EventStatus::COMPLETE) };
        }
        result
    } }
);
