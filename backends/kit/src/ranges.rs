//! Reserved addresses and their mappings. A backend needs them to refuse calls that would crash.

use crate::checks::{Ur, ensure};
use std::collections::BTreeMap;
use std::sync::Arc;
use ur_ipc_api::{UrResult, VirtualMemAccessFlags};

/// True if `size` bytes from `start` lie within `whole_size` bytes from `whole`.
pub fn within(start: u64, size: u64, whole: u64, whole_size: u64) -> bool {
    start.checked_sub(whole).and_then(|offset| offset.checked_add(size)).is_some_and(|end| end <= whole_size)
}

/// A range of addresses that the user reserved.
pub struct ReservedRange<C> {
    /// Size in bytes.
    pub size: u64,
    /// The context, kept alive.
    pub context: Arc<C>,
}

/// Physical memory at an address.
pub struct MappedRange<P> {
    /// Size in bytes.
    pub size: u64,
    /// The access that the mapping allows.
    pub access: VirtualMemAccessFlags,
    /// The memory, kept alive.
    pub physical: Arc<P>,
}

/// The reservations in contexts `C` and the mappings of physical memory `P`, by their first addresses.
pub struct VirtualRanges<C, P> {
    /// Reserved addresses.
    pub reservations: BTreeMap<u64, ReservedRange<C>>,
    /// Mapped addresses.
    pub mappings: BTreeMap<u64, MappedRange<P>>,
}

impl<C, P> Default for VirtualRanges<C, P> {
    fn default() -> Self {
        Self { reservations: BTreeMap::new(), mappings: BTreeMap::new() }
    }
}

impl<C, P> VirtualRanges<C, P> {
    /// The base of the reservation that holds a whole range.
    pub fn reservation(&self, start: u64, size: u64) -> Option<u64> {
        let (base, reservation) = self.reservations.range(..=start).next_back()?;
        within(start, size, *base, reservation.size).then_some(*base)
    }

    /// The first addresses of the mappings that together fill a range exactly.
    ///
    /// # Errors
    /// `INVALID_VALUE` if they do not.
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
    pub fn mappings_in(&self, start: u64, size: u64) -> impl Iterator<Item = (u64, &MappedRange<P>)> {
        let end = start.saturating_add(size);
        let touching = move |base: u64, mapping: &MappedRange<P>| base < end && start < base + mapping.size;
        self.mappings
            .range(..end)
            .filter(move |(base, mapping)| touching(**base, mapping))
            .map(|(base, mapping)| (*base, mapping))
    }

    /// True if every byte of a range is mapped with an access that suits.
    pub fn accessible(&self, start: u64, size: u64, write: bool) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::{fixture, rstest};

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

    /// A reservation of 100 bytes at 100, with mappings at 100..110 (read-write), 110..120 (read-only), 130..140.
    #[fixture]
    fn ranges() -> VirtualRanges<(), ()> {
        let mut ranges = VirtualRanges::default();
        ranges.reservations.insert(100, ReservedRange { size: 100, context: Arc::new(()) });
        for (base, access) in [
            (100, VirtualMemAccessFlags::READ_WRITE),
            (110, VirtualMemAccessFlags::READ_ONLY),
            (130, VirtualMemAccessFlags::READ_WRITE),
        ] {
            ranges.mappings.insert(base, MappedRange { size: 10, access, physical: Arc::new(()) });
        }
        ranges
    }

    #[rstest]
    #[case(100, 100, Some(100))]
    #[case(150, 50, Some(100))]
    #[case(150, 51, None)]
    #[case(99, 1, None)]
    fn a_reservation_holds_whole_ranges(
        ranges: VirtualRanges<(), ()>,
        #[case] start: u64,
        #[case] size: u64,
        #[case] expected: Option<u64>,
    ) {
        assert_eq!(ranges.reservation(start, size), expected);
    }

    #[rstest]
    #[case(100, 10, Some(vec![100]))]
    #[case(100, 20, Some(vec![100, 110]))]
    #[case(100, 15, None)]
    #[case(105, 5, None)]
    #[case(120, 10, None)]
    #[case(100, u64::MAX, None)]
    fn mappings_fill_ranges_exactly(
        ranges: VirtualRanges<(), ()>,
        #[case] start: u64,
        #[case] size: u64,
        #[case] expected: Option<Vec<u64>>,
    ) {
        assert_eq!(ranges.exact_mappings(start, size).ok(), expected);
    }

    #[rstest]
    #[case(100, 10, true, true)]
    #[case(105, 10, true, false)]
    #[case(105, 10, false, true)]
    #[case(115, 10, false, false)]
    #[case(139, 1, true, true)]
    #[case(139, 2, true, false)]
    fn access_is_that_of_every_byte(
        ranges: VirtualRanges<(), ()>,
        #[case] start: u64,
        #[case] size: u64,
        #[case] write: bool,
        #[case] expected: bool,
    ) {
        assert_eq!(ranges.accessible(start, size, write), expected);
    }
}
