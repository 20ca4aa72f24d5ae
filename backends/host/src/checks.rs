//! What every entry point checks first, in this order: null handles, null pointers, enumerations, validity.

use crate::error::Outcome;
use ur_ipc_api::UrResult;

/// `INVALID_NULL_HANDLE` unless every handle names something.
pub fn handles<const N: usize>(addresses: [usize; N]) -> Outcome {
    if addresses.contains(&0) { Err(UrResult::ERROR_INVALID_NULL_HANDLE) } else { Ok(()) }
}

/// `INVALID_NULL_POINTER` for null.
pub fn pointer<T>(pointer: *const T) -> Outcome {
    if pointer.is_null() { Err(UrResult::ERROR_INVALID_NULL_POINTER) } else { Ok(()) }
}

/// `error` unless `holds`.
pub fn ensure(holds: bool, error: UrResult) -> Outcome {
    if holds { Ok(()) } else { Err(error) }
}

/// Stores an output. The caller's pointer may have any alignment.
///
/// # Safety
/// `out` is valid for the write of a `T`.
pub unsafe fn store<T>(out: *mut T, value: T) {
    // SAFETY: this function's contract.
    unsafe { out.write_unaligned(value) }
}

/// Reads a descriptor that may be left out.
///
/// # Safety
/// `descriptor` is null or valid for the read of a `T`.
pub unsafe fn optional<T: Copy>(descriptor: *const T) -> Option<T> {
    if descriptor.is_null() {
        return None;
    }
    // SAFETY: not null, and readable by this function's contract.
    Some(unsafe { descriptor.read_unaligned() })
}

/// `size` rounded up to a multiple of `unit`, a power of two.
pub fn round_up(size: usize, unit: usize) -> Option<usize> {
    size.checked_next_multiple_of(unit)
}
