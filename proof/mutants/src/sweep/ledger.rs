//! The calls that the processes of a test make together, in a file that they share.

use super::injected_fault::ENTRY_POINTS;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// So many calls are told one by one; further ones are counted only.
const TOLD: usize = 1 << 18;
const SIZE: usize = size_of::<Tally>();

/// The content of the file, at first zeros.
#[repr(C)]
struct Tally {
    processes: AtomicU32,
    calls: AtomicU32,
    of_entries: [AtomicU32; ENTRY_POINTS.len()],
    /// The calls: for each its process, and its entry point plus one.
    told: [AtomicU32; TOLD],
}

/// The file, for one of the processes.
pub(super) struct Ledger {
    shared: NonNull<Tally>,
    process: u32,
}

/// A call that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadeCall {
    /// The number of the process that made it.
    pub process: u32,
    /// As in [`InjectedFault`](super::InjectedFault).
    pub entry: usize,
    /// From 1.
    pub number: u32,
}

impl MadeCall {
    /// The call that lies so far before a check, made when its process had made so many calls. Which process that is is not
    /// known.
    #[must_use]
    pub fn before(calls: &[Self], made: usize, distance: isize) -> Vec<Self> {
        let processes: BTreeSet<u32> =
            calls.iter().map(|call| call.process).filter(|&process| process > 0).collect();
        let last = |process| {
            let mut own = calls.iter().enumerate().filter(|(_, call)| call.process == process);
            own.nth(made.checked_sub(1)?).map(|(index, _)| index)
        };
        let lasts: BTreeSet<usize> = processes.into_iter().filter_map(last).collect();
        lasts.into_iter().filter_map(|last| calls.get(last.checked_sub_signed(distance)?).copied()).collect()
    }
}

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
        let shared = NonNull::new(at.cast()).expect("a mapping is nowhere near null");
        let mut ledger = Self { shared, process: 0 };
        ledger.process = ledger.shared().processes.fetch_add(1, Relaxed);
        Ok(ledger)
    }

    fn shared(&self) -> &Tally {
        // SAFETY: the mapping is of this size, zeros are good, and it lasts as long as this.
        unsafe { self.shared.as_ref() }
    }

    /// Notes a call, and says which of its entry point it is, from 1.
    pub(super) fn count(&self, entry: usize) -> u32 {
        let shared = self.shared();
        let index = shared.calls.fetch_add(1, Relaxed) as usize;
        if let Some(told) = shared.told.get(index) {
            told.store((self.process << 16) + entry as u32 + 1, Relaxed);
        }
        shared.of_entries[entry].fetch_add(1, Relaxed) + 1
    }

    /// The calls, in their order.
    pub(super) fn calls(&self) -> Vec<MadeCall> {
        let mut counts = [0; ENTRY_POINTS.len()];
        let told = self.shared().told.iter().map(|told| told.load(Relaxed)).take_while(|&told| told != 0);
        told.map(|told| {
            let (process, entry) = (told >> 16, (told as usize & 0xffff) - 1);
            counts[entry] += 1;
            MadeCall { process, entry, number: counts[entry] }
        })
        .collect()
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        // SAFETY: made by `open`, and nothing refers to it any more.
        unsafe { libc::munmap(self.shared.as_ptr().cast(), SIZE) };
    }
}
