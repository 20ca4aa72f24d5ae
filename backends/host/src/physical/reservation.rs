//! A reserved range of virtual memory, and its mappings.

use super::PhysicalMemory;
use crate::arena::AddressRange;
use crate::context::Context;
use std::collections::BTreeMap;
use std::sync::Arc;
use ur_ipc_api::VirtualMemAccessFlags;

/// A reserved range. All offsets count from its start, in bytes.
#[derive(Debug)]
pub struct Reservation {
    /// The context it was made in.
    pub context: Arc<Context>,
    /// Its size in bytes.
    pub size: usize,
    range: AddressRange,
    maps: BTreeMap<usize, Piece>,
}

/// Part of a physical memory object, mapped or wanted.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The object.
    pub physical: Arc<PhysicalMemory>,
    /// The offset in the object at which it starts, in bytes.
    pub offset: usize,
    /// Its size in bytes.
    pub size: usize,
    /// The access that commands have.
    pub access: VirtualMemAccessFlags,
}

impl Reservation {
    /// A reservation with nothing mapped.
    pub fn new(context: Arc<Context>, size: usize, range: AddressRange) -> Self {
        Self { context, size, range, maps: BTreeMap::new() }
    }

    /// The first address.
    pub fn start(&self) -> usize {
        self.range.start()
    }

    /// True if nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// Maps a piece; `None` if the range is taken or not within the reservation.
    pub fn map(&mut self, at: usize, piece: Piece) -> Option<()> {
        let end = at.checked_add(piece.size).filter(|&end| end <= self.size)?;
        let before = self.maps.range(..end).next_back();
        if before.is_some_and(|(start, before)| start + before.size > at) {
            return None;
        }
        self.maps.insert(at, piece);
        Some(())
    }

    /// Unmaps a range that is mapped throughout and gives back what was there.
    pub fn unmap(&mut self, at: usize, size: usize) -> Option<Vec<Piece>> {
        self.isolate(at, size)?;
        let starts: Vec<usize> = self.maps.range(at..at + size).map(|(&start, _)| start).collect();
        Some(starts.iter().filter_map(|start| self.maps.remove(start)).collect())
    }

    /// Changes the access of a range that is mapped throughout.
    pub fn set_access(&mut self, at: usize, size: usize, access: VirtualMemAccessFlags) -> Option<()> {
        self.isolate(at, size)?;
        for piece in self.maps.range_mut(at..at + size).map(|(_, piece)| piece) {
            piece.access = access;
        }
        Some(())
    }

    /// The pieces behind a range; `None` unless it is mapped throughout.
    pub fn pieces(&self, at: usize, size: usize) -> Option<Vec<Piece>> {
        let end = at.checked_add(size).filter(|&end| end <= self.size && size > 0)?;
        let (&first, _) = self.maps.range(..=at).next_back()?;
        let mut pieces = Vec::new();
        let mut next = at;
        for (&start, piece) in self.maps.range(first..end) {
            let piece_end = start + piece.size;
            if start > next || piece_end <= next {
                return None;
            }
            let part_end = piece_end.min(end);
            pieces.push(Piece {
                offset: piece.offset + (next - start),
                size: part_end - next,
                ..piece.clone()
            });
            next = part_end;
        }
        (next == end).then_some(pieces)
    }

    /// Cuts mappings at both ends of a range, so that it consists of whole ones.
    fn isolate(&mut self, at: usize, size: usize) -> Option<()> {
        self.pieces(at, size)?;
        self.cut(at);
        self.cut(at + size);
        Some(())
    }

    fn cut(&mut self, at: usize) {
        let Some((&start, piece)) = self.maps.range_mut(..at).next_back() else { return };
        let kept = at - start;
        if piece.size <= kept {
            return;
        }
        let rest = Piece { offset: piece.offset + kept, size: piece.size - kept, ..piece.clone() };
        piece.size = kept;
        self.maps.insert(at, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Arena, UNIT};
    use crate::device::Device;
    use crate::shared_object::SharedObject;
    use ur_ipc_api::Family;
    use ur_ipc_api::{ContextHandle, DeviceHandle, PhysicalMemFlags};

    #[test]
    fn pieces_are_those_of_a_range_that_is_mapped_throughout() {
        let device = Arc::new(Device::new(DeviceHandle::NULL, 0));
        let context = Arc::new(Context { handle: ContextHandle::NULL, devices: vec![Arc::clone(&device)] });
        let physical = Arc::new(PhysicalMemory {
            context: Arc::clone(&context),
            size: 4 * UNIT,
            flags: PhysicalMemFlags::NONE_SET,
            imported: false,
            object: Arc::new(SharedObject::create(Family::Physical, 4 * UNIT).expect("an object")),
            _charge: device.charge(4 * UNIT).expect("room"),
            device,
        });
        let range = Arc::new(Arena::new().expect("addresses")).take(8 * UNIT, None).expect("room");
        let mut reservation = Reservation::new(context, 8 * UNIT, range);
        assert!(reservation.is_empty());
        let access = VirtualMemAccessFlags::READ_WRITE;
        for (at, offset) in [(0, 3 * UNIT), (UNIT, 0), (4 * UNIT, UNIT)] {
            let piece = Piece { physical: Arc::clone(&physical), offset, size: UNIT, access };
            reservation.map(at, piece).expect("free");
        }
        assert!(!reservation.is_empty());
        let pieces = |at, size| {
            let pieces = reservation.pieces(at, size)?;
            Some(pieces.iter().map(|piece| (piece.offset, piece.size)).collect::<Vec<_>>())
        };
        let half = UNIT / 2;
        assert_eq!(pieces(0, 2 * UNIT), Some(vec![(3 * UNIT, UNIT), (0, UNIT)]));
        assert_eq!(pieces(half, UNIT), Some(vec![(3 * UNIT + half, half), (0, half)]));
        assert_eq!(pieces(4 * UNIT + 1, 1), Some(vec![(UNIT + 1, 1)]));
        let nothing = [(0, 0), (UNIT, 0), (half, 0)];
        let gaps = [(0, 3 * UNIT), (2 * UNIT, 1), (3 * UNIT, 2 * UNIT), (4 * UNIT, UNIT + 1)];
        let beyond = [(4 * UNIT, 5 * UNIT), (8 * UNIT, 1), (UNIT, usize::MAX)];
        for (at, size) in nothing.into_iter().chain(gaps).chain(beyond) {
            assert_eq!(pieces(at, size), None, "{size} bytes at {at}");
        }
    }
}
