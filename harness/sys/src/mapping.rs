//! Mappings of memory that end with their owner.

use nix::sys::mman::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};
use std::ffi::c_void;
use std::io;
use std::num::NonZeroUsize;
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;

/// One mapping, unmapped when dropped.
#[derive(Debug)]
pub struct Mapping {
    start: NonNull<c_void>,
    len: usize,
}

// SAFETY: a mapping is an address range of the process; it belongs to no thread.
unsafe impl Send for Mapping {}
// SAFETY: as above. Those who access the bytes answer for races on them.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// The first `len` bytes of `file`, readable and writable, shared with all who map it.
    pub fn shared(file: BorrowedFd<'_>, len: usize) -> io::Result<Self> {
        let protection = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        let length = non_zero(len)?;
        // SAFETY: a new mapping at an address of the kernel's choice touches no existing memory.
        let start = unsafe { mmap(None, length, protection, MapFlags::MAP_SHARED, file, 0) }?;
        Ok(Self { start, len })
    }

    /// Zeroed private memory.
    pub fn anonymous(len: usize) -> io::Result<Self> {
        let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE;
        Self::without_file(len, ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, flags)
    }

    /// Addresses without memory: every access faults.
    pub fn reserve(len: usize) -> io::Result<Self> {
        Self::without_file(len, ProtFlags::PROT_NONE, MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE)
    }

    fn without_file(len: usize, protection: ProtFlags, flags: MapFlags) -> io::Result<Self> {
        let length = non_zero(len)?;
        // SAFETY: a new mapping at an address of the kernel's choice touches no existing memory.
        let start = unsafe { mmap_anonymous(None, length, protection, flags) }?;
        Ok(Self { start, len })
    }

    /// Returns the start of the mapping.
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr().cast()
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by this value and nothing else unmaps it. munmap of a whole mapping
        // fails only for lack of kernel memory; the range then stays mapped, which is harmless.
        let _ = unsafe { munmap(self.start, self.len) };
    }
}

fn non_zero(len: usize) -> io::Result<NonZeroUsize> {
    NonZeroUsize::new(len).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))
}
