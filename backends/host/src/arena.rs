//! Device addresses. They come from one range without memory behind it. A dereference on the host faults, and the
//! backend recognises an address that is no longer in use.

use crate::free_list::FreeList;
use crate::registry::lock;
use std::io;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use ur_ipc_sys::mapping::Mapping;

/// Alignment and unit of device address ranges in bytes; also the granularity of virtual memory.
pub const UNIT: usize = 64 * 1024;

/// The size of the first attempt to reserve address space, in bytes. It far exceeds the memory of the devices, and many
/// backends still fit into one process.
const LARGEST: usize = 256 << 30;

/// The smallest acceptable reservation, in bytes.
const SMALLEST: usize = 16 << 30;

/// All device addresses of a backend.
#[derive(Debug)]
pub struct Arena {
    bounds: Range<usize>,
    free: Mutex<FreeList>,
    _mapping: Mapping,
}

/// A range of device addresses, given back when dropped.
#[derive(Debug)]
pub struct AddressRange {
    arena: Arc<Arena>,
    start: usize,
    len: usize,
}

impl Arena {
    /// Reserves as many addresses as the process' limits allow.
    pub fn new() -> io::Result<Self> {
        let mut len = LARGEST;
        let mapping = loop {
            match Mapping::reserve(len) {
                Ok(mapping) => break mapping,
                Err(_) if len > SMALLEST => len /= 2,
                Err(error) => return Err(error),
            }
        };
        let address = mapping.start().addr();
        let start = address.next_multiple_of(UNIT);
        let end = (address + len) / UNIT * UNIT;
        Ok(Self {
            bounds: start..end,
            free: Mutex::new(FreeList::new(start, end - start)),
            _mapping: mapping,
        })
    }

    /// True if some address of the range is a device address, live or not.
    pub fn overlaps(&self, range: &Range<usize>) -> bool {
        range.start < self.bounds.end && self.bounds.start < range.end
    }

    /// Takes `len` bytes, a multiple of the unit, and leaves a gap behind them, so that running over the end of
    /// one range never leads into the next. At `wanted` if that is free, else at the lowest place that fits: what
    /// was given back is used again first, as allocators do.
    pub fn take(self: &Arc<Self>, len: usize, wanted: Option<usize>) -> Option<AddressRange> {
        let len = len.checked_add(UNIT)?;
        let mut free = lock(&self.free);
        let start = match wanted {
            Some(start) if free.take_at(start, len) => start,
            _ => free.take(len, UNIT)?,
        };
        drop(free);
        Some(AddressRange { arena: Arc::clone(self), start, len })
    }
}

impl AddressRange {
    /// The first address.
    pub fn start(&self) -> usize {
        self.start
    }
}

impl Drop for AddressRange {
    fn drop(&mut self) {
        lock(&self.arena.free).give(self.start, self.len);
    }
}

#[cfg(test)]
impl Arena {
    /// An arena of these addresses, whatever is there.
    pub fn at(bounds: Range<usize>) -> Self {
        let mapping = Mapping::reserve(UNIT).expect("addresses");
        Self { free: Mutex::new(FreeList::new(bounds.start, bounds.len())), bounds, _mapping: mapping }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_disjoint_and_given_back() {
        let arena = Arc::new(Arena::new().expect("addresses"));
        let before = lock(&arena.free).clone();
        let one = arena.take(UNIT, None).expect("room");
        let two = arena.take(3 * UNIT, None).expect("room");
        let three = arena.take(UNIT, None).expect("room");
        assert!(one.start() + UNIT < two.start());
        assert!(two.start() + 3 * UNIT < three.start());
        let address = two.start();
        drop(two);
        assert_eq!(arena.take(3 * UNIT, None).expect("room").start(), address);
        drop(one);
        drop(three);
        assert_eq!(*lock(&arena.free), before);
    }

    #[test]
    fn a_free_place_is_given_when_wanted() {
        let arena = Arc::new(Arena::new().expect("addresses"));
        let wanted = arena.bounds.start + 100 * UNIT;
        let one = arena.take(UNIT, Some(wanted)).expect("room");
        assert_eq!(one.start(), wanted);
        assert_ne!(arena.take(UNIT, Some(wanted)).expect("room").start(), wanted);
        assert_ne!(arena.take(UNIT, Some(1)).expect("room").start(), 1);
        assert!(arena.take(usize::MAX - UNIT, None).is_none());
    }

    #[test]
    fn one_address_makes_an_overlap() {
        let arena = Arena::new().expect("addresses");
        let Range { start, end } = arena.bounds;
        assert!(start.is_multiple_of(64 * 1024) && end.is_multiple_of(64 * 1024));
        for inside in
            [start..start + 1, end - 1..end, start - 1..start + 1, end - 1..end + 1, start - 1..end + 1]
        {
            assert!(arena.overlaps(&inside), "{inside:x?}");
        }
        for outside in [start - 1..start, end..end + 1, 0..1] {
            assert!(!arena.overlaps(&outside), "{outside:x?}");
        }
    }
}
