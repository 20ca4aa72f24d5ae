//! Tools for defects of drivers: their operations on memory and files, and their notes.

use crate::layer::driver::codes::SUCCESS;
use crate::layer::driver::{Object, file_of};
use crate::layer::{Out, Ptr};
use level_zero_sys::ze_result_t;
use libc::{MAP_ANONYMOUS, MAP_FAILED, MAP_FIXED, MAP_PRIVATE, PROT_READ, PROT_WRITE};
use std::fs::{self, OpenOptions};
use std::os::fd::RawFd;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

pub(super) const PAGE: usize = 4096;
/// The granularity of mappings of physical memory.
pub(super) const GRANULE: usize = 64 << 10;

/// Tells whether this is the first thread that asks.
pub(super) fn first_thread() -> impl Fn() -> bool {
    let first = OnceLock::new();
    move || {
        let this = std::thread::current().id();
        *first.get_or_init(|| this) == this
    }
}

/// Gives this, in place of the call that has this output.
pub(super) fn gives<T: Copy>(place: Out<T>, value: T) -> Option<ze_result_t> {
    place.set(value);
    Some(SUCCESS)
}

/// Maps something else over whole pages of memory that the driver has mapped.
pub(super) fn map_over(start: Ptr, size: usize, flags: i32, fd: RawFd, offset: usize) {
    if size == 0 {
        return;
    }
    let (size, access) = (size.next_multiple_of(PAGE), PROT_READ | PROT_WRITE);
    // SAFETY: the driver has mapped these pages and unmaps them as a range, whatever is there.
    let mapped = unsafe { libc::mmap(start.0, size, access, flags | MAP_FIXED, fd, offset as i64) };
    assert_ne!(mapped, MAP_FAILED, "cannot map over the driver's memory");
}

/// Maps zeros over memory of the driver.
pub(super) fn map_zeros(start: Ptr, size: usize) {
    map_over(start, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/// Takes the right to write to memory of the driver away.
pub(super) fn forbid_writes(memory: &Object) {
    // SAFETY: the driver's own pages: its commands fault.
    unsafe { libc::mprotect(memory.address.0, memory.size.next_multiple_of(PAGE), PROT_READ) };
}

/// Writes zeros to memory of the driver.
pub(super) fn clear(memory: &Object) {
    memory.address.write_bytes(&vec![0; memory.size]);
}

/// Writes these bytes into the file of a descriptor, if it is one.
fn overwrite(fd: RawFd, bytes: &[u8]) {
    let file = OpenOptions::new().write(true).open(file_of(fd));
    let _ = file.and_then(|file| file.write_all_at(bytes, 0));
}

/// Writes zeros into the whole file of a descriptor.
pub(super) fn clear_file(fd: RawFd) {
    let size = fs::metadata(file_of(fd)).map_or(0, |found| found.len());
    overwrite(fd, &vec![0; size as usize]);
}

/// Copies the file of one descriptor into that of another.
pub(super) fn copy_file(from: RawFd, to: RawFd) {
    overwrite(to, &fs::read(file_of(from)).unwrap_or_default());
}

/// Closes a descriptor that was given to somebody.
pub(super) fn close(fd: RawFd) {
    // SAFETY: the number is the caller's to close.
    unsafe { libc::close(fd) };
}
