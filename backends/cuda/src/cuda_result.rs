//! `CUresult`, and its meaning as a result of UR.

use std::fmt;
use ur_ipc_api::UrResult;

/// `CUresult`: transparent, because a newer driver may answer what this list does not know.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CuResult(pub u32);

macro_rules! cuda_results {
    ($($name:ident = $value:literal => $ur:ident,)*) => {
        impl CuResult {
            $(#[doc = concat!("`CUDA_", stringify!($name), "`")] pub const $name: Self = Self($value);)*

            fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => Some(concat!("CUDA_", stringify!($name))),)*
                    _ => None,
                }
            }
        }

        impl From<CuResult> for UrResult {
            fn from(result: CuResult) -> Self {
                match result {
                    $(CuResult::$name => UrResult::$ur,)*
                    _ => UrResult::ERROR_ADAPTER_SPECIFIC,
                }
            }
        }
    };
}

cuda_results! {
    SUCCESS = 0 => SUCCESS,
    ERROR_INVALID_VALUE = 1 => ERROR_INVALID_VALUE,
    ERROR_OUT_OF_MEMORY = 2 => ERROR_OUT_OF_DEVICE_MEMORY,
    ERROR_NOT_INITIALIZED = 3 => ERROR_UNINITIALIZED,
    ERROR_DEINITIALIZED = 4 => ERROR_UNINITIALIZED,
    ERROR_STUB_LIBRARY = 34 => ERROR_UNINITIALIZED,
    ERROR_DEVICE_UNAVAILABLE = 46 => ERROR_DEVICE_NOT_AVAILABLE,
    ERROR_NO_DEVICE = 100 => ERROR_DEVICE_NOT_FOUND,
    ERROR_INVALID_DEVICE = 101 => ERROR_INVALID_DEVICE,
    ERROR_INVALID_CONTEXT = 201 => ERROR_INVALID_CONTEXT,
    ERROR_MAP_FAILED = 205 => ERROR_INVALID_VALUE,
    ERROR_UNMAP_FAILED = 206 => ERROR_INVALID_VALUE,
    ERROR_ALREADY_MAPPED = 208 => ERROR_INVALID_VALUE,
    ERROR_ALREADY_ACQUIRED = 210 => ERROR_INVALID_VALUE,
    ERROR_NOT_MAPPED = 211 => ERROR_INVALID_VALUE,
    ERROR_ECC_UNCORRECTABLE = 214 => ERROR_DEVICE_LOST,
    ERROR_PEER_ACCESS_UNSUPPORTED = 217 => ERROR_UNSUPPORTED_FEATURE,
    ERROR_NVLINK_UNCORRECTABLE = 220 => ERROR_DEVICE_LOST,
    ERROR_OPERATING_SYSTEM = 304 => ERROR_OUT_OF_RESOURCES,
    ERROR_INVALID_HANDLE = 400 => ERROR_INVALID_VALUE,
    ERROR_ILLEGAL_STATE = 401 => ERROR_INVALID_OPERATION,
    ERROR_NOT_FOUND = 500 => ERROR_INVALID_VALUE,
    ERROR_NOT_READY = 600 => ERROR_INVALID_OPERATION,
    ERROR_ILLEGAL_ADDRESS = 700 => ERROR_DEVICE_LOST,
    ERROR_LAUNCH_OUT_OF_RESOURCES = 701 => ERROR_OUT_OF_RESOURCES,
    ERROR_LAUNCH_TIMEOUT = 702 => ERROR_DEVICE_LOST,
    ERROR_PEER_ACCESS_ALREADY_ENABLED = 704 => ERROR_INVALID_OPERATION,
    ERROR_PEER_ACCESS_NOT_ENABLED = 705 => ERROR_INVALID_OPERATION,
    ERROR_CONTEXT_IS_DESTROYED = 709 => ERROR_INVALID_CONTEXT,
    ERROR_TOO_MANY_PEERS = 711 => ERROR_OUT_OF_RESOURCES,
    ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712 => ERROR_INVALID_VALUE,
    ERROR_HARDWARE_STACK_ERROR = 714 => ERROR_DEVICE_LOST,
    ERROR_MISALIGNED_ADDRESS = 716 => ERROR_DEVICE_LOST,
    ERROR_INVALID_ADDRESS_SPACE = 717 => ERROR_DEVICE_LOST,
    ERROR_LAUNCH_FAILED = 719 => ERROR_DEVICE_LOST,
    ERROR_NOT_PERMITTED = 800 => ERROR_UNSUPPORTED_FEATURE,
    ERROR_NOT_SUPPORTED = 801 => ERROR_UNSUPPORTED_FEATURE,
    ERROR_SYSTEM_NOT_READY = 802 => ERROR_UNINITIALIZED,
    ERROR_SYSTEM_DRIVER_MISMATCH = 803 => ERROR_UNINITIALIZED,
    ERROR_UNKNOWN = 999 => ERROR_UNKNOWN,
}

impl CuResult {
    /// The answer as a `Result`.
    ///
    /// # Errors
    /// Every answer but `CUDA_SUCCESS`.
    pub fn ok(self) -> Result<(), Self> {
        if self == Self::SUCCESS { Ok(()) } else { Err(self) }
    }
}

impl fmt::Debug for CuResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "CUresult({})", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(1, UrResult::ERROR_INVALID_VALUE)]
    #[case(2, UrResult::ERROR_OUT_OF_DEVICE_MEMORY)]
    #[case(201, UrResult::ERROR_INVALID_CONTEXT)]
    #[case(719, UrResult::ERROR_DEVICE_LOST)]
    #[case(801, UrResult::ERROR_UNSUPPORTED_FEATURE)]
    #[case(12345, UrResult::ERROR_ADAPTER_SPECIFIC)]
    fn maps_to_ur(#[case] value: u32, #[case] expected: UrResult) {
        assert_eq!(UrResult::from(CuResult(value)), expected);
    }

    #[test]
    fn shows_its_name() {
        assert_eq!(format!("{:?}", CuResult::ERROR_NO_DEVICE), "CUDA_ERROR_NO_DEVICE");
        assert_eq!(format!("{:?}", CuResult(12345)), "CUresult(12345)");
    }
}
