//! Defects of `urIPCGetEventHandleExp` that show in what it gives.

use super::methods::method;
use super::shapes::{HANDLE_SIZE, Handles, Pairs, adjusts, target};
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_get_gives_null",
        "Get succeeds and gives no bytes",
        &["event.get.success"],
        GivesNull::make,
    ),
    Mutant::new(
        "event_get_gives_size_zero",
        "Get gives the size 0",
        &["event.get.success"],
        GivesSizeZero::make,
    ),
    Mutant::new(
        "event_get_gives_size_one_less",
        "Get gives a size that is one byte too small",
        &["event.get.success"],
        GivesSizeOneLess::make,
    ),
    Mutant::new(
        "event_get_gives_zeroes",
        "Get gives bytes that are not filled in",
        &["event.get.success"],
        GivesZeroes::make,
    ),
    Mutant::new("event_get_fails_after_export", "Get exports and fails", &["event.get.success"], Fails::make),
    Mutant::new(
        "event_get_retains_source",
        "Get retains the event, and nothing releases it",
        &["event.create.info"],
        RetainsSource::make,
    ),
    Mutant::new(
        "event_get_counts_as_reference",
        "A handle counts as a reference of the event until it is put",
        &["event.create.info"],
        CountsAsReference::make,
    ),
    Mutant::new(
        "event_get_twice_refused",
        "Get fails as long as the event's last handle is not put",
        &["event.get.repeated"],
        TwiceRefused::make,
    ),
    Mutant::new(
        "event_get_fourth_refused",
        "Get of an event works three times",
        &["event.get.repeated"],
        FourthRefused::make,
    ),
    Mutant::new(
        "event_get_after_resignal_refused",
        "Get fails when the event was signalled again after its export",
        &["event.get.repeated"],
        AfterResignalRefused::make,
    ),
    Mutant::new(
        "event_get_ends_earlier_handle",
        "A Get takes the place of the event's earlier handle, which opens nothing from then on",
        &["event.get.repeated"],
        EndsEarlierHandle::make,
    ),
    Mutant::new(
        "event_get_cached_handle",
        "Get gives the event's first handle again, and the first Put ends it for all",
        &["event.get.repeated", "event.put.success"],
        CachedHandle::make,
    ),
    Mutant::new(
        "event_get_after_open_refused",
        "Get fails when one of the event's handles has been opened",
        &["event.get.repeated"],
        AfterOpenRefused::make,
    ),
];

adjusts!(GivesNull, ipc_get_event_handle_exp(event, data, size), result => {
    if result.is_success() {
        // SAFETY: the call has just written there.
        unsafe { data.write(null_mut()) };
    }
    result
});

adjusts!(GivesSizeZero, ipc_get_event_handle_exp(event, data, size), result => {
    if result.is_success() {
        // SAFETY: the call has just written there.
        unsafe { size.write(0) };
    }
    result
});

adjusts!(GivesSizeOneLess, ipc_get_event_handle_exp(event, data, size), result => {
    if result.is_success() {
        // SAFETY: the call has just written there.
        unsafe { size.write(HANDLE_SIZE - 1) };
    }
    result
});

adjusts!(GivesZeroes, ipc_get_event_handle_exp(event, data, size), result => {
    if result.is_success() {
        // SAFETY: the bytes of a handle belong to whoever got it.
        unsafe { data.read().cast::<u8>().write_bytes(0, HANDLE_SIZE) };
    }
    result
});

adjusts!(Fails, ipc_get_event_handle_exp(event, data, size), result => {
    if result.is_success() { UrResult::ERROR_OUT_OF_RESOURCES } else { result }
});

layer!(RetainsSource {}
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: an event, or it would not have been exported.
            let _ = unsafe { this.inner.event_retain(event) };
        }
        result
    } }
);

layer!(CountsAsReference { sources: Pairs }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call; an event, or it would not have been exported.
            unsafe {
                this.sources.set(data.read().addr(), event.address());
                let _ = this.inner.event_retain(event);
            }
        }
        result
    } }

    method! { ipc_put_event_handle_exp(this, context, data) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_put_event_handle_exp(context, data) };
        if let Some(event) = this.sources.take(data.addr()).filter(|_| result.is_success()) {
            // SAFETY: retained by Get.
            let _ = unsafe { this.inner.event_release(ur_ipc_api::EventHandle::from_address(event)) };
        }
        result
    } }
);

layer!(TwiceRefused { exported: Known, sources: Pairs }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.exported.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            this.exported.add(event.address());
            // SAFETY: written by the successful call.
            this.sources.set(unsafe { data.read() }.addr(), event.address());
        }
        result
    } }

    method! { ipc_put_event_handle_exp(this, context, data) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_put_event_handle_exp(context, data) };
        if let Some(event) = this.sources.take(data.addr()).filter(|_| result.is_success()) {
            this.exported.remove(event);
        }
        result
    } }
);

layer!(FourthRefused { gets: Pairs }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.gets.count(event.address()) >= 3 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(AfterResignalRefused { exported: Known, signalled: Known }
    method! { enqueue_events_wait_with_barrier_ext(this, queue, properties, count, list, event) {
        // SAFETY: null or readable.
        let signalled = unsafe { target(event) }.address();
        if this.exported.has(signalled) {
            this.signalled.add(signalled);
        }
        // SAFETY: same contract.
        unsafe { this.inner.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, event) }
    } }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.signalled.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        this.exported.add(event.address());
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

layer!(EndsEarlierHandle { sources: Handles, latest: Pairs, addresses: Handles }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe {
                this.sources.add(data.read(), size.read(), event.address());
                this.addresses.add(data.read(), size.read(), data.read().addr());
                this.latest.set(event.address(), data.read().addr());
            }
        }
        result
    } }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        let (source, address) = unsafe { (this.sources.get(data, size), this.addresses.get(data, size)) };
        if source.and_then(|source| this.latest.get(source)) != address {
            return UrResult::ERROR_INVALID_VALUE;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);

layer!(CachedHandle { handles: Pairs, sources: Pairs }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if let Some(first) = this.handles.get(event.address()).filter(|_| !data.is_null() && !size.is_null()) {
            // SAFETY: the outputs are not null, and writable as UR demands.
            unsafe {
                data.write(std::ptr::with_exposed_provenance_mut::<c_void>(first));
                size.write(HANDLE_SIZE);
            }
            return UrResult::SUCCESS;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            let first = unsafe { data.read() }.expose_provenance();
            this.handles.set(event.address(), first);
            this.sources.set(first, event.address());
        }
        result
    } }

    method! { ipc_put_event_handle_exp(this, context, data) {
        if let Some(event) = this.sources.take(data.addr()) {
            this.handles.take(event);
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_put_event_handle_exp(context, data) }
    } }
);

layer!(AfterOpenRefused { handles: Handles, opened: Known }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.opened.has(event.address()) {
            return UrResult::ERROR_INVALID_EVENT;
        }
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe { this.handles.add(data.read(), size.read(), event.address()) };
        }
        result
    } }

    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: readable for its size, which is that of a handle.
        if let Some(source) = unsafe { this.handles.get(data, size) } {
            this.opened.add(source);
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);
