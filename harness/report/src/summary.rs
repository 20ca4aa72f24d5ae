//! Counting outcomes.

use crate::outcome::{Outcome, Record};
use crate::requirements::Chapter;
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// Counts of outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "BTreeMap<Outcome, u64>")]
pub struct Counts(BTreeMap<Outcome, u64>);

impl Counts {
    pub fn add(&mut self, outcome: Outcome) {
        *self.0.entry(outcome).or_default() += 1;
    }

    pub fn of(&self, outcome: Outcome) -> u64 {
        self.0.get(&outcome).copied().unwrap_or_default()
    }

    /// Those after which a run cannot be called good.
    pub fn bad(&self) -> u64 {
        let bad = self.0.iter().filter(|(outcome, _)| !outcome.is_good());
        // A file may say any numbers.
        bad.fold(0, |sum, (_, &count)| sum.saturating_add(count))
    }

    pub(super) fn all(&self) -> u64 {
        self.0.values().sum()
    }

    /// "3 pass, 1 skip".
    pub fn in_words(&self) -> String {
        let words: Vec<String> = self.0.iter().map(|(outcome, count)| format!("{count} {outcome}")).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}

impl From<BTreeMap<Outcome, u64>> for Counts {
    fn from(mut counts: BTreeMap<Outcome, u64>) -> Self {
        counts.retain(|_, count| *count > 0);
        Self(counts)
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Outcome::ALL.len()))?;
        for outcome in Outcome::ALL {
            map.serialize_entry(outcome.name(), &self.of(outcome))?;
        }
        map.end()
    }
}

/// The outcomes of a device's tests, by chapter.
pub type DeviceSummary = BTreeMap<Chapter, Counts>;

/// The `summary` of a result file.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Whether the run came to its end.
    pub complete: bool,
    /// Whether no record spoils the run.
    pub ok: bool,
    /// What went wrong outside of tests: a backend that cannot list its devices, a process that ended badly after the
    /// last test. The run is then no success even if it is `ok`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// The signal that ended the run before it had come to its end, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<String>,
    /// Whether the ends of all processes that the tests ran in are accounted for. They are not where a run was killed, nor
    /// where it was continued after that.
    #[serde(default)]
    pub settled: bool,
    /// How many tests of the suite were not asked for.
    pub filtered_out: usize,
    /// The counts of all tests.
    pub total: Counts,
    /// What the tests of each device amount to.
    pub devices: BTreeMap<String, DeviceSummary>,
}

impl Summary {
    /// Of no tests yet, where the filter has left out so many.
    #[must_use]
    pub fn new(filtered_out: usize) -> Self {
        Self { ok: true, filtered_out, ..Self::default() }
    }

    /// Whether all tests of the suite were asked for. What is not known to have ended well is not the whole, either.
    pub fn all_asked(&self) -> bool {
        self.filtered_out == 0 && self.settled
    }

    /// Whether tests were to run, and all of them were skipped.
    pub fn skipped_all(&self) -> bool {
        self.total.of(Outcome::Skip) > 0 && self.total.of(Outcome::Skip) == self.total.all()
    }

    /// Counts all records, of which some have changed.
    pub fn count_again(&mut self, records: &[Record]) {
        (self.ok, self.total, self.devices) = (true, Counts::default(), BTreeMap::new());
        records.iter().for_each(|record| self.add(record));
    }

    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        self.total.add(record.outcome());
        let device = self.devices.entry(record.device.clone()).or_default();
        device.entry(record.chapter).or_default().add(record.outcome());
        self.ok &= !record.is_failure();
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use rstest::rstest;

    fn summary(chapter: Chapter, outcomes: &[Outcome]) -> Summary {
        let mut summary = Summary::new(0);
        for &outcome in outcomes {
            summary.add(&samples::record(chapter, outcome));
        }
        summary
    }

    #[rstest]
    #[case(&[Outcome::Pass], true)]
    #[case(&[Outcome::Fail, Outcome::Pass], false)]
    #[case(&[Outcome::Pass, Outcome::Fail], false)]
    #[case(&[Outcome::Skip, Outcome::ExpectedFail], true)]
    fn one_bad_record_spoils_the_run(#[case] outcomes: &[Outcome], #[case] ok: bool) {
        assert_eq!(summary(Chapter::Specified, outcomes).ok, ok);
    }

    #[rstest]
    #[case(&[], false)]
    #[case(&[Outcome::Skip, Outcome::Skip], true)]
    #[case(&[Outcome::Pass], false)]
    #[case(&[Outcome::Fail], false)]
    #[case(&[Outcome::ExpectedFail], false)]
    #[case(&[Outcome::Fail, Outcome::Pass], false)]
    #[case(&[Outcome::Pass, Outcome::ExpectedFail], false)]
    fn a_run_of_skips_alone_is_told_from_others(#[case] outcomes: &[Outcome], #[case] skips: bool) {
        assert_eq!(summary(Chapter::Expected, outcomes).skipped_all(), skips);
    }

    #[test]
    fn outcomes_are_counted() {
        let counts =
            summary(Chapter::Observed, &[Outcome::Fail, Outcome::Pass, Outcome::Fail, Outcome::Skip]).total;
        assert_eq!((counts.of(Outcome::Fail), counts.of(Outcome::Crash), counts.bad()), (2, 0, 2));
        assert_eq!(counts.in_words(), "1 pass, 2 fail, 1 skip");
        assert_eq!(Counts::default().in_words(), "none");
    }
}
