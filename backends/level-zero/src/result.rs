//! `ze_result_t`, its meaning as a result of UR, and the macros that call entry points.

use level_zero_sys::ze_result_t;
use ur_ipc_api::UrResult;

/// The outcome of a call of Level Zero: every answer but success is an error.
pub type Ze<T = ()> = Result<T, ze_result_t>;

/// Calls an entry point of the [`Functions`](level_zero_sys::Functions) given. One that the loader lacks answers
/// `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`, as one does that the driver lacks.
macro_rules! ze {
    ($functions:expr, $name:ident($($argument:expr),* $(,)?)) => {
        match $functions.$name {
            Some(function) => function($($argument),*).ok(),
            None => Err(::level_zero_sys::ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE),
        }
    };
}

pub(crate) use ze;

/// A handle of Level Zero. Handles name objects of the process, not of a thread; Level Zero asks for order only
/// between calls that use the same object, which whoever keeps one sees to.
#[derive(Clone, Copy, Debug)]
pub struct Native<H>(pub H);

// SAFETY: a handle is a name; the specification lets every thread use it.
unsafe impl<H> Send for Native<H> {}
// SAFETY: as above.
unsafe impl<H> Sync for Native<H> {}

/// True for the answers by which a loader or driver says that it lacks something.
pub fn is_lacking(result: ze_result_t) -> bool {
    [
        ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
        ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_VERSION,
        ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED,
        ze_result_t::ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE,
    ]
    .contains(&result)
}

/// True for the answers by which a driver says that it cannot do what was asked for, or does not know it.
pub fn is_refusal(result: UrResult) -> bool {
    [
        UrResult::ERROR_UNSUPPORTED_FEATURE,
        UrResult::ERROR_UNSUPPORTED_VERSION,
        UrResult::ERROR_UNINITIALIZED,
        UrResult::ERROR_INVALID_ARGUMENT,
        UrResult::ERROR_INVALID_ENUMERATION,
        UrResult::ERROR_INVALID_VALUE,
        UrResult::ERROR_UNSUPPORTED_ENUMERATION,
        UrResult::ERROR_UNSUPPORTED_SIZE,
    ]
    .contains(&result)
}

macro_rules! ur_results {
    ($($ze:ident => $ur:ident,)*) => {
        /// UR's word for an answer of Level Zero.
        pub fn ur(result: ze_result_t) -> UrResult {
            match result {
                $(ze_result_t::$ze => UrResult::$ur,)*
                _ => UrResult::ERROR_ADAPTER_SPECIFIC,
            }
        }
    };
}

ur_results! {
    ZE_RESULT_SUCCESS => SUCCESS,
    ZE_RESULT_NOT_READY => ERROR_INVALID_OPERATION,
    ZE_RESULT_ERROR_DEVICE_LOST => ERROR_DEVICE_LOST,
    ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY => ERROR_OUT_OF_HOST_MEMORY,
    ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY => ERROR_OUT_OF_DEVICE_MEMORY,
    ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET => ERROR_DEVICE_REQUIRES_RESET,
    ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE => ERROR_DEVICE_IN_LOW_POWER_STATE,
    ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS => ERROR_INVALID_ARGUMENT,
    ZE_RESULT_ERROR_NOT_AVAILABLE => ERROR_DEVICE_NOT_AVAILABLE,
    ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE => ERROR_UNSUPPORTED_FEATURE,
    ZE_RESULT_ERROR_UNINITIALIZED => ERROR_UNINITIALIZED,
    ZE_RESULT_ERROR_UNSUPPORTED_VERSION => ERROR_UNSUPPORTED_VERSION,
    ZE_RESULT_ERROR_UNSUPPORTED_FEATURE => ERROR_UNSUPPORTED_FEATURE,
    ZE_RESULT_ERROR_INVALID_ARGUMENT => ERROR_INVALID_ARGUMENT,
    ZE_RESULT_ERROR_INVALID_NULL_HANDLE => ERROR_INVALID_NULL_HANDLE,
    ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE => ERROR_HANDLE_OBJECT_IN_USE,
    ZE_RESULT_ERROR_INVALID_NULL_POINTER => ERROR_INVALID_NULL_POINTER,
    ZE_RESULT_ERROR_INVALID_SIZE => ERROR_INVALID_SIZE,
    ZE_RESULT_ERROR_UNSUPPORTED_SIZE => ERROR_UNSUPPORTED_SIZE,
    ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT => ERROR_UNSUPPORTED_ALIGNMENT,
    ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT => ERROR_INVALID_SYNCHRONIZATION_OBJECT,
    ZE_RESULT_ERROR_INVALID_ENUMERATION => ERROR_INVALID_ENUMERATION,
    ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION => ERROR_UNSUPPORTED_ENUMERATION,
    ZE_RESULT_ERROR_OVERLAPPING_REGIONS => ERROR_OVERLAPPING_REGIONS,
    ZE_RESULT_ERROR_UNKNOWN => ERROR_UNKNOWN,
}

#[cfg(test)]
mod tests {
    use super::*;
    use level_zero_sys::Functions;
    use rstest::rstest;

    #[rstest]
    #[case(ze_result_t::ZE_RESULT_SUCCESS, UrResult::SUCCESS)]
    #[case(ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UrResult::ERROR_OUT_OF_DEVICE_MEMORY)]
    #[case(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE, UrResult::ERROR_UNSUPPORTED_FEATURE)]
    #[case(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT, UrResult::ERROR_INVALID_ARGUMENT)]
    #[case(ze_result_t(0x1234), UrResult::ERROR_ADAPTER_SPECIFIC)]
    fn maps_to_ur(#[case] result: ze_result_t, #[case] expected: UrResult) {
        assert_eq!(ur(result), expected);
    }

    #[test]
    fn a_missing_entry_point_is_an_answer() {
        let none = Functions::default();
        // SAFETY: there is no function to call.
        let answer = unsafe { ze!(none, zeEventDestroy(level_zero_sys::ze_event_handle_t::NULL)) };
        assert_eq!(answer, Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE));
        assert!(answer.is_err_and(is_lacking));
    }
}
