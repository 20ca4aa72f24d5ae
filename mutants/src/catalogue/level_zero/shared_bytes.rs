//! Bytes that processes share, at addresses and in files.

use super::layer::call;
use super::outputs::{is_done, pointer_mut};
use level_zero_sys::{
    ze_context_handle_t, ze_external_memory_export_fd_t, ze_external_memory_type_flags_t,
    ze_physical_mem_handle_t, ze_physical_mem_properties_t,
};
use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;

const PAGE: usize = 4096;

/// What takes the place of a driver's mapping.
pub(super) enum Instead {
    /// Zeros of this process.
    Nothing,
    /// The bytes of a file, from an offset, as other processes see them.
    Shared(RawFd, usize),
    /// The same, where what is written stays in this process.
    Private(RawFd, usize),
}

/// Maps something else over whole pages of memory that the driver has mapped.
pub(super) fn map_over(start: usize, size: usize, instead: &Instead) {
    let (flags, fd, offset) = match *instead {
        Instead::Nothing => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0),
        Instead::Shared(fd, offset) => (libc::MAP_SHARED, fd, offset),
        Instead::Private(fd, offset) => (libc::MAP_PRIVATE, fd, offset),
    };
    let size = size.next_multiple_of(PAGE);
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the driver has mapped these pages and unmaps them as a range, whatever is there.
    let mapped = unsafe {
        libc::mmap(
            pointer_mut(start),
            size,
            access,
            flags | libc::MAP_FIXED,
            fd,
            libc::off_t::try_from(offset).unwrap_or(0),
        )
    };
    assert_ne!(mapped, libc::MAP_FAILED, "cannot map over the driver's memory");
}

/// Takes the right to write away.
pub(super) fn forbid_writes(start: usize, size: usize) {
    // SAFETY: the driver's own pages: its commands fault.
    unsafe { libc::mprotect(pointer_mut(start), size.next_multiple_of(PAGE), libc::PROT_READ) };
}

/// Writes zeros.
pub(super) fn clear(start: usize, size: usize) {
    // SAFETY: memory of the driver, which is mapped.
    unsafe { pointer_mut(start).write_bytes(0, size) };
}

/// Copies memory.
pub(super) fn copy(from: usize, to: usize, size: usize) {
    // SAFETY: two allocations of the driver, both mapped and of this size.
    unsafe { pointer_mut(to).copy_from_nonoverlapping(pointer_mut(from), size) };
}

/// The file of a descriptor that stays open.
fn file(fd: RawFd) -> ManuallyDrop<File> {
    // SAFETY: the caller's descriptor is open during the call, and is not closed here.
    ManuallyDrop::new(unsafe { File::from_raw_fd(fd) })
}

/// Writes zeros into the whole file.
pub(super) fn clear_file(fd: RawFd) {
    let file = file(fd);
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let _ = file.write_all_at(&vec![0; usize::try_from(size).unwrap_or(0)], 0);
}

/// Copies as many bytes as the first file has.
pub(super) fn copy_file(from: RawFd, to: RawFd) {
    let (from, to) = (file(from), file(to));
    let size = from.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = vec![0; usize::try_from(size).unwrap_or(0)];
    let _ = from.read_exact_at(&mut bytes, 0).and_then(|()| to.write_all_at(&bytes, 0));
}

/// A new descriptor of the same file.
pub(super) fn duplicate(fd: RawFd) -> Option<OwnedFd> {
    file(fd).try_clone().ok().map(OwnedFd::from)
}

/// Closes a descriptor that was given to somebody.
pub(super) fn close(fd: RawFd) {
    // SAFETY: the number is the caller's to close.
    drop(unsafe { OwnedFd::from_raw_fd(fd) });
}

/// The file of physical memory, where the driver exports it.
pub(super) fn file_of_physical(
    context: ze_context_handle_t,
    memory: ze_physical_mem_handle_t,
) -> Option<OwnedFd> {
    let flags = ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;
    let mut export = ze_external_memory_export_fd_t { flags, fd: -1, ..Default::default() };
    let mut properties =
        ze_physical_mem_properties_t { pNext: (&raw mut export).cast(), ..Default::default() };
    let asked = call::zePhysicalMemGetProperties {
        hContext: context,
        hPhysicalMem: memory,
        pMemProperties: &raw mut properties,
    };
    // SAFETY: a successful call gives a descriptor to the caller.
    (is_done(asked.run()) && export.fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(export.fd) })
}

/// The number of a descriptor that is kept for ever.
pub(super) fn keep(fd: OwnedFd) -> RawFd {
    ManuallyDrop::new(fd).as_raw_fd()
}
