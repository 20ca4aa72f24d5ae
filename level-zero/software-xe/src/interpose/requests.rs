//! Requests to open devices, and to the kernel besides.

use std::ffi::c_void;

use super::give;
use super::next::interpose;
use crate::descriptors::{self, Found};
use crate::errno::Errno;
use crate::mmap::{self, Wish};
use crate::process::Process;
use crate::report::say;
use crate::settings::Yama;

interpose! {
    fn ioctl(fd: i32, request: u64, argument: *mut c_void) -> i32 {
        match descriptors::find(fd) {
            // SAFETY: by the contract of this function.
            Found::Other => unsafe { next()(fd, request, argument) },
            Found::Device(file) => {
                give(crate::ioctl::serve(&file, request as u32, argument as u64).map(|()| 0))
            }
            Found::Inherited => give(Err(inherited())),
        }
    }

    fn mmap(address: *mut c_void, length: usize, protection: i32, flags: i32, fd: i32, offset: i64) -> *mut c_void {
        // SAFETY: by the contract of this function.
        unsafe { map_device(address, length, protection, flags, fd, offset) }
            // SAFETY: by the contract of this function.
            .unwrap_or_else(|| unsafe { next()(address, length, protection, flags, fd, offset) })
    }

    fn mmap64(address: *mut c_void, length: usize, protection: i32, flags: i32, fd: i32, offset: i64) -> *mut c_void {
        // SAFETY: by the contract of this function.
        unsafe { map_device(address, length, protection, flags, fd, offset) }
            // SAFETY: by the contract of this function.
            .unwrap_or_else(|| unsafe { next()(address, length, protection, flags, fd, offset) })
    }

    fn prctl(option: i32, one: u64, two: u64, three: u64, four: u64) -> i32 {
        let yama = if option == libc::PR_SET_PTRACER { Process::current().settings().yama } else { Yama::System };
        if yama == Yama::Absent {
            return give(Err(Errno::EINVAL));
        }
        // SAFETY: by the contract of this function.
        let result = unsafe { next()(option, one, two, three, four) };
        // Where this kernel has no Yama, everybody is allowed what the program wants to allow.
        if yama == Yama::Present { 0 } else { result }
    }
}

/// Maps a device, if the descriptor is one.
///
/// # Safety
/// As of `mmap`.
unsafe fn map_device(
    address: *mut c_void,
    length: usize,
    protection: i32,
    flags: i32,
    fd: i32,
    offset: i64,
) -> Option<*mut c_void> {
    if fd < 0 {
        return None;
    }
    let result = match descriptors::find(fd) {
        Found::Other => return None,
        Found::Device(file) => {
            let wish = Wish { address, length, protection, flags, offset: offset as u64 };
            // SAFETY: by the contract of this function.
            unsafe { mmap::mmap(&file, wish) }
        }
        Found::Inherited => Err(inherited()),
    };
    Some(result.unwrap_or_else(|errno| {
        errno.set();
        libc::MAP_FAILED
    }))
}

/// The error for a fork that uses a device of its parent's, which is also reported.
fn inherited() -> Errno {
    say("a device that was open before a fork is not emulated in the fork; it opens its own");
    Errno::ENODEV
}
