//! Level Zero's codes by their last words, as defects answer them.

use level_zero_sys::ze_result_t;

pub(crate) const SUCCESS: ze_result_t = ze_result_t::ZE_RESULT_SUCCESS;
pub(crate) const NOT_READY: ze_result_t = ze_result_t::ZE_RESULT_NOT_READY;
pub(crate) const DEVICE_LOST: ze_result_t = ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST;
pub(crate) const HANDLE_OBJECT_IN_USE: ze_result_t = ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
pub(crate) const INVALID_ARGUMENT: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
pub(crate) const OUT_OF_DEVICE_MEMORY: ze_result_t = ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
pub(crate) const OUT_OF_HOST_MEMORY: ze_result_t = ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
pub(crate) const UNINITIALIZED: ze_result_t = ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED;
pub(crate) const UNSUPPORTED_FEATURE: ze_result_t = ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
pub(crate) const UNSUPPORTED_SIZE: ze_result_t = ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
