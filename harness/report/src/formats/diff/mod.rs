//! The differences between two runs.

mod group;

use super::verdict;
use crate::document::Document;
use crate::environment::DeviceEntry;
use crate::escape::one_line;
use crate::outcome::{Outcome, Record};
use group::groups;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Runs without an end: the first one, the second, or both.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {} run has not come to its end", .0.join(" and the "))]
pub struct Unfinished(Vec<&'static str>);

/// Runs that cannot be compared: these are the devices of the first, and those of the second.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the runs have no device in common, so that nothing was compared: the first ran on {}, the second on {}; run one of \
     them again on the devices of the other (--backend, --device)",
    .0.join(", "), .1.join(", ")
)]
pub struct NothingInCommon(Vec<String>, Vec<String>);

/// Two runs, test by test.
pub struct Diff {
    before: Document,
    after: Document,
}

/// The change of a test between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    NewlyFailing,
    NewlyPassing,
    Changed,
    Added,
    Removed,
}

impl Change {
    const ALL: [Self; 5] =
        [Self::NewlyFailing, Self::NewlyPassing, Self::Changed, Self::Added, Self::Removed];

    const fn title(self) -> &'static str {
        match self {
            Self::NewlyFailing => "newly failing",
            Self::NewlyPassing => "newly passing",
            Self::Changed => "changed otherwise",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }

    /// Returns the change from one outcome to the other, if there is one. An outcome is absent if the run lacks the
    /// test.
    fn of(before: Option<Outcome>, after: Option<Outcome>) -> Option<Self> {
        match (before, after) {
            (Some(before), Some(after)) if before == after => None,
            (Some(before), Some(after)) if before.is_good() && !after.is_good() => Some(Self::NewlyFailing),
            // It passed before as well, and showed something beside.
            (Some(Outcome::Deviates), Some(Outcome::Pass)) => Some(Self::Changed),
            (Some(_), Some(Outcome::Pass)) => Some(Self::NewlyPassing),
            (Some(_), Some(_)) => Some(Self::Changed),
            (None, Some(_)) => Some(Self::Added),
            (Some(_), None) => Some(Self::Removed),
            (None, None) => None,
        }
    }
}

/// Whether that is worse: what passed no longer does, or a test fails that did not. A test that is gone shows nothing
/// any more, but says nothing bad either.
fn is_worse(before: Option<Outcome>, after: Option<Outcome>) -> bool {
    match (before, after) {
        (before, Some(after)) if !after.is_good() => before.is_none_or(Outcome::is_good),
        (Some(Outcome::Pass), Some(after)) => after != Outcome::Pass,
        _ => false,
    }
}

type RecordPair<'d> = (Option<&'d Record>, Option<&'d Record>);

type Outcomes = (Option<Outcome>, Option<Outcome>);

fn outcomes((before, after): RecordPair<'_>) -> Outcomes {
    (before.map(Record::outcome), after.map(Record::outcome))
}

impl Diff {
    /// Of these two.
    #[must_use]
    pub fn new(before: Document, after: Document) -> Self {
        Self { before, after }
    }

    /// Looks for a device that both runs have. A run without any device has lost those of the other.
    ///
    /// # Errors
    /// The devices, if both have others.
    pub fn check_devices(&self) -> Result<(), NothingInCommon> {
        let [before, after] = [&self.before, &self.after]
            .map(|run| run.devices.iter().map(|device| one_line(&device.id)).collect::<Vec<String>>());
        let is_comparable =
            before.is_empty() || after.is_empty() || before.iter().any(|device| after.contains(device));
        if is_comparable { Ok(()) } else { Err(NothingInCommon(before, after)) }
    }

    /// True if anything is worse than it was.
    pub fn is_worse(&self) -> bool {
        !self.new_problems().is_empty()
            || self.pairs().into_values().map(outcomes).any(|(before, after)| is_worse(before, after))
    }

    /// Returns the problems outside of tests that only the second run has. A missing backend or device is one.
    fn new_problems(&self) -> Vec<String> {
        let known = &self.before.summary.problems;
        let new = self.after.summary.problems.iter().filter(|problem| !known.contains(problem));
        let here = |id: &str| self.after.devices.iter().any(|device| device.id == id);
        let gone = self.before.devices.iter().filter(|device| !here(&device.id));
        let gone = gone.map(|device| format!("device {} is gone", device.id));
        new.cloned().chain(gone).collect()
    }

    /// Why nothing good can be said, if so: tests that a run did not come to would pass for removed ones.
    pub fn obstacle(&self) -> Option<Unfinished> {
        let runs = [("first", &self.before), ("second", &self.after)];
        let cut: Vec<&'static str> =
            runs.into_iter().filter(|(_, run)| !run.summary.complete).map(|(name, _)| name).collect();
        (!cut.is_empty()).then_some(Unfinished(cut))
    }

