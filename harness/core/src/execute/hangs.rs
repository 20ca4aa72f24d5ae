//! Counts hangs by call.

use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_isolated::HANGS_ENOUGH;

/// In which calls tests have hung on a device.
#[derive(Debug, Default)]
pub(super) struct Hangs(BTreeMap<String, u32>);

impl Hangs {
    /// A test has failed because it hung in these calls.
    pub(super) fn add(&mut self, calls: &BTreeSet<String>) {
        for call in calls {
            *self.0.entry(call.clone()).or_default() += 1;
        }
    }

    /// The calls in which enough tests have hung.
    pub(super) fn known(&self) -> BTreeSet<String> {
        self.0.iter().filter(|&(_, &times)| times >= HANGS_ENOUGH).map(|(call, _)| call.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_known_by_their_time_outs() {
        let mut hangs = Hangs::default();
        hangs.add(&BTreeSet::from(["urB".to_owned()]));
        for times in 1..=HANGS_ENOUGH {
            hangs.add(&BTreeSet::from(["urA".to_owned()]));
            assert_eq!(hangs.known().len(), usize::from(times == HANGS_ENOUGH));
        }
        assert_eq!(hangs.known(), BTreeSet::from(["urA".to_owned()]));
    }
}
