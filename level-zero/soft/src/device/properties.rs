//! Identity and general properties of devices.

use core::ffi::c_void;

use level_zero_sys::*;

use super::clock::{CYCLES_PER_SECOND, NANOSECONDS_PER_CYCLE};
use super::{Device, MAX_ALLOCATION, PAGE_SIZE, answer};
use crate::faults::{self, Freedom, uses};
use crate::property;

/// An identity that Unified Runtime takes for a GPU which the newest driver supports.
const VENDOR_ID: u32 = 0x8086;
const DEVICE_ID: u32 = 0xe20b;

/// The beginning of the devices' UUIDs; their indices follow.
const UUID: &[u8; 12] = b"soft device\0";

/// Numbers without a meaning here, which programs want to be sensible.
const CORE_CLOCK_MHZ: u32 = 2_000;
const THREADS_PER_EU: u32 = 8;
const SIMD_WIDTH: u32 = 16;
const EUS_PER_SUBSLICE: u32 = 8;
const SUBSLICES_PER_SLICE: u32 = 4;
const SLICES: u32 = 1;
const HARDWARE_CONTEXTS: u32 = 65_536;

/// Queues of the one queue group.
const QUEUES: u32 = 4;

/// Valid bits of timestamps.
const TIMESTAMP_BITS: u32 = u64::BITS;

/// `zeDeviceGetProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetProperties(
    hDevice: ze_device_handle_t,
    pDeviceProperties: *mut ze_device_properties_t,
) -> ze_result_t {
    let fill = |device: &Device, properties: &mut ze_device_properties_t| {
        let (tag, next) = (properties.stype, properties.pNext);
        *properties = general(device);
        (properties.stype, properties.pNext) = (tag, next);
        if tag == ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 {
            properties.timerResolution = CYCLES_PER_SECOND;
        }
        // SAFETY: the caller gives a valid chain.
        unsafe { property::chain(next, |tag, structure| fill_extension(tag, structure)) };
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, pDeviceProperties, fill) }
}

/// The UUID of the device with an index.
pub(crate) fn uuid(index: u32) -> [u8; ZE_MAX_DEVICE_UUID_SIZE] {
    let mut id = [0; ZE_MAX_DEVICE_UUID_SIZE];
    id[..UUID.len()].copy_from_slice(UUID);
    id[UUID.len()..].copy_from_slice(&index.to_le_bytes());
    id
}

fn general(device: &Device) -> ze_device_properties_t {
    let mut properties = ze_device_properties_t::new();
    properties.type_ = ze_device_type_t::ZE_DEVICE_TYPE_GPU;
    properties.vendorId = VENDOR_ID;
    properties.deviceId = DEVICE_ID;
    properties.coreClockRate = CORE_CLOCK_MHZ;
    properties.maxMemAllocSize = MAX_ALLOCATION;
    properties.maxHardwareContexts = HARDWARE_CONTEXTS;
    properties.numThreadsPerEU = THREADS_PER_EU;
    properties.physicalEUSimdWidth = SIMD_WIDTH;
    properties.numEUsPerSubslice = EUS_PER_SUBSLICE;
    properties.numSubslicesPerSlice = SUBSLICES_PER_SLICE;
    properties.numSlices = SLICES;
    properties.timerResolution = NANOSECONDS_PER_CYCLE;
    properties.timestampValidBits = TIMESTAMP_BITS;
    properties.kernelTimestampValidBits = TIMESTAMP_BITS;
    properties.uuid.id = uuid(device.index);
    property::name(&mut properties.name, format!("Software GPU {}", device.index).as_bytes());
    properties
}

/// # Safety
/// The structure is of the kind that the tag says.
unsafe fn fill_extension(tag: ze_structure_type_t, structure: *mut c_void) {
    if tag == ze_device_ip_version_ext_t::STYPE {
        // SAFETY: as the caller vouches.
        unsafe {
            (*structure.cast::<ze_device_ip_version_ext_t>()).ipVersion = faults::settings().ip_version
        };
    } else if tag == ze_device_event_properties_t::STYPE {
        let flags = ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC;
        // SAFETY: as the caller vouches.
        unsafe { (*structure.cast::<ze_device_event_properties_t>()).flags = flags };
    }
}

/// `zeDeviceGetCommandQueueGroupProperties`: one group, which can do everything.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetCommandQueueGroupProperties(
    hDevice: ze_device_handle_t,
    pCount: *mut u32,
    pCommandQueueGroupProperties: *mut ze_command_queue_group_properties_t,
) -> ze_result_t {
    if let Err(error) = crate::object::Object::<Device>::get(hDevice) {
        return error;
    }
    let flags = ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE
        | ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
    // SAFETY: as the caller vouches.
    unsafe {
        property::list(pCount, pCommandQueueGroupProperties, &[flags], |properties, flags| {
            properties.flags = *flags;
            properties.maxMemoryFillPatternSize = PAGE_SIZE;
            properties.numQueues = if uses(Freedom::OneEngine) { 1 } else { QUEUES };
        })
    }
}
