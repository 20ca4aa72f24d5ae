//! Free ranges of a space: first fit, joined again when given back.

use std::collections::BTreeMap;

/// The free ranges, by where they start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeList(BTreeMap<usize, usize>);

impl FreeList {
    /// One free range.
    pub fn new(start: usize, len: usize) -> Self {
        Self(BTreeMap::from([(start, len)]))
    }

    /// Takes the lowest range of `len` that starts at a multiple of `align`.
    pub fn take(&mut self, len: usize, align: usize) -> Option<usize> {
        let (from, start) = self.0.iter().find_map(|(&from, &room)| {
            let start = from.checked_next_multiple_of(align)?;
            (start - from <= room && room - (start - from) >= len).then_some((from, start))
        })?;
        self.cut(from, start, len);
        Some(start)
    }

    /// Takes the range of `len` at `start`; false if that is not free.
    pub fn take_at(&mut self, start: usize, len: usize) -> bool {
        let Some((&from, &room)) = self.0.range(..=start).next_back() else { return false };
        let fits = start - from <= room && room - (start - from) >= len;
        if fits {
            self.cut(from, start, len);
        }
        fits
    }

    /// Cuts a range out of the free range at `from`, which contains it.
    fn cut(&mut self, from: usize, start: usize, len: usize) {
        let room = self.0.remove(&from).unwrap_or(0);
        let (before, after) = (start - from, (from + room) - (start + len));
        if before > 0 {
            self.0.insert(from, before);
        }
        if after > 0 {
            self.0.insert(start + len, after);
        }
    }

    /// Gives a range back.
    pub fn give(&mut self, mut start: usize, mut len: usize) {
        if let Some(after) = self.0.remove(&(start + len)) {
            len += after;
        }
        let before = self.0.range(..start).next_back().map(|(&from, &room)| (from, room));
        if let Some((from, room)) = before.filter(|(from, room)| from + room == start) {
            start = from;
            len += room;
        }
        self.0.insert(start, len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_taken_is_disjoint_and_comes_back(requests in proptest::collection::vec((1usize..200, 0u32..6), 1..40)) {
            let whole = FreeList::new(64, 4096);
            let mut list = whole.clone();
            let mut taken: Vec<(usize, usize)> = Vec::new();
            for (len, shift) in requests {
                if let Some(start) = list.take(len, 1 << shift) {
                    prop_assert_eq!(start % (1 << shift), 0);
                    prop_assert!(start >= 64 && start + len <= 64 + 4096);
                    prop_assert!(taken.iter().all(|&(s, l)| s + l <= start || start + len <= s));
                    taken.push((start, len));
                }
            }
            for (start, len) in taken {
                list.give(start, len);
            }
            prop_assert_eq!(list, whole);
        }
    }

    #[test]
    fn a_range_is_taken_where_it_is_free() {
        let mut list = FreeList::new(100, 100);
        assert!(list.take_at(150, 10));
        assert!(!list.take_at(155, 1));
        assert!(!list.take_at(145, 10));
        assert!(!list.take_at(50, 10));
        assert!(!list.take_at(195, 10));
        assert_eq!(list.take(60, 1), None);
        list.give(150, 10);
        assert_eq!(list, FreeList::new(100, 100));
    }

    #[test]
    fn what_is_taken_whole_leaves_nothing_behind() {
        let mut list = FreeList::new(100, 100);
        assert!(list.take_at(100, 40));
        assert_eq!(list, FreeList::new(140, 60));
        assert!(list.take_at(180, 20));
        assert_eq!(list, FreeList::new(140, 40));
        assert_eq!(list.take(40, 1), Some(140));
        assert_eq!(list, FreeList(BTreeMap::new()));
    }
}
