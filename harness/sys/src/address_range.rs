//! Ranges of addresses into which files are mapped piece by piece.

use nix::sys::mman::{MapFlags, ProtFlags, mmap, mmap_anonymous, mprotect, munmap};
use std::ffi::c_void;
use std::io;
use std::num::NonZeroUsize;
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;

/// The rights to the bytes of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Nothing: every access faults.
    None,
    /// Reads.
    ReadOnly,
    /// Reads and writes.
    ReadWrite,
}

/// A range of addresses that belongs to this value, whatever is mapped in it, until it is dropped.
#[derive(Debug)]
pub struct AddressRange {
    start: NonNull<c_void>,
    len: usize,
}

// SAFETY: a range of addresses of the process belongs to no thread.
unsafe impl Send for AddressRange {}
// SAFETY: as above. Those who access the bytes answer for races on them.
unsafe impl Sync for AddressRange {}

impl AddressRange {
    /// Addresses without memory; the first is a multiple of `alignment`, a power of two that pages divide or that
    /// divides a page.
    ///
    /// # Errors
    /// If there are no such addresses.
    pub fn reserve(len: usize, alignment: usize) -> io::Result<Self> {
        let too_long = || io::Error::from(io::ErrorKind::OutOfMemory);
        let room = len.checked_add(alignment).ok_or_else(too_long)?;
        let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE;
        // SAFETY: a new mapping at an address of the kernel's choice touches no existing memory.
        let start = unsafe { mmap_anonymous(None, non_zero(room)?, ProtFlags::PROT_NONE, flags) }?;
        let whole = Self { start, len: room };
        let before = start.addr().get().next_multiple_of(alignment) - start.addr().get();
        Ok(whole.keep(before, len))
    }

    /// Addresses without memory from `start` on.
    ///
    /// # Errors
    /// `EEXIST` if some of them are in use.
    pub fn reserve_at(start: NonZeroUsize, len: usize) -> io::Result<Self> {
        let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE | MapFlags::MAP_FIXED_NOREPLACE;
        // SAFETY: the flag makes the call fail where anything is mapped already.
        let got = unsafe { mmap_anonymous(Some(start), non_zero(len)?, ProtFlags::PROT_NONE, flags) }?;
        let range = Self { start: got, len };
        // Kernels that do not know the flag take the address for a hint.
        if got.addr() == start { Ok(range) } else { Err(io::Error::from_raw_os_error(libc::EEXIST)) }
    }

    /// Gives back all but `len` bytes from `offset` on.
    fn keep(self, offset: usize, len: usize) -> Self {
        let end = offset + len;
        // SAFETY: the offset is within the range.
        let start = unsafe { self.start.byte_add(offset) };
        // SAFETY: as above.
        let after = unsafe { self.start.byte_add(end) };
        for (from, count) in [(self.start, offset), (after, self.len - end)] {
            if count > 0 {
                // SAFETY: this part belongs to the value and leaves it here. A failure leaves it reserved.
                let _ = unsafe { munmap(from, count) };
            }
        }
        std::mem::forget(self);
        Self { start, len }
    }

