//! Devices.

mod capabilities;
mod clock;
mod memories;
mod peers;
mod properties;
mod usage;

use std::sync::LazyLock;

use level_zero_sys::*;

use crate::driver::DriverObject;
use crate::object::{Object, ObjectKind};
use crate::{command_list, faults, property};

pub use capabilities::*;
pub use clock::*;
pub use memories::*;
pub use peers::*;
pub use properties::*;
pub(crate) use usage::{Taken, free_bytes};

/// Granularity of all kinds of memory, in bytes.
pub(crate) const PAGE_SIZE: usize = 64 << 10;

/// The page size for memory of a size, in bytes.
pub(crate) fn page_size(size: usize) -> usize {
    if size >= LARGE_PAGE && faults::uses(faults::Freedom::PageSizes) { LARGE_PAGE } else { PAGE_SIZE }
}

/// Granularity of what is at least as large, where there are pages of two sizes.
pub(crate) const LARGE_PAGE: usize = 2 << 20;

/// Memory of a device, in bytes.
pub(crate) const MEMORY_SIZE: u64 = 16 << 30;

/// Largest single allocation, in bytes.
pub(crate) const MAX_ALLOCATION: u64 = 8 << 30;

/// A device.
pub struct Device {
    /// Its place in the list of devices.
    pub index: u32,
}

impl ObjectKind for Device {
    const KIND: u64 = u64::from_be_bytes(*b"device  ");
    type Handle = ze_device_handle_t;
}

/// The devices, which live as long as the process.
struct Devices(Vec<ze_device_handle_t>);

// SAFETY: addresses of objects; nothing is reached through them but by the registry.
unsafe impl Send for Devices {}
// SAFETY: as above.
unsafe impl Sync for Devices {}

static DEVICES: LazyLock<Devices> = LazyLock::new(|| {
    Devices((0..faults::settings().devices).map(|index| Object::create(Device { index })).collect())
});

/// The handles of all devices, by index.
pub(crate) fn handles() -> &'static [ze_device_handle_t] {
    &DEVICES.0
}

/// Fills an answer about a device.
///
/// # Safety
/// The pointer is null or valid.
unsafe fn answer<T>(
    device: ze_device_handle_t,
    place: *mut T,
    fill: impl FnOnce(&Device, &mut T),
) -> ze_result_t {
    property::result(Object::<Device>::get(device).and_then(|device| {
        // SAFETY: as the caller vouches.
        let place = unsafe { place.as_mut() }.ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        fill(&device, place);
        Ok(())
    }))
}

/// `zeDeviceGet`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGet(
    hDriver: ze_driver_handle_t,
    pCount: *mut u32,
    phDevices: *mut ze_device_handle_t,
) -> ze_result_t {
    if let Err(error) = Object::<DriverObject>::get(hDriver) {
        return error;
    }
    // SAFETY: as the caller vouches.
    unsafe { property::list(pCount, phDevices, handles(), |place, device| *place = *device) }
}

/// `zeDeviceGetRootDevice`: null, since no device is part of another.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetRootDevice(
    hDevice: ze_device_handle_t,
    phRootDevice: *mut ze_device_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { answer(hDevice, phRootDevice, |_, root| *root = ze_device_handle_t::NULL) }
}

/// `zeDeviceGetSubDevices`: none.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetSubDevices(
    hDevice: ze_device_handle_t,
    pCount: *mut u32,
    phSubdevices: *mut ze_device_handle_t,
) -> ze_result_t {
    if let Err(error) = Object::<Device>::get(hDevice) {
        return error;
    }
    // SAFETY: as the caller vouches.
    unsafe { property::list(pCount, phSubdevices, &[], |_, _: &()| ()) }
}

/// `zeDeviceGetStatus`: it works.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceGetStatus(hDevice: ze_device_handle_t) -> ze_result_t {
    property::result(Object::<Device>::get(hDevice).map(drop))
}

/// `zeDeviceSynchronize`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDeviceSynchronize(hDevice: ze_device_handle_t) -> ze_result_t {
    match Object::<Device>::get(hDevice) {
        Ok(_) => command_list::synchronize_device(hDevice),
        Err(error) => error,
    }
}
