//! Which addresses mean what: allocations, opened pointers, reservations and what is mapped there.

use crate::context::Context;
use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::POINTER_MEMORY_TYPE;
use crate::error::{Ur, ensure};
use crate::physical::Physical;
use crate::registry::lock;
use crate::usm::Allocation;
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use std::collections::BTreeMap;
use std::io::IoSliceMut;
use std::sync::{Arc, Mutex, MutexGuard};
use ur_ipc_api::{UrResult, UsmType, VirtualMemAccessFlags};

/// Who can copy from and to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// CUDA, without the host.
    Cuda,
    /// The host alone.
    Host,
}

/// Where an opened pointer leads.
pub enum Import {
    /// Into an allocation of this process.
    Local(Arc<Allocation>),
    /// Into a mapping that CUDA made, by its address.
    Native(u64),
}

/// An opened pointer.
pub struct Opened {
    /// Where it leads.
    pub import: Import,
    /// The first byte of the allocation.
    pub base: u64,
    /// Size of the allocation in bytes.
    pub size: u64,
    /// The device.
    pub device: Arc<Device>,
    /// One context for each Open that was not closed yet.
    pub contexts: Vec<Arc<Context>>,
}

/// A range of addresses that the user reserved.
pub struct Reservation {
    /// Size in bytes.
    pub size: u64,
    /// The context, kept alive.
    pub _context: Arc<Context>,
}

/// Physical memory at an address.
pub struct Mapping {
    /// Size in bytes.
    pub size: u64,
    /// What may be done there.
    pub access: VirtualMemAccessFlags,
    /// The memory, kept alive.
    pub physical: Arc<Physical>,
}

/// An allocation as seen from one of its addresses.
pub struct Region {
    /// The first byte.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Host or device.
    pub kind: UsmType,
    /// The device, unless it is host memory.
    pub device: Option<Arc<Device>>,
    /// UR's handle of the pool, or 0.
    pub pool: usize,
}

/// All ranges, by their first address.
#[derive(Default)]
pub struct Ranges {
    /// USM of this process.
    pub allocations: BTreeMap<u64, Arc<Allocation>>,
    /// Opened pointers, by the pointer itself.
    pub opened: BTreeMap<u64, Opened>,
    /// Reserved addresses.
    pub reservations: BTreeMap<u64, Reservation>,
    /// Mapped addresses.
    pub mappings: BTreeMap<u64, Mapping>,
}

/// The ranges of one backend.
#[derive(Default)]
pub struct MemoryMap {
    ranges: Mutex<Ranges>,
    importing: Mutex<()>,
}

/// True if `size` bytes from `start` lie within `whole_size` bytes from `whole`.
pub fn within(start: u64, size: u64, whole: u64, whole_size: u64) -> bool {
    start.checked_sub(whole).and_then(|offset| offset.checked_add(size)).is_some_and(|end| end <= whole_size)
}

impl Ranges {
    /// The allocation of this process around an address.
    pub fn allocation(&self, address: u64) -> Option<&Arc<Allocation>> {
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
                device: (allocation.kind == UsmType::DEVICE).then(|| Arc::clone(&allocation.device)),
                pool: allocation.pool.as_ref().map_or(0, |pool| pool.id),
            });
        }
        let opened = self.opened.values().find(|opened| within(address, 1, opened.base, opened.size))?;
        Some(Region {
            base: opened.base,
            size: opened.size,
            kind: UsmType::DEVICE,
            device: Some(Arc::clone(&opened.device)),
            pool: 0,
        })
    }

    /// The base of the reservation that holds a whole range.
    pub fn reservation(&self, start: u64, size: u64) -> Option<u64> {
        let (base, reservation) = self.reservations.range(..=start).next_back()?;
        within(start, size, *base, reservation.size).then_some(*base)
    }

    /// The first addresses of the mappings that together fill a range exactly.
    pub fn exact_mappings(&self, start: u64, size: u64) -> Ur<Vec<u64>> {
        let end = start.checked_add(size).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let mut next = start;
        let mut found = Vec::new();
        for (base, mapping) in self.mappings.range(start..end) {
            ensure(*base == next, UrResult::ERROR_INVALID_VALUE)?;
            next = base + mapping.size;
            found.push(*base);
        }
        ensure(next == end && !found.is_empty(), UrResult::ERROR_INVALID_VALUE)?;
        Ok(found)
    }

    /// The mappings that touch a range.
    pub fn mappings_in(&self, start: u64, size: u64) -> impl Iterator<Item = (u64, &Mapping)> {
        let end = start.saturating_add(size);
        let touching = move |base: u64, mapping: &Mapping| base < end && start < base + mapping.size;
        self.mappings
            .range(..end)
            .filter(move |(base, mapping)| touching(**base, mapping))
            .map(|(base, mapping)| (*base, mapping))
    }

    /// True if every byte of a range is mapped with an access that suits.
    fn accessible(&self, start: u64, size: u64, write: bool) -> bool {
        let mut next = start;
        for (base, mapping) in self.mappings_in(start, size) {
            let suits = mapping.access.contains(VirtualMemAccessFlags::READ_WRITE)
                || !write && mapping.access.contains(VirtualMemAccessFlags::READ_ONLY);
            if base > next || !suits {
                return false;
            }
            next = base + mapping.size;
        }
        within(start, size, start, next.saturating_sub(start))
    }
}

