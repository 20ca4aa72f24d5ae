//! Used memory of a device. Each process counts its own, made here or opened. It does not know of
//! memory that other processes use.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::MEMORY_SIZE;
use crate::memory::checks::lock;

/// Taken bytes, by the index of the device.
static TAKEN: Mutex<BTreeMap<u32, u64>> = Mutex::new(BTreeMap::new());

/// Free bytes of a device.
pub(crate) fn free_bytes(device: u32) -> u64 {
    MEMORY_SIZE.saturating_sub(lock(&TAKEN).get(&device).copied().unwrap_or(0))
}

/// A part of a device's memory that is taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct Taken {
    device: u32,
    bytes: u64,
}

impl Taken {
    /// Takes it.
    pub(crate) fn new(device: u32, bytes: usize) -> Self {
        let bytes = bytes as u64;
        *lock(&TAKEN).entry(device).or_default() += bytes;
        Self { device, bytes }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(taken) = lock(&TAKEN).get_mut(&self.device) {
            *taken -= self.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_is_free_again() {
        // No other test uses a device of this number.
        let device = 1000;
        let first = Taken::new(device, 4096);
        let second = Taken::new(device, 1 << 20);
        assert_eq!(free_bytes(device), MEMORY_SIZE - 4096 - (1 << 20));
        drop(first);
        assert_eq!(free_bytes(device), MEMORY_SIZE - (1 << 20));
        drop(second);
        assert_eq!(free_bytes(device), MEMORY_SIZE);
    }
}
