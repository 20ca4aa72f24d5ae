//! Mappings of an address space.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::bo::Bo;

/// The mappings of an address space, none of which overlap.
#[derive(Debug, Default)]
pub struct Space {
    by_start: BTreeMap<u64, Mapping>,
}

/// A range of addresses, and what is there.
#[derive(Debug, Clone)]
pub struct Mapping {
    /// Its bytes.
    pub length: u64,
    /// The target of the mapping.
    pub target: Target,
    /// Whether the GPU may not write.
    pub read_only: bool,
}

/// The target of a mapping.
#[derive(Debug, Clone)]
pub enum Target {
    /// An object, from this offset on.
    Object(Arc<Bo>, u64),
    /// Memory of the program, from this address on.
    Host(u64),
    /// Nothing: reads give zeros, and writes are lost.
    Null,
}

impl Target {
    /// The same, so many bytes further on.
    fn further(&self, bytes: u64) -> Self {
        match self {
            Self::Object(bo, offset) => Self::Object(Arc::clone(bo), offset + bytes),
            Self::Host(address) => Self::Host(address.wrapping_add(bytes)),
            Self::Null => Self::Null,
        }
    }
}

impl Space {
    /// Maps a range. What was mapped there is not any more; of mappings that reach beyond, the rest stays.
    pub fn map(&mut self, start: u64, mapping: Mapping) {
        self.unmap(start..start + mapping.length);
        self.by_start.insert(start, mapping);
    }

    /// Has nothing be mapped in a range.
    pub fn unmap(&mut self, range: Range<u64>) {
        let first = self.by_start.range(..range.start).next_back().map_or(range.start, |(start, _)| *start);
        let touched: Vec<u64> = self
            .by_start
            .range(first..range.end)
            .filter(|(start, mapping)| *start + mapping.length > range.start)
            .map(|(start, _)| *start)
            .collect();
        for start in touched {
            let mapping = self.by_start.remove(&start).expect("it was just found");
            let end = start + mapping.length;
            if end > range.end {
                let target = mapping.target.further(range.end - start);
                self.by_start
                    .insert(range.end, Mapping { length: end - range.end, target, ..mapping.clone() });
            }
            if start < range.start {
                self.by_start.insert(start, Mapping { length: range.start - start, ..mapping });
            }
        }
    }

    /// Unmaps an object wherever it is mapped.
    pub fn unmap_object(&mut self, object: &Arc<Bo>) {
        self.by_start.retain(
            |_, mapping| !matches!(&mapping.target, Target::Object(bo, _) if Arc::ptr_eq(bo, object)),
        );
    }

    /// The target of an address, the number of bytes from it to the end of the mapping, and whether that is read-only.
    pub fn find(&self, address: u64) -> Option<(Target, u64, bool)> {
        let (start, mapping) = self.by_start.range(..=address).next_back()?;
        let offset = address - start;
        (offset < mapping.length)
            .then(|| (mapping.target.further(offset), mapping.length - offset, mapping.read_only))
    }

    /// True if anything in a range is mapped.
    pub fn has_any(&self, range: Range<u64>) -> bool {
        let last = self.by_start.range(..range.end).next_back();
        last.is_some_and(|(start, mapping)| start + mapping.length > range.start)
    }

    /// True if everything in a range is mapped.
    pub fn covers(&self, range: Range<u64>) -> bool {
        let mut at = range.start;
        while at < range.end {
            match self.find(at) {
                Some((_, left, _)) => at += left,
                None => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn host(length: u64, address: u64) -> Mapping {
        Mapping { length, target: Target::Host(address), read_only: false }
    }

    fn at(space: &Space, address: u64) -> Option<u64> {
        match space.find(address) {
            Some((Target::Host(host), ..)) => Some(host),
            Some(_) => panic!("only host memory is mapped"),
            None => None,
        }
    }

    #[test]
    fn a_hole_splits_a_mapping() {
        let mut space = Space::default();
        space.map(0x1000, host(0x5000, 0x10_0000));
        space.unmap(0x2000..0x4000);
        assert_eq!(at(&space, 0x1FFF), Some(0x10_0FFF));
        assert_eq!(at(&space, 0x2000), None);
        assert_eq!(at(&space, 0x3FFF), None);
        assert_eq!(at(&space, 0x4000), Some(0x10_3000));
        assert!(
            space.covers(0x4000..0x6000) && !space.covers(0x4000..0x6001) && !space.covers(0x1000..0x6000)
        );
    }

    proptest! {
        /// Ranges behave as an array of pages does.
        #[test]
        fn is_an_array_of_pages(
            steps in prop::collection::vec((0..32_u64, 1..16_u64, prop::option::of(1..9_u64)), 0..40),
        ) {
            let mut space = Space::default();
            let mut pages = [None; 64];
            for (first, count, host_page) in steps {
                let range = first * 4096..(first + count) * 4096;
                match host_page {
                    Some(page) => space.map(range.start, host(range.end - range.start, page << 32)),
                    None => space.unmap(range),
                }
                for page in first..first + count {
                    pages[page as usize] = host_page.map(|host| (host << 32) + (page - first) * 4096);
                }
            }
            for (page, expected) in pages.iter().enumerate() {
                let address = page as u64 * 4096;
                prop_assert_eq!(at(&space, address), *expected);
                prop_assert_eq!(at(&space, address + 4095), expected.map(|host| host + 4095));
            }
        }
    }
}
