//! Defects of `urIPCGetEventHandleExp` on events that are pending.

use super::methods::method;
use super::shapes::{Handles, events, is_complete, overwrite};
use crate::catalogue::tools::{Known, layer};
use crate::{Legacy as Mutant, Manner};
use ur_ipc_api::{EventHandle, EventInfo, EventStatus, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_get_while_pending_refused",
        "Get fails while a signal of the event is pending",
        &["event.get.repeated"],
        Refused::make,
    ),
    Mutant::new(
        "event_get_while_pending_waits",
        "Get returns when the pending signal of the event is made",
        &["event.get.repeated"],
        Waits::make,
    )
    .by(Manner::Hang),
    Mutant::new(
        "event_get_while_pending_completes_source",
        "A Get while a signal is pending makes the event report that it is complete",
        &["event.get.repeated"],
        CompletesSource::make,
    ),
    Mutant::new(
        "event_get_while_pending_gives_complete_import",
        "What a handle opens to that was made while a signal is pending is complete from the start",
        &["event.get.repeated"],
        GivesCompleteImport::make,
    ),
];

layer!(Refused {}
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if !event.is_null() && !is_complete(&*this.inner, event) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(Waits {}
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract; the host backend refuses to wait for what is no event.
        unsafe {
            this.inner.event_wait(1, &raw const event);
            this.inner.ipc_get_event_handle_exp(event, data, size)
        }
    } }
);

/// The entry point that queries events, for which those in `$complete` report to be so.
macro_rules! complete {
    ($complete:ident) => {
        method! { event_get_info(this, event, name, size, value, size_ret) {
            // SAFETY: same contract.
            let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
            let is_status = result.is_success() && name == EventInfo::COMMAND_EXECUTION_STATUS;
            if is_status && this.$complete.has(event.address()) {
                // SAFETY: the successful call has written a status, unless the pointer is null.
                unsafe { overwrite(value, EventStatus::COMPLETE) };
            }
            result
        } }
    };
}

layer!(CompletesSource { complete: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if !event.is_null() && !is_complete(&*this.inner, event) {
            this.complete.add(event.address());
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }

    complete! { complete }
);

layer!(GivesCompleteImport { pending: Handles, complete: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        let is_pending = !event.is_null() && !is_complete(&*this.inner, event);
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if is_pending && result.is_success() {
            // SAFETY: written by the successful call.
            unsafe { this.pending.add(data.read(), size.read(), event.address()) };
        }
        result
    } }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        // SAFETY: a successful call has read the one and written the other.
        if result.is_success() && unsafe { this.pending.get(data, size) }.is_some() {
            // SAFETY: as above.
            this.complete.add(unsafe { event.read() }.address());
        }
        result
    } }

    complete! { complete }

    method! { event_wait(this, count, list) {
        // SAFETY: same contract.
        let mut waited: Vec<EventHandle> = unsafe { events(count, list) };
        waited.retain(|event| !this.complete.has(event.address()));
        if waited.is_empty() && count > 0 && !list.is_null() {
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract, with a part of the list.
        unsafe { this.inner.event_wait(waited.len() as u32, waited.as_ptr()) }
    } }
);
