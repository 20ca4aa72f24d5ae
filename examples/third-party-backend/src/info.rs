//! UR's way of answering queries.

use std::ffi::c_void;
use ur_ipc_api::UrResult;

/// Answers a query with these bytes.
///
/// # Safety
/// `value` is null or has `size` writable bytes; `size_ret` is null or writable.
pub(crate) unsafe fn answer(bytes: &[u8], size: usize, value: *mut c_void, size_ret: *mut usize) -> UrResult {
    if value.is_null() && (size > 0 || size_ret.is_null()) {
        return UrResult::ERROR_INVALID_NULL_POINTER;
    }
    if !value.is_null() {
        if size < bytes.len() {
            return UrResult::ERROR_INVALID_SIZE;
        }
        // SAFETY: `value` has `size` bytes, which are enough.
        unsafe { value.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }
    if !size_ret.is_null() {
        // SAFETY: writable by this function's contract.
        unsafe { size_ret.write(bytes.len()) };
    }
    UrResult::SUCCESS
}

/// Lists `handles` in UR's way: count, then fetch.
///
/// # Safety
/// `out` is null or has room for `entries` handles; `count` is null or writable.
pub(crate) unsafe fn list<H: Copy>(handles: &[H], entries: u32, out: *mut H, count: *mut u32) -> UrResult {
    if !out.is_null() {
        if entries == 0 {
            return UrResult::ERROR_INVALID_SIZE;
        }
        for (i, handle) in handles.iter().enumerate().take(entries as usize) {
            // SAFETY: `i` is below `entries`.
            unsafe { out.add(i).write(*handle) };
        }
    }
    if !count.is_null() {
        // SAFETY: writable by this function's contract.
        unsafe { count.write(handles.len() as u32) };
    }
    UrResult::SUCCESS
}
