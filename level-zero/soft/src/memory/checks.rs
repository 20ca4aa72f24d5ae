//! Common parts of entry points: checks of arguments, results, locks, limits of time.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use level_zero_sys::ze_result_t;

/// The result of an entry point, before it becomes a result code.
pub(crate) type CallResult<T = ()> = Result<T, ze_result_t>;

/// The result code of an outcome.
pub(crate) fn answer(outcome: CallResult) -> ze_result_t {
    match outcome {
        Ok(()) => ze_result_t::ZE_RESULT_SUCCESS,
        Err(error) => error,
    }
}

/// `error` unless the condition holds.
pub(crate) fn ensure(condition: bool, error: ze_result_t) -> CallResult {
    if condition { Ok(()) } else { Err(error) }
}

/// `ZE_RESULT_ERROR_INVALID_NULL_POINTER` for null.
pub(crate) fn pointer<T>(pointer: *const T) -> CallResult {
    ensure(!pointer.is_null(), ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER)
}

/// `ZE_RESULT_ERROR_INVALID_ENUMERATION` for flags outside of `known`.
pub(crate) fn flags(given: u32, known: u32) -> CallResult {
    ensure(given & !known == 0, ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION)
}

/// The descriptor behind a pointer.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_NULL_POINTER` for null.
///
/// # Safety
/// Not null means readable.
pub(crate) unsafe fn described<T: Copy>(descriptor: *const T) -> CallResult<T> {
    pointer(descriptor)?;
    // SAFETY: not null, hence readable as the caller vouches.
    Ok(unsafe { descriptor.read() })
}

/// The entries of an array.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_SIZE` for entries without an array.
///
/// # Safety
/// Not null means readable for `count` entries.
pub(crate) unsafe fn entries<T: Copy>(count: u32, array: *const T) -> CallResult<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    ensure(!array.is_null(), ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)?;
    // SAFETY: not null, hence readable for the entries as the caller vouches.
    Ok(unsafe { core::slice::from_raw_parts(array, count as usize) }.to_vec())
}

/// The result code for a failure of the system.
pub(crate) fn system(error: &io::Error) -> ze_result_t {
    match error.raw_os_error() {
        Some(libc::EPERM | libc::EACCES) => ze_result_t::ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS,
        Some(libc::ENOSYS) => ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
        Some(libc::EBADF | libc::ESRCH | libc::EINVAL) => ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT,
        _ => ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
    }
}

/// When a wait of so many nanoseconds ends; never for `u64::MAX` and what no clock reaches.
pub(crate) fn deadline(timeout: u64) -> Option<Instant> {
    if timeout == u64::MAX { None } else { Instant::now().checked_add(Duration::from_nanos(timeout)) }
}

/// The lock, whether or not somebody panicked under it: what it guards is valid between any two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
