//! Late writes: data that nobody else sees yet.
//!
//! Writes of kernels and copies stay in caches until a flush, or until the caches make room. Real devices make room
//! soon, so a driver that forgets a flush passes most tests. Here such writes can be kept back.

use std::collections::VecDeque;

use crate::gpu::{Memory, PageFault};

/// The capacity of a cache, in bytes, before the oldest write leaves it.
const BYTES: usize = 8 << 20;
/// The capacity of a cache, in writes.
const WRITES: usize = 1024;
/// The stay of a write, as the number of stays in a second.
const PER_SECOND: u64 = 50;

#[derive(Debug)]
struct Write {
    address: u64,
    bytes: Vec<u8>,
    /// The time at which it becomes visible by itself.
    due: u64,
}

impl Write {
    /// The part that both ranges have: where it begins in this write, where in the other range, and how long it is.
    fn overlap(&self, address: u64, length: usize) -> Option<(usize, usize, usize)> {
        let start = self.address.max(address);
        let end =
            (self.address.saturating_add(self.bytes.len() as u64)).min(address.saturating_add(length as u64));
        (start < end)
            .then(|| ((start - self.address) as usize, (start - address) as usize, (end - start) as usize))
    }
}

/// The writes that an engine keeps back, oldest first.
#[derive(Debug, Default)]
pub(super) struct Late {
    on: bool,
    writes: VecDeque<Write>,
    bytes: usize,
}

impl Late {
    pub(super) fn set(&mut self, on: bool) {
        self.on = on;
    }

    pub(super) fn on(&self) -> bool {
        self.on
    }

    pub(super) fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    pub(super) fn overlaps(&self, address: u64, length: usize) -> bool {
        self.writes.iter().any(|write| write.overlap(address, length).is_some())
    }

    /// Keeps a write back, and lets the oldest go if there is no room.
    pub(super) fn keep(&mut self, memory: &dyn Memory, address: u64, bytes: &[u8], now: u64, frequency: u64) {
        self.bytes += bytes.len();
        self.writes.push_back(Write {
            address,
            bytes: bytes.to_vec(),
            due: now.saturating_add(frequency / PER_SECOND),
        });
        while self.bytes > BYTES || self.writes.len() > WRITES {
            self.release_oldest(memory);
        }
    }

    /// Lays what is kept back over what memory has, as the engine itself sees it.
    pub(super) fn overlay(&self, address: u64, into: &mut [u8]) {
        for write in &self.writes {
            if let Some((from, to, length)) = write.overlap(address, into.len()) {
                into[to..to + length].copy_from_slice(&write.bytes[from..from + length]);
            }
        }
    }

    /// Makes visible what has been kept for long enough.
    pub(super) fn release_due(&mut self, memory: &dyn Memory, now: u64) {
        while self.writes.front().is_some_and(|write| write.due <= now) {
            self.release_oldest(memory);
        }
    }

    /// Makes everything visible.
    pub(super) fn release(&mut self, memory: &dyn Memory) {
        while !self.writes.is_empty() {
            self.release_oldest(memory);
        }
    }

    fn release_oldest(&mut self, memory: &dyn Memory) {
        let Some(write) = self.writes.pop_front() else { return };
        self.bytes -= write.bytes.len();
        // The pages were there when the command wrote. If they have been unmapped since, nobody can look any more.
        let _: Result<(), PageFault> = memory.write(write.address, &write.bytes);
    }
}
