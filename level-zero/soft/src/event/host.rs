//! Event functions of the host.

use level_zero_sys::*;

use super::{Event, EventOrigin, state};
use crate::memory::checks::{answer, deadline, ensure, pointer};
use crate::object::Object;

/// `zeEventDestroy`: at once, whatever is queued; for events that were opened there is another function.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventDestroy(hEvent: ze_event_handle_t) -> ze_result_t {
    answer(Object::<Event>::get(hEvent).and_then(|event| {
        let own = !matches!(event.origin, EventOrigin::Imported);
        ensure(own, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        Object::<Event>::destroy(hEvent).map(drop)
    }))
}

/// `zeEventHostSignal`: counters count commands, not the host.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventHostSignal(hEvent: ze_event_handle_t) -> ze_result_t {
    answer(state(hEvent).and_then(|state| {
        state.require_switch()?;
        state.switch_on();
        Ok(())
    }))
}

/// `zeEventHostReset`: counters never go back.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventHostReset(hEvent: ze_event_handle_t) -> ze_result_t {
    answer(state(hEvent).and_then(|state| {
        state.require_switch()?;
        state.switch_off();
        Ok(())
    }))
}

/// `zeEventHostSynchronize`: for the signals that were appended before the call.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventHostSynchronize(hEvent: ze_event_handle_t, timeout: u64) -> ze_result_t {
    answer(state(hEvent).and_then(|state| {
        let dependency = state.dependency();
        let come = match deadline(timeout) {
            Some(deadline) => dependency.wait_until(deadline),
            None => dependency.wait(None),
        };
        ensure(come, ze_result_t::ZE_RESULT_NOT_READY)
    }))
}

/// `zeEventQueryStatus`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventQueryStatus(hEvent: ze_event_handle_t) -> ze_result_t {
    answer(
        state(hEvent).and_then(|state| ensure(state.dependency().is_met(), ze_result_t::ZE_RESULT_NOT_READY)),
    )
}

/// `zeEventQueryKernelTimestamp`: in nanoseconds, which are the cycles of the device.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeEventQueryKernelTimestamp(
    hEvent: ze_event_handle_t,
    dstptr: *mut ze_kernel_timestamp_result_t,
) -> ze_result_t {
    answer(state(hEvent).and_then(|state| {
        pointer(dstptr)?;
        let times = state.times().ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        ensure(state.dependency().is_met(), ze_result_t::ZE_RESULT_NOT_READY)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { dstptr.write(ze_kernel_timestamp_result_t { global: times, context: times }) };
        Ok(())
    }))
}