    /// The tests of both, by their names.
    fn pairs(&self) -> BTreeMap<&str, RecordPair<'_>> {
        let mut pairs: BTreeMap<&str, RecordPair<'_>> = BTreeMap::new();
        for record in &self.before.tests {
            pairs.entry(&record.name).or_default().0 = Some(record);
        }
        for record in &self.after.tests {
            pairs.entry(&record.name).or_default().1 = Some(record);
        }
        pairs
    }

    fn devices(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for after in &self.after.devices {
            let Some(before) = self.before.devices.iter().find(|before| before.id == after.id) else {
                continue;
            };
            let words = |document: &Document, device: &DeviceEntry| {
                let known = &device.description;
                let verdict = verdict::words(document, &device.id);
                format!("{}, driver {}: {verdict}", one_line(&known.name), one_line(&known.driver_version))
            };
            let (before, now) = (words(&self.before, before), words(&self.after, after));
            if before != now {
                writeln!(f, "{}:\n    before: {before}\n    after:  {now}", one_line(&after.id))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.devices(f)?;
        for problem in self.new_problems() {
            writeln!(f, "outside of tests: {} (worse)", one_line(&problem))?;
        }
        let pairs = self.pairs();
        let changed = |change| {
            pairs.values().copied().filter(move |pair| {
                let (before, after) = outcomes(*pair);
                Change::of(before, after) == Some(change)
            })
        };
        for change in Change::ALL {
            let mut title = format!("{}:\n", change.title());
            for group in groups(changed(change)) {
                write!(f, "{title}{group}")?;
                title.clear();
            }
        }
        let counts = Change::ALL.map(|change| format!("{} {}", changed(change).count(), change.title()));
        writeln!(f, "{}", counts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::Chapter;
    use crate::samples;
    use rstest::rstest;

    #[rstest]
    #[case::the_same("fail", "fail", None, false)]
    #[case::a_failure("pass", "crash", Some(Change::NewlyFailing), true)]
    #[case::a_failure_where_nothing_was_shown("skip", "fail", Some(Change::NewlyFailing), true)]
    #[case::a_stale_skiplist("expected-fail", "unexpected-pass", Some(Change::NewlyFailing), true)]
    #[case::mended("crash", "pass", Some(Change::NewlyPassing), false)]
    #[case::shown_now("skip", "pass", Some(Change::NewlyPassing), false)]
    #[case::fails_otherwise("fail", "crash", Some(Change::Changed), false)]
    #[case::no_longer_shown("pass", "skip", Some(Change::Changed), true)]
    #[case::excused("pass", "expected-fail", Some(Change::Changed), true)]
    #[case::deviates("pass", "deviates", Some(Change::Changed), true)]
    #[case::deviates_no_longer("deviates", "pass", Some(Change::Changed), false)]
    #[case::left_out("fail", "skip", Some(Change::Changed), false)]
    #[case::new("", "pass", Some(Change::Added), false)]
    #[case::new_and_fails("", "timeout", Some(Change::Added), true)]
    #[case::gone("pass", "", Some(Change::Removed), false)]
    fn changes_are_told_apart(
        #[case] before: &str,
        #[case] after: &str,
        #[case] change: Option<Change>,
        #[case] worse: bool,
    ) {
        let document = |name: &str| {
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name);
            let record = outcome.map(|outcome| samples::record(Chapter::Expected, outcome));
            samples::document_of(record.into_iter().collect())
        };
        let diff = Diff::new(document(before), document(after));
        assert_eq!((diff.is_worse(), diff.obstacle()), (worse, None));
        let told = diff.to_string();
        for other in Change::ALL {
            assert_eq!(
                told.contains(&format!("{}:\n    host::dev0", other.title())),
                change == Some(other),
                "{told}"
            );
        }
        assert_eq!(told.contains("(worse)"), worse);
    }

    #[test]
    fn a_comparison_reads_well() {
        let (before, mut after) = (samples::document(), samples::document());
        after.devices[0].description.driver_version = "1.3".into();
        after.tests.remove(0);
        after.tests[0].execution.outcome = Outcome::Fail;
        let mut added = samples::record(Chapter::Specified, Outcome::Pass);
        added.name = "host::dev0::memory::open::new\nline".into();
        after.tests.push(added);
        insta::assert_snapshot!(Diff::new(before, after).to_string());
    }

    #[test]
    fn a_run_that_was_cut_off_is_no_base_for_a_comparison() {
        let mut cut = samples::document();
        cut.summary.complete = false;
        let diff = Diff::new(samples::document(), cut);
        assert_eq!(diff.obstacle(), Some(Unfinished(vec!["second"])));
        assert_eq!(Unfinished(vec!["second"]).to_string(), "the second run has not come to its end");
    }

    #[test]
    fn runs_on_other_devices_are_not_compared() {
        let document = samples::document();
        let mut other = document.clone();
        other.devices.iter_mut().for_each(|device| device.id = "gpu::dev0".to_owned());
        let none = Document { devices: Vec::new(), ..document.clone() };
        let check = |after: &Document| Diff::new(document.clone(), after.clone()).check_devices();
        let why = check(&other).expect_err("they have none in common").to_string();
        assert!(why.contains("the first ran on host::dev0, the second on gpu::dev0"), "{why}");
        assert_eq!((check(&document), check(&none)), (Ok(()), Ok(())));
    }

    #[test]
    fn what_goes_wrong_outside_of_tests_is_worse() {
        let good = samples::document();
        let mut bad = good.clone();
        bad.summary.problems = vec!["backend ur does not work".to_owned()];
        let diff = Diff::new(good.clone(), bad.clone());
        assert!(
            diff.is_worse()
                && diff.to_string().contains("outside of tests: backend ur does not work (worse)")
        );
        assert!(!Diff::new(bad.clone(), bad.clone()).is_worse() && !Diff::new(bad, good.clone()).is_worse());
        let gone = Document { devices: Vec::new(), tests: Vec::new(), ..good.clone() };
        let diff = Diff::new(good, gone);
        assert!(diff.is_worse() && diff.to_string().contains("device host::dev0 is gone"));
    }
}
