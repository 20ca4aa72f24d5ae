//! Defects of `urEventCreateExp` that show in what it makes.

use super::methods::method;
use super::shapes::{answers, overwrite, remember_created};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::sync::Mutex;
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, ExpEventDesc, ExpEventFlags, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_create_refuses_ipc",
        "Creation takes the flag for sharing for a reserved one",
        &["event.create.ipc_flag"],
        RefusesIpc::make,
    ),
    Mutant::new(
        "event_create_gives_null",
        "Creation of a shareable event succeeds and gives none",
        &["event.create.ipc_flag"],
        GivesNull::make,
    ),
    Mutant::new(
        "event_create_gives_same_event_twice",
        "Creation gives the last shareable event again as long as it lives",
        &["event.create.ipc_flag"],
        GivesSameEvent::make,
    ),
    Mutant::new(
        "event_create_ignores_ipc_flag",
        "Creation ignores the flag for sharing, and the event cannot be exported",
        &["event.get.success"],
        IgnoresFlag::make,
    ),
    Mutant::new(
        "event_create_unsupported_wrong_code",
        "Without event IPC, creation answers the flag for sharing with INVALID_VALUE",
        &["event.create.ipc_unsupported"],
        UnsupportedWrongCode::make,
    )
    .on("no-event"),
    Mutant::new(
        "event_create_unsupported_gives_event",
        "Without event IPC, creation refuses the flag for sharing and gives an event all the same",
        &["event.create.ipc_unsupported"],
        UnsupportedGivesEvent::make,
    )
    .on("no-event"),
    Mutant::new(
        "event_create_unsupported_export_wrong_code",
        "Without event IPC, creation ignores the flag for sharing and the export answers INVALID_EVENT",
        &["event.create.ipc_unsupported"],
        UnsupportedExportWrongCode::make,
    )
    .on("no-event"),
    Mutant::new(
        "event_create_unsupported_exports_nothing",
        "Without event IPC, creation ignores the flag for sharing and the export succeeds without a handle",
        &["event.create.ipc_unsupported"],
        UnsupportedExportsNothing::make,
    )
    .on("no-event"),
    Mutant::new(
        "event_create_unsupported_refuses_plain",
        "Without event IPC, creation refuses events that are not to be shared as well",
        &["event.create.ipc_unsupported"],
        UnsupportedRefusesPlain::make,
    )
    .on("no-event"),
    Mutant::new(
        "event_create_counts_two",
        "A new event has two references",
        &["event.create.info"],
        CountsTwo::make,
    ),
    Mutant::new(
        "event_create_reports_no_context",
        "An event that was created reports a null context",
        &["event.create.info"],
        ReportsNoContext::make,
    ),
    Mutant::new(
        "event_create_context_gone_after_get",
        "An event that was created reports a null context from its first Get on",
        &["event.create.info"],
        ContextGoneAfterGet::make,
    ),
    Mutant::new(
        "event_create_reports_one_reference",
        "An event that was created reports one reference whatever it has",
        &["event.create.info"],
        ReportsOneReference::make,
    ),
];

/// The flags of a descriptor that may be null.
///
/// # Safety
/// `desc` is null or valid for reads.
unsafe fn asks_to_share(desc: *const ExpEventDesc) -> bool {
    // SAFETY: this function's contract.
    !desc.is_null() && unsafe { desc.read().flags }.contains(ExpEventFlags::IPC_EXP)
}

answers!(RefusesIpc, event_create_exp(context, device, desc, event),
    // SAFETY: null or readable.
    unsafe { asks_to_share(desc) } => ERROR_INVALID_ENUMERATION);

answers!(UnsupportedWrongCode, event_create_exp(context, device, desc, event),
    // SAFETY: null or readable.
    unsafe { asks_to_share(desc) } => ERROR_INVALID_VALUE);

answers!(UnsupportedRefusesPlain, event_create_exp(_context, _device, _desc, _event),
    true => ERROR_UNSUPPORTED_FEATURE);

layer!(GivesNull {}
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        // SAFETY: null or readable.
        if result.is_success() && unsafe { asks_to_share(desc) } {
            // SAFETY: the call has just written there.
            unsafe { event.write(EventHandle::NULL) };
        }
        result
    } }
);

layer!(GivesSameEvent { last: Mutex<EventHandle> }
    method! { event_create_exp(this, context, device, desc, event) {
        let mut last = this.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // SAFETY: null or readable; the host backend refuses handles that are gone.
        if unsafe { asks_to_share(desc) && this.inner.event_retain(*last).is_success() } {
            // SAFETY: writable as UR demands.
            unsafe { event.write(*last) };
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            *last = unsafe { event.read() };
        }
        result
    } }
);

/// The entry point that creates events, without the flag for sharing.
macro_rules! create_plain {
    () => {
        method! { event_create_exp(this, context, device, desc, event) {
            let plain = ExpEventDesc::new(ExpEventFlags::NONE_SET);
            // SAFETY: null or readable.
            let desc = if unsafe { asks_to_share(desc) } { &raw const plain } else { desc };
            // SAFETY: same contract.
            unsafe { this.inner.event_create_exp(context, device, desc, event) }
        } }
    };
}

layer!(IgnoresFlag {}
    create_plain! {}
);

layer!(UnsupportedExportWrongCode {}
    create_plain! {}

    method! { ipc_get_event_handle_exp(_this, _event, _data, _size) {
        UrResult::ERROR_INVALID_EVENT
    } }
);

layer!(UnsupportedExportsNothing {}
    create_plain! {}

    method! { ipc_get_event_handle_exp(_this, _event, data, size) {
        // SAFETY: writable as UR demands.
        unsafe {
            data.write(std::ptr::dangling_mut::<u64>().cast());
            size.write(0);
        }
        UrResult::SUCCESS
    } }
);

layer!(UnsupportedGivesEvent {}
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        // SAFETY: null or readable.
        if unsafe { asks_to_share(desc) } {
            let plain = ExpEventDesc::new(ExpEventFlags::NONE_SET);
            // SAFETY: same contract.
            let _ = unsafe { this.inner.event_create_exp(context, device, &raw const plain, event) };
        }
        result
    } }
);

layer!(CountsTwo {}
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let _ = unsafe { this.inner.event_retain(event.read()) };
        }
        result
    } }
);

layer!(ReportsNoContext { created: Known }
    remember_created! { created, ExpEventFlags::IPC_EXP }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::CONTEXT && this.created.has(event.address()) {
            // SAFETY: the call has just written a handle there.
            unsafe { overwrite(value, ContextHandle::NULL) };
        }
        result
    } }
);

layer!(ContextGoneAfterGet { exported: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        this.exported.add(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::CONTEXT && this.exported.has(event.address()) {
            // SAFETY: the call has just written a handle there.
            unsafe { overwrite(value, ContextHandle::NULL) };
        }
        result
    } }
);

layer!(ReportsOneReference { created: Known }
    remember_created! { created, ExpEventFlags::IPC_EXP }

    method! { event_get_info(this, event, name, size, value, size_ret) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_get_info(event, name, size, value, size_ret) };
        if result.is_success() && name == EventInfo::REFERENCE_COUNT && this.created.has(event.address()) {
            // SAFETY: the call has just written a count there.
            unsafe { overwrite(value, 1u32) };
        }
        result
    } }
);
