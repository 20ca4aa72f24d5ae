//! Address spaces of the GPU.

mod access;
mod space;
mod word;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use space::{Mapping, Space, Target};

use crate::device::Device;
use crate::uapi::xe::vm::{FAULT_MODE, LR_MODE, SCRATCH_PAGE};

/// An address space.
#[derive(Debug)]
pub struct Vm {
    /// Its number among all that the process has ever had.
    pub number: u64,
    flags: u32,
    /// Bits of an address.
    bits: u32,
    closed: AtomicBool,
    space: RwLock<Space>,
}

impl Vm {
    /// An address space in which nothing is mapped.
    pub fn new(device: &Device, flags: u32) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self {
            number,
            flags,
            bits: device.address_bits,
            closed: AtomicBool::new(false),
            space: RwLock::default(),
        }
    }

    /// Bytes of it.
    pub fn size(&self) -> u64 {
        1 << self.bits
    }

    /// Whether its queues run for as long as they like.
    pub fn is_long_running(&self) -> bool {
        self.flags & LR_MODE != 0
    }

    /// Whether it is mapped when it is accessed.
    pub fn has_faults(&self) -> bool {
        self.flags & FAULT_MODE != 0
    }

    /// Has nothing be mapped any more, and nothing run.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        // Objects may go with their mappings, which takes a while.
        let space = std::mem::take(&mut *self.space_mut());
        drop(space);
    }

    /// Whether it was destroyed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether there is something everywhere: reads of what is not mapped give zeros, and writes are lost.
    fn has_scratch(&self) -> bool {
        self.flags & SCRATCH_PAGE != 0
    }

    /// What is mapped, to be changed.
    pub fn space_mut(&self) -> RwLockWriteGuard<'_, Space> {
        self.space.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is mapped.
    pub fn space(&self) -> RwLockReadGuard<'_, Space> {
        self.space.read().unwrap_or_else(PoisonError::into_inner)
    }
}
