//! Functions of the C library on paths.

use std::ffi::{CStr, CString, c_char};

use super::next::interpose;
use super::{give, node_of_descriptor, ours};
use crate::errno::Errno;
use crate::process::Process;
use crate::tree::Node;

interpose! {
    fn access(path: *const c_char, mode: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            Some(path) => give(may(path, mode)),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, mode) },
        }
    }

    fn faccessat(folder: i32, path: *const c_char, mode: i32, flags: i32) -> i32 {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            Some(path) => give(may(path, mode)),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, mode, flags) },
        }
    }

    fn readlink(path: *const c_char, into: *mut c_char, length: usize) -> isize {
        // SAFETY: by the contract of this function.
        if let Some(node) = unsafe { node_of_descriptor(path) } {
            // SAFETY: by the contract of this function.
            return unsafe { give_text(&node, into, length) };
        }
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => unsafe { read_link(path, into, length) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into, length) },
        }
    }

    fn readlinkat(folder: i32, path: *const c_char, into: *mut c_char, length: usize) -> isize {
        // SAFETY: by the contract of this function.
        if let Some(node) = unsafe { node_of_descriptor(path) } {
            // SAFETY: by the contract of this function.
            return unsafe { give_text(&node, into, length) };
        }
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function.
            Some(path) => unsafe { read_link(path, into, length) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder, path, into, length) },
        }
    }

    fn realpath(path: *const c_char, into: *mut c_char) -> *mut c_char {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function, which has room for any path.
            Some(path) => unsafe { real_path(path, into) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into) },
        }
    }

    fn __realpath_chk(path: *const c_char, into: *mut c_char, length: usize) -> *mut c_char {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            // SAFETY: by the contract of this function, which has room for any path.
            Some(path) => unsafe { real_path(path, into) },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path, into, length) },
        }
    }
}

fn may(path: &str, mode: i32) -> Result<i32, Errno> {
    let (_, node) = Process::current().tree().find(path, true)?;
    match node {
        Node::Device(..) if mode & libc::X_OK == 0 => Ok(0),
        Node::Folder(_) if mode & libc::W_OK == 0 => Ok(0),
        Node::File(_) if mode & (libc::W_OK | libc::X_OK) == 0 => Ok(0),
        _ => Err(Errno::EACCES),
    }
}

/// # Safety
/// There is room for so many bytes.
unsafe fn read_link(path: &str, into: *mut c_char, length: usize) -> isize {
    let target = match Process::current().tree().find(path, false) {
        Ok((_, Node::Link(target))) if length > 0 => target,
        Ok(_) => return give(Err(Errno::EINVAL)) as isize,
        Err(errno) => return give(Err(errno)) as isize,
    };
    // SAFETY: by the contract of this function.
    unsafe { give_text(target, into, length) }
}

/// # Safety
/// There is room for so many bytes.
unsafe fn give_text(text: &str, into: *mut c_char, length: usize) -> isize {
    let length = length.min(text.len());
    // SAFETY: by the contract of this function.
    unsafe { std::ptr::copy_nonoverlapping(text.as_ptr().cast(), into, length) };
    length as isize
}

/// # Safety
/// There is room for `PATH_MAX` bytes, or no place for them.
unsafe fn real_path(path: &str, into: *mut c_char) -> *mut c_char {
    let found = Process::current().tree().find(path, true);
    let found = match found.map(|(path, _)| CString::new(path)) {
        Ok(Ok(found)) => found,
        Ok(Err(_)) => return fail(Errno::EINVAL),
        Err(errno) => return fail(errno),
    };
    let found: &CStr = &found;
    if into.is_null() {
        // SAFETY: it ends with a zero. The caller frees what it gets.
        return unsafe { libc::strdup(found.as_ptr()) };
    }
    // SAFETY: by the contract of this function; paths of the tree are far shorter.
    unsafe { libc::strcpy(into, found.as_ptr()) }
}

fn fail(errno: Errno) -> *mut c_char {
    errno.set();
    std::ptr::null_mut()
}
