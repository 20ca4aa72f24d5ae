//! The map of addresses: allocations, opened pointers, reservations and their mappings.

use crate::checks::{Ur, ensure};
use crate::driver::{DeviceFacts, Driver};
use crate::objects::{Allocation, Context, Opened, Physical};
use crate::ranges::{VirtualRanges, within};
use crate::registry::lock;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use ur_ipc_api::{UrResult, UsmType};

/// An allocation as seen from one of its addresses.
pub struct Region {
    /// The first byte.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Host, device or shared.
    pub kind: UsmType,
    /// UR's handle of the device, unless it is host memory.
    pub device: Option<usize>,
    /// UR's handle of the pool, or 0.
    pub pool: usize,
}

/// All ranges, by their first address.
pub struct Ranges<D: Driver> {
    /// USM of this process.
    pub allocations: BTreeMap<u64, Arc<Allocation<D>>>,
    /// Opened pointers, by the pointer itself. Drivers may give one address for several opens.
    pub opened: BTreeMap<u64, Vec<Opened<D>>>,
    /// Reserved and mapped addresses.
    pub addresses: VirtualRanges<Context<D>, Physical<D>>,
}

/// The ranges of one backend.
pub struct MemoryMap<D: Driver> {
    ranges: Mutex<Ranges<D>>,
    importing: Mutex<()>,
}

impl<D: Driver> Default for Ranges<D> {
    fn default() -> Self {
        Self { allocations: BTreeMap::new(), opened: BTreeMap::new(), addresses: VirtualRanges::default() }
    }
}

impl<D: Driver> Ranges<D> {
    /// The allocation of this process around an address.
    pub fn allocation(&self, address: u64) -> Option<&Arc<Allocation<D>>> {
        let (base, allocation) = self.allocations.range(..=address).next_back()?;
        within(address, 1, *base, allocation.size).then_some(allocation)
    }

    /// The allocation, local or opened, around an address.
    pub fn region(&self, address: u64) -> Option<Region> {
        if let Some(allocation) = self.allocation(address) {
            return Some(Region {
                base: allocation.base,
                size: allocation.size,
                kind: allocation.kind,
                device: (allocation.kind != UsmType::HOST).then(|| allocation.device.id()),
                pool: allocation.pool.as_ref().map_or(0, |pool| pool.id),
            });
        }
        let mut opened = self.opened.values().flatten();
        let opened = opened.find(|opened| within(address, 1, opened.base, opened.size))?;
        let device = Some(opened.device.id());
        Some(Region { base: opened.base, size: opened.size, kind: UsmType::DEVICE, device, pool: 0 })
    }

    /// Takes one Open of a pointer out: one of this context if there is one.
    pub fn close(&mut self, pointer: u64, context: &Context<D>) -> Option<Opened<D>> {
        let opens = self.opened.get_mut(&pointer)?;
        let own = opens.iter().position(|opened| opened.context.id == context.id).unwrap_or(0);
        let closed = opens.swap_remove(own);
        if opens.is_empty() {
            self.opened.remove(&pointer);
        }
        Some(closed)
    }

    /// Checks a range that a command is to read or write; `None` where nothing of this backend begins.
    pub fn check(&self, start: u64, size: u64, write: bool) -> Option<Ur<()>> {
        if let Some(region) = self.region(start) {
            return Some(ensure(within(start, size, region.base, region.size), UrResult::ERROR_INVALID_SIZE));
        }
        self.addresses.reservation(start, 1)?;
        Some(ensure(self.addresses.accessible(start, size, write), UrResult::ERROR_INVALID_VALUE))
    }
}

impl<D: Driver> Default for MemoryMap<D> {
    fn default() -> Self {
        Self { ranges: Mutex::default(), importing: Mutex::default() }
    }
}

impl<D: Driver> MemoryMap<D> {
    /// The ranges, locked.
    pub fn ranges(&self) -> MutexGuard<'_, Ranges<D>> {
        lock(&self.ranges)
    }

    /// Held while the driver opens or closes a handle and while that is booked; taken before [`ranges`](Self::ranges).
    /// Level Zero forbids to close one pointer from two threads at once, and two opens may have one pointer. CUDA
    /// (580.159.04) refused opens now and then (`INVALID_VALUE`) that met closes of the same block of memory in other
    /// threads.
    pub fn importing(&self) -> MutexGuard<'_, ()> {
        lock(&self.importing)
    }
}

/// Cleans up ranges that the user left: unmaps them before the memory is destroyed, then gives them back.
impl<D: Driver> Drop for MemoryMap<D> {
    fn drop(&mut self) {
        let addresses = &self.ranges().addresses;
        for (base, mapping) in &addresses.mappings {
            D::unmap_left_behind(&mapping.physical.native, *base, mapping.size);
        }
        for (base, reservation) in &addresses.reservations {
            D::free_left_behind(&reservation.context.native, *base, reservation.size);
        }
    }
}
