//! Calls in which tests hang again and again: what hangs there as well is not waited for in full.
//!
//! That is for what stands still alone: as long as the time of the shorter wait, the process is inside the very same calls, and
//! neither it nor a descendant of it works or could work if it had a processor. What is merely slow is waited for as before.

use crate::process::{CallRing, Standstill};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// After so many time-outs in a call it is known that tests hang there. The run has failed by then.
const ENOUGH: u32 = 10;
/// The shorter wait is this part of the full one,
const PART: u32 = 10;
/// and at least this.
const LEAST: Duration = Duration::from_secs(3);

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

    /// Whether enough tests have hung in each of these calls, of which there is one at least.
    fn know(&self, calls: &BTreeSet<String>) -> bool {
        !calls.is_empty() && calls.iter().all(|call| self.0.get(call).is_some_and(|&times| times >= ENOUGH))
    }

    /// Looks at a process for as long as a test may take this long.
    pub(super) fn watch(&self, timeout: Duration) -> Watch<'_> {
        Watch { hangs: self, patience: (timeout / PART).max(LEAST), still: None, over: false }
    }
}

/// Looks whether a process hangs where others have hung.
pub(super) struct Watch<'h> {
    hangs: &'h Hangs,
    patience: Duration,
    /// Since when it stands still, as far as is known.
    still: Option<Standstill>,
    over: bool,
}

impl Watch<'_> {
    /// To be asked every now and then. Whether the process has hung for long enough.
    pub(super) fn is_over(&mut self, pid: u32, ring: &CallRing) -> bool {
        self.over |= self.stands_still(pid, ring);
        self.over
    }

    fn stands_still(&mut self, pid: u32, ring: &CallRing) -> bool {
        let at_work = ring.at_work();
        if !self.hangs.know(&at_work.calls) {
            self.still = None;
            return false;
        }
        if !self.still.as_mut().is_some_and(|still| still.goes_on(pid, &at_work)) {
            self.still = Standstill::begins(pid, at_work);
        }
        self.still.as_ref().is_some_and(|still| still.lasted() >= self.patience)
    }

    /// Why a test was not waited for in full, if it was not.
    pub(super) fn told(&self, calls: &BTreeSet<String>) -> Option<String> {
        let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
        self.over.then(|| {
            format!(
                "it was not waited for any longer: it had stood still in {} for {:?}, where {ENOUGH} tests before it hung",
                calls.join(" and "),
                self.patience
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn set(calls: &[&str]) -> BTreeSet<String> {
        calls.iter().map(|&call| call.to_owned()).collect()
    }

    #[rstest]
    #[case::nowhere(ENOUGH, &[], false)]
    #[case::there(ENOUGH, &["urA"], true)]
    #[case::not_often_enough(ENOUGH - 1, &["urA"], false)]
    #[case::elsewhere(ENOUGH, &["urB"], false)]
    #[case::elsewhere_as_well(ENOUGH, &["urA", "urB"], false)]
    fn calls_are_known_by_their_time_outs(#[case] times: u32, #[case] calls: &[&str], #[case] known: bool) {
        let mut hangs = Hangs::default();
        (0..times).for_each(|_| hangs.add(&set(&["urA"])));
        assert_eq!(hangs.know(&set(calls)), known);
    }

    #[rstest]
    #[case(30, 3)]
    #[case(600, 60)]
    #[case(1, 3)]
    fn the_shorter_wait_is_never_short(#[case] timeout: u64, #[case] patience: u64) {
        let (hangs, timeout) = (Hangs::default(), Duration::from_secs(timeout));
        assert_eq!(hangs.watch(timeout).patience, Duration::from_secs(patience));
    }
}
