//! Extensions, and functions that are found by name only.

use core::ffi::{CStr, c_char, c_void};
use core::ptr;

use level_zero_sys::*;

use crate::driver::DriverObject;
use crate::object::Object;
use crate::{dispatch, event, faults, property};

/// The extensions of this driver: name, version, and the specification version that they came with.
const EXTENSIONS: &[(&CStr, u32, ze_api_version_t)] = &[
    // Version 1.1 of it, and the layout of its lists of tables, are those of 1.14.
    (ZE_DRIVER_DDI_HANDLES_EXT_NAME, ze_make_version(1, 1), ze_api_version_t::ZE_API_VERSION_1_14),
    (ZE_DEVICE_IP_VERSION_EXT_NAME, ze_make_version(1, 0), ze_api_version_t::ZE_API_VERSION_1_0),
    (ZE_PCI_PROPERTIES_EXT_NAME, ze_make_version(1, 0), ze_api_version_t::ZE_API_VERSION_1_3),
    (ZE_MEMORY_FREE_POLICIES_EXT_NAME, ze_make_version(1, 0), ze_api_version_t::ZE_API_VERSION_1_3),
    (ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME, ze_make_version(1, 0), ze_api_version_t::ZE_API_VERSION_1_9),
    (ZEX_COUNTER_BASED_EVENT_EXT_NAME, ze_make_version(1, 0), ze_api_version_t::ZE_API_VERSION_1_0),
];

macro_rules! functions_by_name {
    ($($(#[$meta:meta])* $pointer:ident = $name:ident($($parameters:tt)*) -> $result:ty;)*) => {
        /// The functions that programs find by name.
        const FUNCTIONS: &[(&str, Function)] = &[
            ("zeCommandListAppendHostFunction", Function(dispatch::zeCommandListAppendHostFunction as *mut c_void)),
            $((stringify!($name), Function(dispatch::$name as *mut c_void)),)*
        ];
    };
}

/// Address of a function.
struct Function(*mut c_void);

for_each_extension_function!(functions_by_name);

/// Whether a function can be found by name, and so does not depend on the specification version.
pub(crate) fn by_name(name: &str) -> bool {
    FUNCTIONS.iter().any(|(function, _)| *function == name)
}

/// Whether this is the name of an extension of this driver, refused or not.
pub(crate) fn is_extension(name: &str) -> bool {
    EXTENSIONS.iter().any(|(extension, ..)| extension.to_bytes() == name.as_bytes())
}

/// Whether the driver has an extension, which may be too new for its version or refused.
pub(crate) fn offers(name: &CStr) -> bool {
    offered().any(|(extension, _)| extension == name)
}

fn offered() -> impl Iterator<Item = (&'static CStr, u32)> {
    let settings = faults::settings();
    EXTENSIONS
        .iter()
        .filter(|(name, _, since)| {
            *since <= settings.api_version && !name.to_str().is_ok_and(|name| settings.refused.contains(name))
        })
        .map(|(name, version, _)| (*name, *version))
}

/// `zeDriverGetExtensionProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetExtensionProperties(
    hDriver: ze_driver_handle_t,
    pCount: *mut u32,
    pExtensionProperties: *mut ze_driver_extension_properties_t,
) -> ze_result_t {
    if let Err(error) = Object::<DriverObject>::get(hDriver) {
        return error;
    }
    let extensions: Vec<_> = offered().collect();
    // SAFETY: as the caller vouches.
    unsafe {
        property::list(pCount, pExtensionProperties, &extensions, |properties, (name, version)| {
            property::name(&mut properties.name, name.to_bytes());
            properties.version = *version;
        })
    }
}

/// `zeDriverGetExtensionFunctionAddress`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeDriverGetExtensionFunctionAddress(
    hDriver: ze_driver_handle_t,
    name: *const c_char,
    ppFunctionAddress: *mut *mut c_void,
) -> ze_result_t {
    if let Err(error) = Object::<DriverObject>::get(hDriver) {
        return error;
    }
    if name.is_null() || ppFunctionAddress.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: the caller gives a string that ends in NUL.
    let name = unsafe { CStr::from_ptr(name) };
    let found = name
        .to_str()
        .ok()
        .filter(|name| !faults::settings().refused.contains(*name))
        .and_then(|name| FUNCTIONS.iter().find(|(function, _)| *function == name));
    let address = found.map_or(ptr::null_mut(), |(_, function)| function.0);
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { ppFunctionAddress.write(address) };
    if address.is_null() {
        ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT
    } else {
        ze_result_t::ZE_RESULT_SUCCESS
    }
}

/// `zexCounterBasedEventGetIpcHandle`: the older form of `zeEventCounterBasedGetIpcHandle`.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zexCounterBasedEventGetIpcHandle(
    hEvent: ze_event_handle_t,
    phIpc: *mut zex_ipc_counter_based_event_handle_t,
) -> ze_result_t {
    // SAFETY: the handles of both forms are the same bytes; the rest as the caller vouches.
    unsafe { event::zeEventCounterBasedGetIpcHandle(hEvent, phIpc.cast()) }
}

/// `zexCounterBasedEventOpenIpcHandle`: the older form of `zeEventCounterBasedOpenIpcHandle`.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zexCounterBasedEventOpenIpcHandle(
    hContext: ze_context_handle_t,
    hIpc: zex_ipc_counter_based_event_handle_t,
    phEvent: *mut ze_event_handle_t,
) -> ze_result_t {
    let handle = ze_ipc_event_counter_based_handle_t { data: hIpc.data };
    // SAFETY: as the caller vouches.
    unsafe { event::zeEventCounterBasedOpenIpcHandle(hContext, handle, phEvent) }
}

/// `zexCounterBasedEventCloseIpcHandle`: the older form of `zeEventCounterBasedCloseIpcHandle`.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zexCounterBasedEventCloseIpcHandle(hEvent: ze_event_handle_t) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { event::zeEventCounterBasedCloseIpcHandle(hEvent) }
}

/// `zexEventGetDeviceAddress`: the older form of `zeEventCounterBasedGetDeviceAddress`.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zexEventGetDeviceAddress(
    event: ze_event_handle_t,
    completionValue: *mut u64,
    address: *mut u64,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { event::zeEventCounterBasedGetDeviceAddress(event, completionValue, address) }
}
