//! The tracing interface of a loader: there, and unsupported.

use core::ffi::c_void;

use level_zero_sys::*;

use super::define_unsupported;

define_unsupported! {
    ze_result_t {
        zelTracerCreate zelTracerDestroy zelTracerSetPrologues zelTracerSetEpilogues zelTracerSetEnabled
        zelEnableTracingLayer zelDisableTracingLayer zelGetTracingLayerState
    }
}

/// `zelGetTracerApiProcAddrTable`
///
/// # Safety
/// The table is null or has room for five addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zelGetTracerApiProcAddrTable(
    _version: ze_api_version_t,
    pDdiTable: *mut [*const c_void; 5],
) -> ze_result_t {
    if pDdiTable.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    let table = [
        zelTracerCreate as *const c_void,
        zelTracerDestroy as *const c_void,
        zelTracerSetPrologues as *const c_void,
        zelTracerSetEpilogues as *const c_void,
        zelTracerSetEnabled as *const c_void,
    ];
    // SAFETY: not null, and with room for five addresses.
    unsafe { pDdiTable.write(table) };
    ze_result_t::ZE_RESULT_SUCCESS
}
