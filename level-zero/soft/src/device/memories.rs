//! Memory and caches of devices.

use level_zero_sys::*;

use super::{Device, MEMORY_SIZE, answer};
use crate::object::Object;
use crate::property;

const CLOCK_MHZ: u32 = 2_000;
const BUS_BITS: u32 = 192;

/// `zeDeviceGetMemoryProperties`: one memory.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetMemoryProperties(
    hDevice: ze_device_handle_t,
    pCount: *mut u32,
    pMemProperties: *mut ze_device_memory_properties_t,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hDevice) {
        return error;
    }
    // SAFETY: as the caller vouches.
    unsafe {
        property::list(pCount, pMemProperties, &["memory files"], |properties, name| {
            properties.flags = ze_device_memory_property_flags_t(0);
            properties.maxClockRate = CLOCK_MHZ;
            properties.maxBusWidth = BUS_BITS;
            properties.totalSize = MEMORY_SIZE;
            property::name(&mut properties.name, name.as_bytes());
        })
    }
}

/// `zeDeviceGetMemoryAccessProperties`: all of every kind, but for memory of the system allocator.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetMemoryAccessProperties(
    hDevice: ze_device_handle_t,
    pMemAccessProperties: *mut ze_device_memory_access_properties_t,
) -> ze_result_t {
    let all = ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_RW
        | ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC
        | ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT
        | ze_memory_access_cap_flags_t::ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC;
    let fill = |_: &_, properties: &mut ze_device_memory_access_properties_t| {
        properties.hostAllocCapabilities = all;
        properties.deviceAllocCapabilities = all;
        properties.sharedSingleDeviceAllocCapabilities = all;
        properties.sharedCrossDeviceAllocCapabilities = all;
        properties.sharedSystemAllocCapabilities = ze_memory_access_cap_flags_t(0);
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pMemAccessProperties, fill) }
}

/// `zeDeviceGetCacheProperties`: none.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetCacheProperties(
    hDevice: ze_device_handle_t,
    pCount: *mut u32,
    pCacheProperties: *mut ze_device_cache_properties_t,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hDevice) {
        return error;
    }
    // SAFETY: as the caller vouches.
    unsafe { property::list(pCount, pCacheProperties, &[], |_, _: &()| ()) }
}

/// `zeDeviceGetExternalMemoryProperties`: opaque file descriptors.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetExternalMemoryProperties(
    hDevice: ze_device_handle_t,
    pExternalMemoryProperties: *mut ze_device_external_memory_properties_t,
) -> ze_result_t {
    let opaque = ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;
    let fill = |_: &_, properties: &mut ze_device_external_memory_properties_t| {
        properties.memoryAllocationImportTypes = opaque;
        properties.memoryAllocationExportTypes = opaque;
        properties.imageImportTypes = ze_external_memory_type_flags_t(0);
        properties.imageExportTypes = ze_external_memory_type_flags_t(0);
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pExternalMemoryProperties, fill) }
}
