//! Address spaces of the GPU.

mod access;
mod space;
mod word;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use space::{Mapping, Space, Target};

use crate::device::Device;
use crate::fence::Fence;
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
    /// Held while a binding takes its place among bindings and submissions.
    binding: Mutex<()>,
    /// The last of the bindings that name no queue.
    pub last_bind: LastBind,
    /// Submissions that have not ended, and changes of what was mapped that are not done.
    pending: Mutex<Pending>,
}

#[derive(Debug, Default)]
struct Pending {
    jobs: Vec<Arc<Fence>>,
    unmaps: Vec<Arc<Fence>>,
}

/// The last of bindings that follow each other.
#[derive(Debug, Default)]
pub struct LastBind(Mutex<Option<Arc<Fence>>>);

impl LastBind {
    /// Puts a binding behind the last one, which it gives.
    pub fn replace(&self, fence: Arc<Fence>) -> Option<Arc<Fence>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(fence)
    }
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
            binding: Mutex::default(),
            last_bind: LastBind::default(),
            pending: Mutex::default(),
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

    /// Has one binding at a time take its place, as the kernel's lock of an address space does. Else a binding could be made that
    /// follows another, and a submission that waits for both, before the other notes that it waits for submissions.
    pub fn lock_binding(&self) -> MutexGuard<'_, ()> {
        self.binding.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a submission. Gives what it has to wait for: changes of what was mapped.
    pub fn add_job(&self, job: Arc<Fence>) -> Vec<Arc<Fence>> {
        let mut pending = self.pending();
        pending.jobs.push(job);
        pending.unmaps.clone()
    }

    /// Notes a change of what was mapped. Gives what it has to wait for: submissions that may use it. Those that may run for as
    /// long as they like are not waited for.
    pub fn add_unmap(&self, unmap: Arc<Fence>) -> Vec<Arc<Fence>> {
        let mut pending = self.pending();
        pending.unmaps.push(unmap);
        if self.is_long_running() { Vec::new() } else { pending.jobs.clone() }
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.jobs.retain(|fence| !fence.has_come());
        pending.unmaps.retain(|fence| !fence.has_come());
        pending
    }

    /// Whether there is something everywhere: reads of what is not mapped give zeros, and writes are lost.
    fn has_scratch(&self) -> bool {
        self.flags & SCRATCH_PAGE != 0
    }

    /// The mappings, to be changed.
    pub fn space_mut(&self) -> RwLockWriteGuard<'_, Space> {
        self.space.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mappings.
    pub fn space(&self) -> RwLockReadGuard<'_, Space> {
        self.space.read().unwrap_or_else(PoisonError::into_inner)
    }
}
