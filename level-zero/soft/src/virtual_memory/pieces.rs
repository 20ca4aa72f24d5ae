//! Mapped pieces of a range, with their access.

use std::collections::BTreeMap;

use ur_ipc_sys::address_range::Access;

/// The mapped pieces of a range. Offsets count from its start, in bytes.
#[derive(Debug, Default)]
pub(super) struct Pieces(BTreeMap<usize, Piece>);

#[derive(Clone, Copy, Debug)]
struct Piece {
    size: usize,
    access: Access,
}

impl Pieces {
    /// True if nothing is mapped in a range.
    pub(super) fn is_free(&self, at: usize, size: usize) -> bool {
        let before = self.0.range(..at + size).next_back();
        before.is_none_or(|(start, piece)| start + piece.size <= at)
    }

    /// True if a range is mapped throughout.
    pub(super) fn is_mapped(&self, at: usize, size: usize) -> bool {
        let mut next = at;
        while next < at + size {
            match self.around(next) {
                Some((start, piece)) => next = start + piece.size,
                None => return false,
            }
        }
        true
    }

    /// Notes a range as mapped; it was free.
    pub(super) fn insert(&mut self, at: usize, size: usize, access: Access) {
        self.0.insert(at, Piece { size, access });
    }

    /// Notes a range as free.
    pub(super) fn remove(&mut self, at: usize, size: usize) {
        self.isolate(at, size);
        self.0.retain(|start, _| !(at..at + size).contains(start));
    }

    /// Notes another access for a range.
    pub(super) fn set_access(&mut self, at: usize, size: usize, access: Access) {
        self.isolate(at, size);
        for (_, piece) in self.0.range_mut(at..at + size) {
            piece.access = access;
        }
    }

    /// The access at an offset, and the number of bytes from there on that share it.
    pub(super) fn access(&self, at: usize) -> Option<(Access, usize)> {
        let (_, first) = self.around(at)?;
        let mut next = at;
        while let Some((start, piece)) = self.around(next).filter(|(_, piece)| piece.access == first.access) {
            next = start + piece.size;
        }
        Some((first.access, next - at))
    }

    fn around(&self, at: usize) -> Option<(usize, Piece)> {
        let (&start, &piece) = self.0.range(..=at).next_back()?;
        (at - start < piece.size).then_some((start, piece))
    }

    /// Cuts pieces at both ends of a range, so that it consists of whole ones.
    fn isolate(&mut self, at: usize, size: usize) {
        for border in [at, at + size] {
            let Some((start, piece)) = self.around(border).filter(|(start, _)| *start != border) else {
                continue;
            };
            let kept = border - start;
            self.0.insert(start, Piece { size: kept, ..piece });
            self.0.insert(border, Piece { size: piece.size - kept, ..piece });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The plain model: one entry for each unit.
    const UNITS: usize = 12;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Map(Access),
        Unmap,
        Protect(Access),
    }

    fn access() -> impl Strategy<Value = Access> {
        prop_oneof![Just(Access::None), Just(Access::ReadOnly), Just(Access::ReadWrite)]
    }

    fn step() -> impl Strategy<Value = (Step, usize, usize)> {
        let step =
            prop_oneof![access().prop_map(Step::Map), Just(Step::Unmap), access().prop_map(Step::Protect)];
        (step, 0..UNITS, 1..=UNITS).prop_map(|(step, at, size)| (step, at, size.min(UNITS - at)))
    }

    proptest! {
        #[test]
        fn pieces_do_as_single_units_do(steps in proptest::collection::vec(step(), 0..40)) {
            let mut pieces = Pieces::default();
            let mut model = [None; UNITS];
            for (step, at, size) in steps {
                let range = at..at + size;
                let free = model[range.clone()].iter().all(Option::is_none);
                let mapped = model[range.clone()].iter().all(Option::is_some);
                prop_assert_eq!(pieces.is_free(at, size), free);
                prop_assert_eq!(pieces.is_mapped(at, size), mapped);
                match step {
                    Step::Map(access) if free => {
                        pieces.insert(at, size, access);
                        model[range].fill(Some(access));
                    }
                    Step::Unmap if mapped => {
                        pieces.remove(at, size);
                        model[range].fill(None);
                    }
                    Step::Protect(access) if mapped => {
                        pieces.set_access(at, size, access);
                        model[range].fill(Some(access));
                    }
                    _ => {}
                }
                for at in 0..UNITS {
                    let same = model[at..].iter().take_while(|access| **access == model[at]).count();
                    prop_assert_eq!(pieces.access(at), model[at].map(|access| (access, same)));
                }
            }
        }
    }
}