    /// The first address.
    #[must_use]
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr().cast()
    }

    /// The number of bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Maps `len` bytes of `file` from `file_offset` on, shared with all who map it, `at` bytes behind the start.
    /// What was there is gone.
    ///
    /// # Errors
    /// If that is not within the range, or the kernel cannot do it.
    pub fn map(
        &self,
        at: usize,
        len: usize,
        file: BorrowedFd<'_>,
        file_offset: usize,
        access: Access,
    ) -> io::Result<()> {
        let start = self.piece(at, len)?;
        let offset = i64::try_from(file_offset).map_err(|_| io::ErrorKind::InvalidInput)?;
        let flags = MapFlags::MAP_SHARED | MapFlags::MAP_FIXED;
        // SAFETY: the piece belongs to this value, so that nothing else is replaced.
        unsafe { mmap(Some(start.addr()), non_zero(len)?, access.protection(), flags, file, offset) }?;
        Ok(())
    }

    /// Takes away what is mapped; the addresses stay reserved.
    ///
    /// # Errors
    /// As for [`AddressRange::map`].
    pub fn unmap(&self, at: usize, len: usize) -> io::Result<()> {
        let start = self.piece(at, len)?;
        let flags = MapFlags::MAP_PRIVATE | MapFlags::MAP_NORESERVE | MapFlags::MAP_FIXED;
        // SAFETY: the piece belongs to this value, so that nothing else is replaced.
        unsafe { mmap_anonymous(Some(start.addr()), non_zero(len)?, ProtFlags::PROT_NONE, flags) }?;
        Ok(())
    }

    /// Changes what may be done with bytes that are mapped.
    ///
    /// # Errors
    /// As for [`AddressRange::map`].
    pub fn protect(&self, at: usize, len: usize, access: Access) -> io::Result<()> {
        let start = self.piece(at, len)?;
        // SAFETY: the piece belongs to this value.
        unsafe { mprotect(start, len, access.protection()) }?;
        Ok(())
    }

    fn piece(&self, at: usize, len: usize) -> io::Result<NonNull<c_void>> {
        let within = at.checked_add(len).is_some_and(|end| end <= self.len);
        if !within {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // SAFETY: the offset is within the range.
        Ok(unsafe { self.start.byte_add(at) })
    }
}

impl Drop for AddressRange {
    fn drop(&mut self) {
        // SAFETY: the range belongs to this value and nothing else unmaps it. munmap fails only for lack of kernel
        // memory; the range then stays as it is, which is harmless.
        let _ = unsafe { munmap(self.start, self.len) };
    }
}

impl Access {
    fn protection(self) -> ProtFlags {
        match self {
            Self::None => ProtFlags::PROT_NONE,
            Self::ReadOnly => ProtFlags::PROT_READ,
            Self::ReadWrite => ProtFlags::PROT_READ | ProtFlags::PROT_WRITE,
        }
    }
}

fn non_zero(len: usize) -> io::Result<NonZeroUsize> {
    NonZeroUsize::new(len).ok_or_else(|| io::ErrorKind::InvalidInput.into())
}

/// The size of the kernel's pages in bytes.
#[must_use]
pub fn page_size() -> usize {
    // SAFETY: sysconf only looks a value up.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(crate::process::PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memfd;
    use std::os::fd::AsFd;

    const UNIT: usize = 64 * 1024;

    #[test]
    fn a_range_is_aligned_and_maps_a_file_twice() {
        let range = AddressRange::reserve(4 * UNIT, UNIT).expect("addresses");
        assert!(range.start().addr().is_multiple_of(UNIT));
        let file = memfd::create(c"range", UNIT).expect("a file");
        for at in [0, 2 * UNIT] {
            range.map(at, UNIT, file.as_fd(), 0, Access::ReadWrite).expect("within the range");
        }
        // SAFETY: both pieces are mapped, readable and writable.
        let seen = unsafe {
            range.start().write_volatile(7);
            range.start().add(2 * UNIT).read_volatile()
        };
        assert_eq!(seen, 7);
        range.protect(0, UNIT, Access::ReadOnly).expect("mapped");
        range.unmap(0, UNIT).expect("within the range");
    }

    #[test]
    fn nothing_outside_of_the_range_is_touched() {
        let range = AddressRange::reserve(UNIT, UNIT).expect("addresses");
        for (at, len) in [(UNIT, 1), (0, UNIT + 1), (usize::MAX, 2)] {
            assert!(range.unmap(at, len).is_err());
            assert!(range.protect(at, len, Access::None).is_err());
        }
    }

    #[test]
    fn taken_addresses_are_not_given_twice() {
        let range = AddressRange::reserve(UNIT, UNIT).expect("addresses");
        let start = NonZeroUsize::new(range.start().addr()).expect("not null");
        assert!(AddressRange::reserve_at(start, UNIT).is_err());
        drop(range);
    }
}