impl MemoryMap {
    /// The ranges, locked.
    pub fn ranges(&self) -> MutexGuard<'_, Ranges> {
        lock(&self.ranges)
    }

    /// To be held while CUDA opens or closes a handle and while that is booked; taken before
    /// [`ranges`](Self::ranges). Opens that met closes of the same block of memory in other threads were refused
    /// now and then (`INVALID_VALUE`, driver 580.159.04), and never with this lock.
    pub fn importing(&self) -> MutexGuard<'_, ()> {
        lock(&self.importing)
    }

    /// Checks a range that a command is to read or write. A fault on the device would end every queue of the
    /// process, and one on the host the process.
    ///
    /// # Errors
    /// `INVALID_SIZE` beyond the end of an allocation, `INVALID_VALUE` where nothing suitable is mapped.
    pub fn place(&self, device: &Device, address: usize, size: usize, write: bool) -> Ur<Place> {
        let (start, bytes) = (address as u64, size as u64);
        {
            let ranges = self.ranges();
            if let Some(region) = ranges.region(start) {
                let fits = within(start, bytes, region.base, region.size);
                return ensure(fits, UrResult::ERROR_INVALID_SIZE).map(|()| Place::Cuda);
            }
            if ranges.reservation(start, 1).is_some() {
                let suits = ranges.accessible(start, bytes, write);
                return ensure(suits, UrResult::ERROR_INVALID_VALUE).map(|()| Place::Cuda);
            }
        }
        if is_known_to_cuda(device, start)? {
            return Ok(Place::Cuda);
        }
        let last = address.checked_add(size - 1).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        ensure(is_readable(address) && is_readable(last), UrResult::ERROR_INVALID_VALUE)?;
        Ok(Place::Host)
    }
}

/// True for memory that someone else in this process got from CUDA or registered with it.
fn is_known_to_cuda(device: &Device, address: u64) -> Ur<bool> {
    device.activate()?;
    let mut kind = 0_u32;
    // SAFETY: the attribute is an `unsigned int`; an unknown address is an error, not undefined.
    match unsafe { device.driver.pointer_get_attribute((&raw mut kind).cast(), POINTER_MEMORY_TYPE, address) }
    {
        Ok(()) => Ok(true),
        Err(CuResult::ERROR_INVALID_VALUE) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// True if a byte of this process can be read. The kernel reads it, so that an address without memory is an answer
/// and not a signal; where the kernel does not let processes do that, every address passes.
fn is_readable(address: usize) -> bool {
    let mut byte = [0];
    let remote = [RemoteIoVec { base: address, len: 1 }];
    let read = process_vm_readv(nix::unistd::getpid(), &mut [IoSliceMut::new(&mut byte)], &remote);
    !matches!(read, Err(nix::Error::EFAULT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(10, 5, 10, 5, true)]
    #[case(14, 1, 10, 5, true)]
    #[case(14, 2, 10, 5, false)]
    #[case(9, 1, 10, 5, false)]
    #[case(10, u64::MAX, 10, 5, false)]
    fn ranges_within_ranges(
        #[case] start: u64,
        #[case] size: u64,
        #[case] whole: u64,
        #[case] whole_size: u64,
        #[case] expected: bool,
    ) {
        assert_eq!(within(start, size, whole, whole_size), expected);
    }

    #[test]
    fn knows_readable_memory() {
        let local = 7_u8;
        assert!(is_readable((&raw const local).addr()));
        assert!(!is_readable(8));
    }
}
