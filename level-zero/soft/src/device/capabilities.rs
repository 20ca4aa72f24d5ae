//! Limits of kernels, modules and images. Nothing here runs kernels, but programs read the limits.

use level_zero_sys::*;

use super::answer;

const GROUP_SIZE: u32 = 1_024;
const LOCAL_MEMORY: u32 = 128 << 10;
const SUB_GROUP_SIZES: [u32; 2] = [16, 32];
const ARGUMENTS_SIZE: u32 = 2_048;
const PRINT_BUFFER_SIZE: u32 = 4 << 20;

/// `zeDeviceGetComputeProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetComputeProperties(
    hDevice: ze_device_handle_t,
    pComputeProperties: *mut ze_device_compute_properties_t,
) -> ze_result_t {
    let fill = |_: &_, properties: &mut ze_device_compute_properties_t| {
        properties.maxTotalGroupSize = GROUP_SIZE;
        properties.maxGroupSizeX = GROUP_SIZE;
        properties.maxGroupSizeY = GROUP_SIZE;
        properties.maxGroupSizeZ = GROUP_SIZE;
        properties.maxGroupCountX = u32::MAX;
        properties.maxGroupCountY = u32::MAX;
        properties.maxGroupCountZ = u32::MAX;
        properties.maxSharedLocalMemory = LOCAL_MEMORY;
        properties.numSubGroupSizes = SUB_GROUP_SIZES.len() as u32;
        properties.subGroupSizes[..SUB_GROUP_SIZES.len()].copy_from_slice(&SUB_GROUP_SIZES);
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pComputeProperties, fill) }
}

/// `zeDeviceGetModuleProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetModuleProperties(
    hDevice: ze_device_handle_t,
    pModuleProperties: *mut ze_device_module_properties_t,
) -> ze_result_t {
    let fill = |_: &_, properties: &mut ze_device_module_properties_t| {
        properties.spirvVersionSupported = ze_make_version(1, 2);
        properties.flags = ze_device_module_flags_t(0);
        properties.fp16flags = ze_device_fp_flags_t(0);
        properties.fp32flags = ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST
            | ze_device_fp_flags_t::ZE_DEVICE_FP_FLAG_INF_NAN;
        properties.fp64flags = ze_device_fp_flags_t(0);
        properties.maxArgumentsSize = ARGUMENTS_SIZE;
        properties.printfBufferSize = PRINT_BUFFER_SIZE;
        properties.nativeKernelSupported = ze_native_kernel_uuid_t::default();
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pModuleProperties, fill) }
}

/// `zeDeviceGetImageProperties`: no images.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetImageProperties(
    hDevice: ze_device_handle_t,
    pImageProperties: *mut ze_device_image_properties_t,
) -> ze_result_t {
    let fill = |_: &_, properties: &mut ze_device_image_properties_t| {
        let (stype, pNext) = (properties.stype, properties.pNext);
        *properties = ze_device_image_properties_t { stype, pNext, ..ze_device_image_properties_t::new() };
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pImageProperties, fill) }
}
