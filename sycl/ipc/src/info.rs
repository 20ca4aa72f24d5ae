//! UR's queries, with one value as answer.

use crate::error::{Function, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult};

/// A type of which every sequence of bytes is a value.
///
/// # Safety
/// Every sequence of bytes of its size is a value of it.
pub unsafe trait Plain: Copy {}

// SAFETY: a number.
unsafe impl Plain for u8 {}
// SAFETY: a number.
unsafe impl Plain for u32 {}
// SAFETY: a number.
unsafe impl Plain for u64 {}
// SAFETY: a number.
unsafe impl Plain for usize {}
// SAFETY: a transparent pointer, which nothing here follows.
unsafe impl Plain for ContextHandle {}
// SAFETY: as above.
unsafe impl Plain for DeviceHandle {}

/// Asks for one value. `ask` gets the size, the place and where the size of the answer goes.
pub fn value<T: Plain>(
    function: Function,
    entry_point: &'static str,
    ask: impl FnOnce(usize, *mut c_void, *mut usize) -> UrResult,
) -> Result<T> {
    let (mut value, mut written) = (MaybeUninit::<T>::zeroed(), 0);
    function.check(entry_point, ask(size_of::<T>(), value.as_mut_ptr().cast(), &raw mut written))?;
    if written != size_of::<T>() {
        return Err(function.runtime(format!("{entry_point} gave {written} bytes, not {}", size_of::<T>())));
    }
    // SAFETY: all bytes are initialised, first with zeros, and any bytes are a value of a plain type.
    Ok(unsafe { value.assume_init() })
}

/// Asks for a string, which UR ends with a NUL.
pub fn text(
    function: Function,
    entry_point: &'static str,
    ask: impl Fn(usize, *mut c_void, *mut usize) -> UrResult,
) -> Result<String> {
    let mut size = 0;
    function.check(entry_point, ask(0, null_mut(), &raw mut size))?;
    let mut bytes = vec![0_u8; size];
    if size > 0 {
        function.check(entry_point, ask(size, bytes.as_mut_ptr().cast(), null_mut()))?;
    }
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(size);
    Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// Lists what an entry point lists: `ask` gets the number of places, the places, and where the number found goes.
pub fn list<T: Copy + Default>(
    function: Function,
    entry_point: &'static str,
    ask: impl Fn(u32, *mut T, *mut u32) -> UrResult,
) -> Result<Vec<T>> {
    let mut count = 0;
    function.check(entry_point, ask(0, null_mut(), &raw mut count))?;
    let mut found = vec![T::default(); count as usize];
    if count > 0 {
        function.check(entry_point, ask(count, found.as_mut_ptr(), null_mut()))?;
    }
    Ok(found)
}
