//! Streams that are opened.

use std::ffi::{CStr, c_char};

use super::files::open_ours;
use super::next::interpose;
use super::ours;
use crate::errno::Errno;
use crate::sys;

interpose! {
    fn fopen(path: *const c_char, mode: *const c_char) -> *mut libc::FILE {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => unsafe { open_stream(path, mode) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, mode) },
        }
    }

    fn fopen64(path: *const c_char, mode: *const c_char) -> *mut libc::FILE {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => unsafe { open_stream(path, mode) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, mode) },
        }
    }
}

/// # Safety
/// The mode ends with a zero.
unsafe fn open_stream(path: &str, mode: *const c_char) -> *mut libc::FILE {
    // SAFETY: by the contract of this function.
    let text = unsafe { CStr::from_ptr(mode) }.to_bytes();
    let mut flags = if text.contains(&b'+') {
        libc::O_RDWR
    } else if text.starts_with(b"r") {
        libc::O_RDONLY
    } else {
        libc::O_WRONLY
    };
    if text.contains(&b'e') {
        flags |= libc::O_CLOEXEC;
    }
    let stream = open_ours(path, flags).and_then(|fd| {
        // SAFETY: the descriptor is nobody else's, and by the contract of this function.
        let stream = unsafe { libc::fdopen(fd, mode) };
        if stream.is_null() {
            sys::close(fd);
            return Err(Errno::last());
        }
        Ok(stream)
    });
    stream.unwrap_or_else(|errno| {
        errno.set();
        std::ptr::null_mut()
    })
}
