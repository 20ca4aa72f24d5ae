//! What can go wrong: at start-up in words, afterwards as a UR result.

use crate::cuda_result::CuResult;
use ur_ipc_api::UrResult;

/// Why there is no CUDA backend on this machine.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// The driver's library cannot be opened.
    #[error(
        "libcuda.so.1 not found: install NVIDIA's driver, or add the folder of the library to LD_LIBRARY_PATH ({0})"
    )]
    LibraryNotFound(String),
    /// The driver is older than this backend needs.
    #[error("libcuda.so.1 lacks {symbol}: {reason}")]
    SymbolMissing {
        /// The function that is missing, by its exact name.
        symbol: &'static str,
        /// What the dynamic linker says.
        reason: String,
    },
    /// A call failed while the devices were listed.
    #[error("{call} failed: {result:?}")]
    CallFailed {
        /// The function of the driver.
        call: &'static str,
        /// Its answer, by CUDA's name.
        result: CuResult,
    },
}

/// The outcome of an entry point.
pub(crate) type Ur<T> = Result<T, UrResult>;

/// `error` unless `holds`.
pub(crate) fn ensure(holds: bool, error: UrResult) -> Ur<()> {
    if holds { Ok(()) } else { Err(error) }
}

/// `INVALID_NULL_HANDLE` if one of these is null.
pub(crate) fn handles<const N: usize>(addresses: [usize; N]) -> Ur<()> {
    ensure(!addresses.contains(&0), UrResult::ERROR_INVALID_NULL_HANDLE)
}

/// `INVALID_NULL_POINTER` for null.
pub(crate) fn pointer<T>(pointer: *const T) -> Ur<()> {
    ensure(!pointer.is_null(), UrResult::ERROR_INVALID_NULL_POINTER)
}

/// Reads a descriptor that may be left out.
///
/// # Safety
/// `descriptor` is null or readable.
pub(crate) unsafe fn optional<T: Copy>(descriptor: *const T) -> Option<T> {
    if descriptor.is_null() {
        return None;
    }
    // SAFETY: not null, and readable by this function's contract.
    Some(unsafe { descriptor.read_unaligned() })
}

/// Stores an output.
///
/// # Safety
/// `out` is writable.
pub(crate) unsafe fn store<T>(out: *mut T, value: T) {
    // SAFETY: this function's contract.
    unsafe { out.write_unaligned(value) }
}
