//! Contexts.

use core::ffi::c_void;

use level_zero_sys::*;

use crate::device::{self, Device};
use crate::driver::{self, DriverObject};
use crate::object::{Object, ObjectKind};
use crate::property;

/// A context: the devices that it was made for.
pub struct Context {
    /// Handles of the devices, in the order of the driver.
    pub devices: Vec<ze_device_handle_t>,
}

// SAFETY: the handles are addresses of objects that live as long as the process; nothing is reached through them
// but by the registry.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl ObjectKind for Context {
    const KIND: u64 = u64::from_be_bytes(*b"context ");
    type Handle = ze_context_handle_t;
}

impl Context {
    /// Whether the context was made for this device.
    pub fn has(&self, device: ze_device_handle_t) -> bool {
        self.devices.contains(&device)
    }

    /// Checks that the device is alive and belongs to the context.
    ///
    /// # Errors
    /// Those of [`Object::get`], and `ZE_RESULT_ERROR_INVALID_ARGUMENT` for a device of another context.
    pub fn check(&self, device: ze_device_handle_t) -> Result<(), ze_result_t> {
        Object::<Device>::get(device)?;
        if self.has(device) { Ok(()) } else { Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT) }
    }
}

/// `zeContextCreate`: for all devices.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextCreate(
    hDriver: ze_driver_handle_t,
    desc: *const ze_context_desc_t,
    phContext: *mut ze_context_handle_t,
) -> ze_result_t {
    // SAFETY: no devices are given; the rest as the caller vouches.
    unsafe { zeContextCreateEx(hDriver, desc, 0, core::ptr::null_mut(), phContext) }
}

/// `zeContextCreateEx`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextCreateEx(
    hDriver: ze_driver_handle_t,
    desc: *const ze_context_desc_t,
    numDevices: u32,
    phDevices: *mut ze_device_handle_t,
    phContext: *mut ze_context_handle_t,
) -> ze_result_t {
    if let Err(error) = Object::<DriverObject>::get(hDriver) {
        return error;
    }
    if desc.is_null() || phContext.is_null() || (phDevices.is_null() && numDevices > 0) {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    let devices = if numDevices == 0 {
        device::handles().to_vec()
    } else {
        // SAFETY: the array is not null and has as many entries as the caller says.
        let mut devices = unsafe { core::slice::from_raw_parts(phDevices, numDevices as usize) }.to_vec();
        devices.sort_by_key(|handle| handle.0);
        devices.dedup();
        devices
    };
    for device in &devices {
        if let Err(error) = Object::<Device>::get(*device) {
            return error;
        }
    }
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { phContext.write(Object::create(Context { devices })) };
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zeContextDestroy`. The default context is the driver's and stays.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextDestroy(hContext: ze_context_handle_t) -> ze_result_t {
    if driver::is_default_context(hContext) {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    property::result(Object::<Context>::destroy(hContext).map(drop))
}

/// `zeContextGetStatus`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextGetStatus(hContext: ze_context_handle_t) -> ze_result_t {
    property::result(Object::<Context>::get(hContext).map(drop))
}

/// `zeContextMakeMemoryResident`: all memory always is.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextMakeMemoryResident(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    ptr: *mut c_void,
    size: usize,
) -> ze_result_t {
    check_residency(hContext, hDevice, ptr, size)
}

/// `zeContextEvictMemory`: nothing moves.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeContextEvictMemory(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    ptr: *mut c_void,
    size: usize,
) -> ze_result_t {
    check_residency(hContext, hDevice, ptr, size)
}

fn check_residency(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    pointer: *mut c_void,
    size: usize,
) -> ze_result_t {
    match Object::<Context>::get(context).and_then(|context| context.check(device)) {
        Err(error) => error,
        Ok(()) if pointer.is_null() => ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER,
        Ok(()) if size == 0 => ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE,
        Ok(()) => ze_result_t::ZE_RESULT_SUCCESS,
    }
}
