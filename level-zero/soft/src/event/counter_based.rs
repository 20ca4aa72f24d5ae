//! Creation of counter-based events.

use core::ffi::c_void;

use level_zero_sys::*;
use ur_ipc_soft_gpu::EventPage;

use super::{Event, EventOrigin, EventState, ipc};
use crate::context::Context;
use crate::device::Device;
use crate::memory::chain;
use crate::memory::checks::{CallResult, answer, described, ensure, flags, pointer};
use crate::object::Object;

const KNOWN_FLAGS: u32 = 0x7f;
const KNOWN_SCOPES: u32 = 0x7;

/// The fields that both forms of the descriptor have.
struct Wish {
    next: *const c_void,
    flags: ze_event_counter_based_flags_t,
    signal: ze_event_scope_flags_t,
    wait: ze_event_scope_flags_t,
}

/// `zeEventCounterBasedCreate`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCounterBasedCreate(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *const ze_event_counter_based_desc_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { described(desc) }.and_then(|desc| {
        let wish = Wish { next: desc.pNext, flags: desc.flags, signal: desc.signal, wait: desc.wait };
        // SAFETY: as the caller vouches.
        unsafe { create(hContext, hDevice, &wish, phEvent) }
    }))
}

/// `zexCounterBasedEventCreate2`: the flags have the same bits as those of the core function.
///
/// # Safety
/// As in Intel's extension.
pub unsafe fn zexCounterBasedEventCreate2(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *const zex_counter_based_event_desc_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { described(desc) }.and_then(|desc| {
        let flags = ze_event_counter_based_flags_t(desc.flags.0);
        let wish = Wish { next: desc.pNext, flags, signal: desc.signalScope, wait: desc.waitScope };
        // SAFETY: as the caller vouches.
        unsafe { create(hContext, hDevice, &wish, phEvent) }
    }))
}

unsafe fn create(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    wish: &Wish,
    handle: *mut ze_event_handle_t,
) -> CallResult {
    use ze_event_counter_based_flags_t as Flags;
    let context = Object::<Context>::get(context)?;
    context.check(device)?;
    pointer(handle)?;
    flags(wish.flags.0, KNOWN_FLAGS)?;
    flags(wish.signal.0, KNOWN_SCOPES)?;
    flags(wish.wait.0, KNOWN_SCOPES)?;
    // SAFETY: the chain of the caller's descriptor.
    unsafe { refuse_external_counters(wish.next) }?;
    let timestamps = wish.flags.contains(Flags::ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP)
        || wish.flags.contains(Flags::ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP);
    let event = if wish.flags.contains(Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC) {
        // The page that processes share has no room for times.
        ensure(!timestamps, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        ipc::create_shareable(Object::<Device>::get(device)?.index)?
    } else {
        local(timestamps)
    };
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { handle.write(Object::create(event)) };
    Ok(())
}

fn local(timestamps: bool) -> Event {
    Event { state: EventState::counter(EventPage::local(), timestamps), origin: EventOrigin::Local }
}

/// Counters of this driver are its own.
unsafe fn refuse_external_counters(next: *const c_void) -> CallResult {
    let kinds = [
        ze_event_counter_based_external_sync_allocation_desc_t::STYPE,
        ze_event_counter_based_external_aggregate_storage_desc_t::STYPE,
        zex_counter_based_event_external_sync_alloc_properties_t::STYPE,
        zex_counter_based_event_external_storage_properties_t::STYPE,
    ];
    // SAFETY: the caller vouches for the chain.
    let found = kinds.iter().any(|kind| !unsafe { chain::find::<c_void>(next, *kind) }.is_null());
    ensure(!found, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)
}

/// `zeEventCounterBasedGetDeviceAddress`: the counters have no address on a device.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventCounterBasedGetDeviceAddress(
    hEvent: ze_event_handle_t,
    _completionValue: *mut u64,
    _deviceAddress: *mut u64,
) -> ze_result_t {
    answer(Object::<Event>::get(hEvent).and(Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)))
}
