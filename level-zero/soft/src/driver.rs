//! Initialisation and the driver.

use core::ffi::{c_char, c_void};
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::LazyLock;

use level_zero_sys::*;

use crate::context::Context;
use crate::object::{Object, ObjectKind};
use crate::{device, extension, faults, last_error, property};

/// Major and minor version of the driver; the build is a setting.
const DRIVER_VERSION: (u32, u32) = (1, 17);

/// The part of the driver's UUID before its version.
const UUID: &[u8; 12] = b"soft driver\0";

/// The one driver.
pub struct DriverObject;

impl ObjectKind for DriverObject {
    const KIND: u64 = u64::from_be_bytes(*b"driver  ");
    type Handle = ze_driver_handle_t;
}

/// A handle that lives as long as the process.
struct Lasting<H>(H);

// SAFETY: the address of an object; nothing is reached through it but by the registry.
unsafe impl<H> Send for Lasting<H> {}
// SAFETY: as above.
unsafe impl<H> Sync for Lasting<H> {}

static DRIVER: LazyLock<Lasting<ze_driver_handle_t>> =
    LazyLock::new(|| Lasting(Object::create(DriverObject)));

static DEFAULT_CONTEXT: LazyLock<Lasting<ze_context_handle_t>> =
    LazyLock::new(|| Lasting(Object::create(Context { devices: device::handles().to_vec() })));

static INITIALIZED: AtomicBool = AtomicBool::new(false);

/// The handle of the driver.
pub(crate) fn handle() -> ze_driver_handle_t {
    DRIVER.0
}

/// Remembers the initialisation, or refuses it when the environment is wrong.
pub(crate) fn initialize() -> ze_result_t {
    if !faults::valid() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    INITIALIZED.store(true, Ordering::Relaxed);
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zeInit`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeInit(flags: ze_init_flags_t) -> ze_result_t {
    let known = ze_init_flags_t::ZE_INIT_FLAG_GPU_ONLY | ze_init_flags_t::ZE_INIT_FLAG_VPU_ONLY;
    if !known.contains(flags) {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION;
    }
    if flags == ze_init_flags_t::ZE_INIT_FLAG_VPU_ONLY {
        return ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED;
    }
    initialize()
}

/// `zeInitDrivers`: one driver for GPUs, none for others.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeInitDrivers(
    pCount: *mut u32,
    phDrivers: *mut ze_driver_handle_t,
    desc: *mut ze_init_driver_type_desc_t,
) -> ze_result_t {
    if pCount.is_null() || desc.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: not null, and valid as the caller vouches.
    let flags = unsafe { (*desc).flags };
    if flags == ze_init_driver_type_flags_t(0) {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION;
    }
    let result = initialize();
    if result != ze_result_t::ZE_RESULT_SUCCESS {
        return result;
    }
    let wanted = flags.contains(ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_GPU);
    // SAFETY: as the caller vouches.
    unsafe { list_drivers(pCount, phDrivers, wanted) }
}

/// `zeDriverGet`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGet(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t) -> ze_result_t {
    if !INITIALIZED.load(Ordering::Relaxed) {
        return ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED;
    }
    // SAFETY: as the caller vouches.
    unsafe { list_drivers(pCount, phDrivers, true) }
}

/// # Safety
/// The count is null or valid, the array null or as long as the count says.
unsafe fn list_drivers(count: *mut u32, array: *mut ze_driver_handle_t, wanted: bool) -> ze_result_t {
    let drivers = [DRIVER.0];
    let drivers = if wanted { &drivers[..] } else { &[] };
    // SAFETY: as the caller vouches.
    unsafe { property::list(count, array, drivers, |place, driver| *place = *driver) }
}

/// Fills an answer about the driver.
///
/// # Safety
/// The pointer is null or valid.
unsafe fn answer<T>(driver: ze_driver_handle_t, place: *mut T, fill: impl FnOnce(&mut T)) -> ze_result_t {
    property::result(Object::<DriverObject>::get(driver).and_then(|_| {
        // SAFETY: as the caller vouches.
        let place = unsafe { place.as_mut() }.ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER)?;
        fill(place);
        Ok(())
    }))
}

/// `zeDriverGetApiVersion`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetApiVersion(
    hDriver: ze_driver_handle_t,
    version: *mut ze_api_version_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { answer(hDriver, version, |version| *version = faults::settings().api_version) }
}

/// `zeDriverGetProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetProperties(
    hDriver: ze_driver_handle_t,
    pDriverProperties: *mut ze_driver_properties_t,
) -> ze_result_t {
    let fill = |properties: &mut ze_driver_properties_t| {
        let (major, minor) = DRIVER_VERSION;
        properties.driverVersion = major << 24 | minor << 16 | u32::from(faults::settings().driver_build);
        properties.uuid.id[..UUID.len()].copy_from_slice(UUID);
        properties.uuid.id[UUID.len()..].copy_from_slice(&properties.driverVersion.to_le_bytes());
        // SAFETY: the caller gives a valid chain.
        unsafe { property::chain(properties.pNext, |tag, next| fill_extension(tag, next)) };
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDriver, pDriverProperties, fill) }
}

/// # Safety
/// The structure is of the kind that the tag says.
unsafe fn fill_extension(tag: ze_structure_type_t, structure: *mut c_void) {
    if tag == ze_driver_ddi_handles_ext_properties_t::STYPE {
        let flags = if extension::offers(ZE_DRIVER_DDI_HANDLES_EXT_NAME) {
            ze_driver_ddi_handle_ext_flags_t::ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED
        } else {
            ze_driver_ddi_handle_ext_flags_t(0)
        };
        // SAFETY: as the caller vouches.
        unsafe { (*structure.cast::<ze_driver_ddi_handles_ext_properties_t>()).flags = flags };
    }
}

/// `zeDriverGetIpcProperties`: memory; event pools stay in their process.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetIpcProperties(
    hDriver: ze_driver_handle_t,
    pIpcProperties: *mut ze_driver_ipc_properties_t,
) -> ze_result_t {
    let fill = |properties: &mut ze_driver_ipc_properties_t| {
        properties.flags = ze_ipc_property_flags_t::ZE_IPC_PROPERTY_FLAG_MEMORY;
    };
    // SAFETY: as the caller vouches.
    unsafe { answer(hDriver, pIpcProperties, fill) }
}

/// `zeDriverGetLastErrorDescription`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetLastErrorDescription(
    hDriver: ze_driver_handle_t,
    ppString: *mut *const c_char,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { answer(hDriver, ppString, |string| *string = last_error::get()) }
}

/// `zeDriverGetDefaultContext`: of all devices.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetDefaultContext(hDriver: ze_driver_handle_t) -> ze_context_handle_t {
    match Object::<DriverObject>::get(hDriver) {
        Ok(_) => DEFAULT_CONTEXT.0,
        Err(_) => ze_context_handle_t::NULL,
    }
}

/// Whether a context is the driver's own.
pub(crate) fn is_default_context(context: ze_context_handle_t) -> bool {
    DEFAULT_CONTEXT.0 == context
}
