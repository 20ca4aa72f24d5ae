//! The interposed functions of the C library.
//!
//! Each first checks cheaply whether the call is about a device. If not, it calls the original function. Functions with
//! variable arguments are declared with the most that they have: on x86-64 nobody can tell.

mod descriptors;
mod files;
mod folders;
mod next;
mod paths;
mod requests;
mod status;
mod streams;

use std::ffi::{CStr, c_char};

use crate::errno::Errno;
use crate::process::Process;
use crate::tree::Tree;

/// The name of the software that this library puts in the hardware's place, for programs that report what they ran on.
#[unsafe(no_mangle)]
pub extern "C" fn hardware_stand_in() -> *const c_char {
    c"a software kernel driver".as_ptr()
}

/// The path, if it is one that this library answers for.
///
/// # Safety
/// It ends with a zero, if it is not null.
unsafe fn ours<'a>(path: *const c_char) -> Option<&'a str> {
    if path.is_null() {
        return None;
    }
    // SAFETY: by the contract of this function.
    let path = unsafe { CStr::from_ptr(path) };
    if Tree::has(path.to_bytes()) { path.to_str().ok() } else { None }
}

/// The path of the node that a path of the process's descriptors leads to, if it is one of an open device.
///
/// # Safety
/// It ends with a zero, if it is not null.
unsafe fn node_of_descriptor(path: *const c_char) -> Option<String> {
    if path.is_null() {
        return None;
    }
    // SAFETY: by the contract of this function.
    let number = unsafe { CStr::from_ptr(path) }.to_bytes().strip_prefix(b"/proc/self/fd/")?;
    crate::descriptors::node(std::str::from_utf8(number).ok()?.parse().ok()?)
}

/// The return value of a function of the C library for this result. Sets `errno` on failure.
fn give(result: Result<i32, Errno>) -> i32 {
    result.unwrap_or_else(|errno| {
        errno.set();
        -1
    })
}

/// Runs when the library is loaded, before the program begins.
#[used]
#[unsafe(link_section = ".init_array")]
static LOADED: extern "C" fn() = {
    extern "C" fn loaded() {
        Process::prepare();
    }
    loaded
};

/// Runs when the process ends in order.
#[used]
#[unsafe(link_section = ".fini_array")]
static ENDED: extern "C" fn() = {
    extern "C" fn ended() {
        Process::end();
    }
    ended
};
