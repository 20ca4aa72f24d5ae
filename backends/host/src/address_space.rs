//! The address space: maps device addresses to memory, and commands to the bytes.

use crate::arena::Arena;
use crate::device::Device;
use crate::error::CallResult;
use crate::physical::PhysicalMemory;
use crate::physical::reservation::Reservation;
use crate::registry::{read, write};
use crate::usm::allocation::UsmAllocation;
use std::collections::BTreeMap;
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};
use ur_ipc_api::implement::checks::ensure;
use ur_ipc_api::{UrResult, VirtualMemAccessFlags};
use ur_ipc_sys::process::is_readable;

/// The object of a range of addresses.
#[derive(Debug)]
pub enum Named {
    /// A USM allocation, made here or opened.
    Usm(Arc<UsmAllocation>),
    /// A reservation of virtual memory.
    Reserved(Reservation),
}

impl Named {
    fn size(&self) -> usize {
        match self {
            Self::Usm(allocation) => allocation.size,
            Self::Reserved(reservation) => reservation.size,
        }
    }
}

/// Bytes that a command reads or writes, kept alive until it has.
#[derive(Debug)]
pub struct Segment {
    /// The address at which they are mapped.
    pub start: *mut u8,
    /// The number of bytes.
    pub len: usize,
    _keep: Keep,
}

// SAFETY: a segment names bytes; what they belong to is kept alive by the segment, or by the caller of the enqueue
// function for plain host memory. Races on the bytes are those of the user's own commands.
unsafe impl Send for Segment {}

#[derive(Debug)]
enum Keep {
    Usm(#[expect(dead_code, reason = "held for its lifetime")] Arc<UsmAllocation>),
    Physical(#[expect(dead_code, reason = "held for its lifetime")] Arc<PhysicalMemory>),
    Caller,
}

/// The access of a command to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// All named ranges, by their first address.
#[derive(Debug)]
pub struct AddressSpace {
    arena: Arc<Arena>,
    ranges: RwLock<BTreeMap<usize, Named>>,
}

impl AddressSpace {
    /// An empty address space over the arena.
    pub fn new(arena: Arc<Arena>) -> Self {
        Self { arena, ranges: RwLock::new(BTreeMap::new()) }
    }

    /// The arena.
    pub fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// The ranges, to look at.
    pub fn ranges(&self) -> RwLockReadGuard<'_, BTreeMap<usize, Named>> {
        read(&self.ranges)
    }

    /// The ranges, to change.
    pub fn ranges_mut(&self) -> RwLockWriteGuard<'_, BTreeMap<usize, Named>> {
        write(&self.ranges)
    }

    /// The USM allocation that the address is in.
    pub fn usm(&self, address: usize) -> Option<Arc<UsmAllocation>> {
        match find(&self.ranges(), address)? {
            (_, Named::Usm(allocation)) => Some(Arc::clone(allocation)),
            (_, Named::Reserved(_)) => None,
        }
    }

    /// The bytes behind `size` bytes from `address`: device memory that `device` reaches, mapped virtual memory,
    /// host USM or plain host memory.
    ///
    /// # Errors
    /// `INVALID_SIZE` for more than the allocation has, `INVALID_MEM_OBJECT` for memory of a device that is not
    /// reached, `INVALID_VALUE` for an address that names nothing and for virtual memory that is not mapped or
    /// not with this access.
    pub fn resolve(
        &self,
        address: usize,
        size: usize,
        usage: Use,
        reaches: impl Fn(&Device) -> bool,
    ) -> CallResult<Vec<Segment>> {
        let end = address.checked_add(size).ok_or(UrResult::ERROR_INVALID_SIZE)?;
        let ranges = self.ranges();
        let Some((base, named)) = find(&ranges, address) else {
            let touches = self.arena.overlaps(&(address..end)) || ranges.range(address..end).next().is_some();
            ensure(!touches, UrResult::ERROR_INVALID_VALUE)?;
            drop(ranges);
            let readable = is_readable(address) && is_readable(end - 1);
            ensure(readable, UrResult::ERROR_INVALID_VALUE)?;
            let start = std::ptr::with_exposed_provenance_mut(address);
            return Ok(vec![Segment { start, len: size, _keep: Keep::Caller }]);
        };
        let offset = address - base;
        match named {
            Named::Usm(allocation) => {
                ensure(size <= allocation.size - offset, UrResult::ERROR_INVALID_SIZE)?;
                let reached = allocation.device.as_ref().is_none_or(|device| reaches(device));
                ensure(reached, UrResult::ERROR_INVALID_MEM_OBJECT)?;
                let start = allocation.bytes().wrapping_add(offset);
                Ok(vec![Segment { start, len: size, _keep: Keep::Usm(Arc::clone(allocation)) }])
            }
            Named::Reserved(reservation) => {
                let pieces = reservation.pieces(offset, size).ok_or(UrResult::ERROR_INVALID_VALUE)?;
                let mut segments = Vec::with_capacity(pieces.len());
                for piece in pieces {
                    let allowed = match usage {
                        Use::Read => piece.access != VirtualMemAccessFlags::NONE,
                        Use::Write => piece.access == VirtualMemAccessFlags::READ_WRITE,
                    };
                    ensure(allowed, UrResult::ERROR_INVALID_VALUE)?;
                    ensure(reaches(&piece.physical.device), UrResult::ERROR_INVALID_MEM_OBJECT)?;
                    let start = piece.physical.bytes().wrapping_add(piece.offset);
                    segments.push(Segment { start, len: piece.size, _keep: Keep::Physical(piece.physical) });
                }
                Ok(segments)
            }
        }
    }
}

/// The range that the address is in, with its first address.
pub fn find(ranges: &BTreeMap<usize, Named>, address: usize) -> Option<(usize, &Named)> {
    let (&base, named) = ranges.range(..=address).next_back()?;
    (address - base < named.size()).then_some((base, named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_memory_does_not_reach_across_device_addresses() {
        let bytes = [0u8; 48];
        let address = bytes.as_ptr().expose_provenance();
        let space = AddressSpace::new(Arc::new(Arena::at(address + 16..address + 32)));
        let resolve = |size| space.resolve(address, size, Use::Read, |_| true);
        assert!(resolve(16).is_ok());
        for size in [17, 48] {
            assert_eq!(resolve(size).err(), Some(UrResult::ERROR_INVALID_VALUE), "{size}");
        }
    }
}
