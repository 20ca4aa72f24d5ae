//! Shortens the wait for tests that hang in a call in which others have hung.
//!
//! This is only for a process that stands still. For the shorter time it is inside the very same calls, and neither it
//! nor a descendant runs or could run on a free processor. A slow process has its full time.

use super::CallRing;
use super::standstill::Standstill;
use std::collections::BTreeSet;
use std::time::Duration;

/// After so many time-outs in a call it is known that tests hang there. The run has failed by then.
pub const ENOUGH: u32 = 10;
/// The shorter wait is this part of the full one,
const PART: u32 = 10;
/// and at least this.
const LEAST: Duration = Duration::from_secs(3);

/// Looks whether a process hangs where others have hung.
pub struct Watch {
    /// The calls in which others have hung, [`ENOUGH`] times each.
    known: BTreeSet<String>,
    patience: Duration,
    /// Since when it stands still, as far as is known.
    still: Option<Standstill>,
    over: bool,
}

impl Watch {
    /// Looks at a process for as long as a test may take this long.
    pub fn new(known: BTreeSet<String>, timeout: Duration) -> Self {
        Self { known, patience: (timeout / PART).max(LEAST), still: None, over: false }
    }

    /// To be asked every now and then. Whether the process has hung for long enough.
    pub fn is_over(&mut self, pid: u32, ring: &CallRing) -> bool {
        self.over |= self.stands_still(pid, ring);
        self.over
    }

    fn stands_still(&mut self, pid: u32, ring: &CallRing) -> bool {
        let at_work = ring.at_work();
        if !self.knows(&at_work.calls) {
            self.still = None;
            return false;
        }
        if !self.still.as_mut().is_some_and(|still| still.goes_on(pid, &at_work)) {
            self.still = Standstill::begins(pid, at_work);
        }
        self.still.as_ref().is_some_and(|still| still.lasted() >= self.patience)
    }

    /// True if tests hang in each of these calls, of which there is one at least.
    fn knows(&self, calls: &BTreeSet<String>) -> bool {
        !calls.is_empty() && calls.is_subset(&self.known)
    }

    /// Why a process was not waited for in full, if it was not.
    pub fn describe(&self, calls: &BTreeSet<String>) -> Option<String> {
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
    #[case::nowhere(&[], false)]
    #[case::there(&["urA"], true)]
    #[case::elsewhere(&["urB"], false)]
    #[case::elsewhere_as_well(&["urA", "urB"], false)]
    fn who_is_elsewhere_is_waited_for(#[case] calls: &[&str], #[case] known: bool) {
        assert_eq!(Watch::new(set(&["urA"]), LEAST).knows(&set(calls)), known);
    }

    #[rstest]
    #[case(30, 3)]
    #[case(600, 60)]
    #[case(1, 3)]
    fn the_shorter_wait_is_never_short(#[case] timeout: u64, #[case] patience: u64) {
        let watch = Watch::new(BTreeSet::new(), Duration::from_secs(timeout));
        assert_eq!(watch.patience, Duration::from_secs(patience));
    }
}
