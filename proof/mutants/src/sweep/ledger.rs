//! The calls that the processes of a test make together, counted in a file that they share.

use super::strike::ENTRY_POINTS;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

const SIZE: usize = ENTRY_POINTS.len() * size_of::<AtomicU32>();

/// A number for each entry point.
pub(super) struct Ledger(NonNull<AtomicU32>);

// SAFETY: what it points to is shared by processes already, and atomic.
unsafe impl Send for Ledger {}
// SAFETY: as above.
unsafe impl Sync for Ledger {}

impl Ledger {
    /// Opens the file, or makes it with zeros.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.set_len(SIZE as u64)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping of a file of this size.
        let at = unsafe { libc::mmap(null_mut(), SIZE, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if at == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self(NonNull::new(at.cast()).expect("a mapping is nowhere near null")))
    }

    fn all(&self) -> &[AtomicU32] {
        // SAFETY: the mapping has a number for each entry point, and lasts as long as this.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr(), ENTRY_POINTS.len()) }
    }

    /// Counts a call, and says which it is, from 1.
    pub(super) fn count(&self, entry: usize) -> u32 {
        self.all()[entry].fetch_add(1, Ordering::Relaxed) + 1
    }

    /// How many calls of each entry point there were.
    pub(super) fn counts(&self) -> Vec<u32> {
        self.all().iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        // SAFETY: made by `open`, and nothing refers to it any more.
        unsafe { libc::munmap(self.0.as_ptr().cast(), SIZE) };
    }
}
