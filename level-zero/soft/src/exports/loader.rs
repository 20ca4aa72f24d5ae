//! Functions that the loader's static part looks up in `libze_loader.so.1` first, and the loader's public
//! functions besides the API.

use core::ffi::{c_char, c_void};
use core::ptr;

use level_zero_sys::*;

/// Bytes of a component name with its NUL.
const ZEL_COMPONENT_STRING_SIZE: usize = 64;

/// Version of the loader that this library behaves like.
const LOADER_VERSION: [i32; 3] = [1, 32, 0];

/// A part of the loader.
#[repr(C)]
pub struct zel_component_version_t {
    component_name: [c_char; ZEL_COMPONENT_STRING_SIZE],
    spec_version: ze_api_version_t,
    component_lib_version: [i32; 3],
}

fn component() -> zel_component_version_t {
    let mut component_name = [0; ZEL_COMPONENT_STRING_SIZE];
    for (place, byte) in component_name.iter_mut().zip(b"loader") {
        *place = *byte as c_char;
    }
    zel_component_version_t {
        component_name,
        spec_version: ze_api_version_t::ZE_API_VERSION_CURRENT,
        component_lib_version: LOADER_VERSION,
    }
}

/// `zeLoaderInit`: there is nothing to look for.
#[unsafe(no_mangle)]
pub extern "C" fn zeLoaderInit() -> ze_result_t {
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zeLoaderGetTracingHandle`: there is no tracing layer.
#[unsafe(no_mangle)]
pub extern "C" fn zeLoaderGetTracingHandle() -> *mut c_void {
    ptr::null_mut()
}

/// `zelLoaderDriverCheck`: the one driver is fine.
#[unsafe(no_mangle)]
pub extern "C" fn zelLoaderDriverCheck() -> ze_result_t {
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zelLoaderGetVersion`
///
/// # Safety
/// The pointer is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelLoaderGetVersion(version: *mut zel_component_version_t) -> ze_result_t {
    if version.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { version.write(component()) };
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zelGetLoaderVersion`
///
/// # Safety
/// The pointer is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelGetLoaderVersion(version: *mut zel_component_version_t) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { zelLoaderGetVersion(version) }
}

/// `zelLoaderGetVersions`: of one component, the loader.
///
/// # Safety
/// The count is null or valid; the array is null or as long as the count says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelLoaderGetVersions(
    num_elems: *mut usize,
    versions: *mut zel_component_version_t,
) -> ze_result_t {
    if num_elems.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: not null, and valid as the caller vouches.
    let room = unsafe { num_elems.read() };
    if !versions.is_null() && room > 0 {
        // SAFETY: the array has room for at least one.
        unsafe { versions.write(component()) };
    }
    // SAFETY: as above.
    unsafe { num_elems.write(1) };
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zelLoaderGetVersionsInternal`
///
/// # Safety
/// As [`zelLoaderGetVersions`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelLoaderGetVersionsInternal(
    num_elems: *mut usize,
    versions: *mut zel_component_version_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { zelLoaderGetVersions(num_elems, versions) }
}

/// `zelLoaderTranslateHandle`: handles are the driver's own.
///
/// # Safety
/// The result pointer is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelLoaderTranslateHandle(
    _handleType: u32,
    handleIn: *mut c_void,
    handleOut: *mut *mut c_void,
) -> ze_result_t {
    if handleIn.is_null() || handleOut.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { handleOut.write(handleIn) };
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zelLoaderTranslateHandleInternal`
///
/// # Safety
/// As [`zelLoaderTranslateHandle`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelLoaderTranslateHandleInternal(
    handleType: u32,
    handleIn: *mut c_void,
    handleOut: *mut *mut c_void,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    unsafe { zelLoaderTranslateHandle(handleType, handleIn, handleOut) }
}

/// `zelSetDriverTeardown`: this library works until the process ends.
#[unsafe(no_mangle)]
pub extern "C" fn zelSetDriverTeardown() -> ze_result_t {
    ze_result_t::ZE_RESULT_SUCCESS
}

/// `zelCheckIsLoaderInTearDown`: never, see [`zelSetDriverTeardown`].
#[unsafe(no_mangle)]
pub extern "C" fn zelCheckIsLoaderInTearDown() -> bool {
    false
}

/// `zelSetDelayLoaderContextTeardown`: there is no context of a loader.
#[unsafe(no_mangle)]
pub extern "C" fn zelSetDelayLoaderContextTeardown() {}

/// `zelLoaderContextTeardown`: there is no context of a loader.
#[unsafe(no_mangle)]
pub extern "C" fn zelLoaderContextTeardown() {}

/// `zelRegisterTeardownCallback`: accepted and never called, see [`zelSetDriverTeardown`].
///
/// # Safety
/// The result pointers are null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelRegisterTeardownCallback(
    application_callback: Option<unsafe extern "C" fn()>,
    loader_callback: *mut unsafe extern "C" fn(u32),
    index: *mut u32,
) -> ze_result_t {
    unsafe extern "C" fn forget(_index: u32) {}
    if application_callback.is_none() || loader_callback.is_null() || index.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    // SAFETY: not null, and writable as the caller vouches.
    unsafe {
        loader_callback.write(forget);
        index.write(1);
    }
    ze_result_t::ZE_RESULT_SUCCESS
}
