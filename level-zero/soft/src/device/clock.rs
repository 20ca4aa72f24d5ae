//! The clock of the devices, which is the host's.

use level_zero_sys::*;

use super::Device;
use crate::object::Object;

/// One cycle is a nanosecond.
pub(crate) const NANOSECONDS_PER_CYCLE: u64 = 1;

/// Cycles in a second.
pub(crate) const CYCLES_PER_SECOND: u64 = 1_000_000_000;

/// Time of the device clock, in cycles. All processes see the same clock.
pub(crate) fn now_cycles() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the place for the time is valid.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &mut now) };
    assert_eq!(result, 0, "Linux has this clock");
    now.tv_sec as u64 * CYCLES_PER_SECOND + now.tv_nsec as u64 / NANOSECONDS_PER_CYCLE
}

/// `zeDeviceGetGlobalTimestamps`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetGlobalTimestamps(
    hDevice: ze_device_handle_t,
    hostTimestamp: *mut u64,
    deviceTimestamp: *mut u64,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hDevice) {
        return error;
    }
    if hostTimestamp.is_null() || deviceTimestamp.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    let now = now_cycles();
    // SAFETY: not null, and writable as the caller vouches.
    unsafe {
        hostTimestamp.write(now * NANOSECONDS_PER_CYCLE);
        deviceTimestamp.write(now);
    }
    ze_result_t::ZE_RESULT_SUCCESS
}
