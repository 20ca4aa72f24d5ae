//! Names that were used.

use crate::Name;
use std::collections::BTreeMap;

/// A set of names, of which most follow one another: the first and the last of each run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used(BTreeMap<Name, u32>);

impl Used {
    pub(crate) fn contains(&self, name: Name) -> bool {
        self.run(name).is_some_and(|(_, last)| name.number <= last)
    }

    pub(crate) fn insert(&mut self, name: Name) {
        if self.contains(name) {
            return;
        }
        let mut last = name.number;
        let next = name.number.checked_add(1).map(|number| Name { number, ..name });
        if let Some(joined) = next.and_then(|next| self.0.remove(&next)) {
            last = joined;
        }
        match self.run(name) {
            Some((first, before)) if before.checked_add(1) == Some(name.number) => {
                self.0.insert(first, last);
            }
            _ => drop(self.0.insert(name, last)),
        }
    }

    /// The last run that begins with the name, or before it.
    fn run(&self, name: Name) -> Option<(Name, u32)> {
        let first = Name { number: 0, ..name };
        self.0.range(first..=name).next_back().map(|(first, last)| (*first, *last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_meet_are_one() {
        let name = |letter, number| Name { letter, number };
        let mut used = Used::default();
        for number in [1, 2, 5, 4, u32::MAX, 0] {
            used.insert(name('m', number));
            used.insert(name('m', number));
        }
        assert!([0, 1, 2, 4, 5, u32::MAX].into_iter().all(|number| used.contains(name('m', number))));
        assert!(![3, 6, u32::MAX - 1].into_iter().any(|number| used.contains(name('m', number))));
        assert!(!used.contains(name('n', 1)) && !used.contains(name('l', 1)));
        assert_eq!(used.0.len(), 3);
        used.insert(name('m', 3));
        assert_eq!(used.0.len(), 2);
    }
}
