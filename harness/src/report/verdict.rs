//! What a run says of a device: one word, and what it stands on.

use super::escape::counted;
use crate::outcome::{Outcome, Record};
use crate::requirements::{Chapter, Requirement, Requirements};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use ur_ipc_fixtures::DeviceDescription;

/// Why a requirement was not verified, though a test can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Gap {
    /// The device lacks what the tests need.
    Capability,
    /// The backend leaves out an entry point that the tests call.
    EntryPoint,
    /// A skiplist leaves the tests out.
    Skiplist,
    /// The tests were not asked for.
    Filter,
    /// The run stopped before the tests.
    Stopped,
    /// What the tests stand on fails.
    Blocked,
    /// The tests could not be run to their ends.
    Environment,
}

/// The word for all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Word {
    /// Nothing that binds is violated but what a skiplist names of expected behaviour and arguments, and all of it was
    /// verified that the device can do.
    Conforms,
    /// The same, of what was asked for.
    ConformsAsFarAsAsked,
    /// The same, of what can be tested with the entry points that the backend has.
    ConformsAsFarAsOffered,
    /// What is specified is kept to, and what follows from it is not.
    ViolatesExpected,
    /// What is specified is violated.
    DoesNotConform,
    /// Nothing that binds is violated, and the run fails for something else: a skiplist that is stale, or tests of what
    /// binds nobody that did not come to an end.
    FailsOtherwise,
    /// The device can do nothing of what the suite is about.
    NothingToVerify,
    /// No test was asked for that verifies anything that binds.
    NothingVerified,
    /// A call fails that tests only stand on.
    Blocked,
    /// Tests could not be run to their ends, or the run stopped before them.
    NotDetermined,
}

/// A requirement that was violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Violation {
    /// Its id.
    pub requirement: String,
    /// What it is about.
    pub chapter: Chapter,
    /// Whether a skiplist says so of each of the tests.
    pub known: bool,
    /// The tests that show it.
    pub tests: Vec<String>,
}

/// What is said of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Verdict {
    /// The word for all of it.
    pub verdict: Word,
    /// How many requirements were verified that bind the device, by family.
    pub verified: BTreeMap<String, usize>,
    /// The requirements that were violated.
    pub violated: Vec<Violation>,
    /// The requirements that were not verified, of those that bind the device.
    pub unverified: BTreeMap<Gap, Vec<String>>,
    /// The tests that pass, and of which a skiplist says otherwise.
    pub stale: Vec<String>,
    /// The tests of what binds nobody for which the run fails all the same.
    #[serde(default)]
    pub otherwise: Vec<String>,
}

impl Word {
    /// Whether it says that the device conforms, as far as anybody can tell.
    pub(crate) const fn is_good(self) -> bool {
        matches!(self, Self::Conforms | Self::ConformsAsFarAsAsked | Self::ConformsAsFarAsOffered)
    }
}

impl Gap {
    fn why(self) -> &'static str {
        match self {
            Self::Capability => "for lack of a capability",
            Self::EntryPoint => "as the backend leaves out an entry point that the tests call",
            Self::Skiplist => "left out by a skiplist",
            Self::Filter => "not asked for",
            Self::Stopped => "not run, as the run stopped before",
            Self::Blocked => "blocked, as what the tests stand on fails",
            Self::Environment => "not determined here",
        }
    }

    /// Why a test did not verify anything, if so.
    fn of(record: &Record) -> Option<Self> {
        match record.outcome() {
            Outcome::Skip if record.is_left_out() => Some(Self::Skiplist),
            Outcome::Skip if record.lacks_entry_point() => Some(Self::EntryPoint),
            Outcome::Skip => Some(Self::Capability),
            Outcome::Blocked => Some(Self::Blocked),
            Outcome::NotRun if record.is_unreached() => Some(Self::Stopped),
            Outcome::NotRun | Outcome::HarnessError | Outcome::NotDetermined => Some(Self::Environment),
            _ => None,
        }
    }
}

impl Verdict {
    /// Weighs the records of a device. `all_asked` says whether all tests of the suite were asked for.
    pub(crate) fn new(
        requirements: &Requirements,
        records: &[&Record],
        device: &DeviceDescription,
        all_asked: bool,
    ) -> Self {
        let mut said = Self {
            verdict: Word::Conforms,
            verified: BTreeMap::new(),
            violated: Vec::new(),
            unverified: BTreeMap::new(),
            stale: Vec::new(),
            otherwise: Vec::new(),
        };
        let mut weighed = BTreeSet::new();
        for requirement in requirements.all() {
            if requirement.untested.is_none() && requirement.chapter().binds(device.validates_arguments) {
                weighed.insert(&requirement.id);
                said.weigh(requirement, records);
            }
        }
        let other = |record: &&&Record| {
            record.spoils_the_run()
                && record.outcome() != Outcome::UnexpectedPass
                && !record.is_unreached()
                && !record.requirements.iter().any(|id| weighed.contains(id))
        };
        said.otherwise = records.iter().filter(other).map(|record| record.test.clone()).collect();
        let stale = records.iter().filter(|record| record.outcome() == Outcome::UnexpectedPass);
        said.stale = stale.map(|record| record.test.clone()).collect();
        // A suite may be smaller than its catalogue.
        let all_asked = all_asked && !said.unverified.contains_key(&Gap::Filter);
        let shares = [device.ipc_memory, device.ipc_physical_memory, device.ipc_event].contains(&Some(true));
        said.verdict = said.word(records, shares, all_asked);
        said
    }

    fn weigh(&mut self, requirement: &Requirement, records: &[&Record]) {
        let id = &requirement.id;
        let tests: Vec<&Record> =
            records.iter().copied().filter(|record| record.requirements.contains(id)).collect();
        let gaps: Vec<Gap> = tests.iter().filter_map(|record| Gap::of(record)).collect();
        let open = gaps
            .iter()
            .copied()
            .filter(|gap| matches!(gap, Gap::Stopped | Gap::Blocked | Gap::Environment))
            .max();
        let violating: Vec<&Record> = tests.iter().copied().filter(|record| record.violates()).collect();
        if !violating.is_empty() {
            self.violated.push(Violation {
                requirement: id.clone(),
                chapter: requirement.chapter(),
                known: violating.iter().all(|record| record.outcome() == Outcome::ExpectedFail),
                tests: violating.iter().map(|record| record.test.clone()).collect(),
            });
        } else if tests.len() > gaps.len() && open.is_none() {
            *self.verified.entry(requirement.family.clone()).or_default() += 1;
            return;
        }
        // What could not be run weighs most, then what somebody chose not to run. Of what is violated, only that is of note.
        let gap =
            if violating.is_empty() { Some(gaps.into_iter().max().unwrap_or(Gap::Filter)) } else { open };
        if let Some(gap) = gap {
            self.unverified.entry(gap).or_default().push(id.clone());
        }
    }

    /// What was left out is not the whole, be it of what binds or not.
    fn word(&self, records: &[&Record], shares: bool, all_asked: bool) -> Word {
        let any = |is: fn(&Record) -> bool| records.iter().any(|record| is(record));
        let all_asked = all_asked && !any(Record::is_left_out);
        let nothing = self.verified.is_empty() && self.violated.is_empty();
        let lacking = |gap| self.unverified.contains_key(&gap);
        let lacks = nothing && (lacking(Gap::Capability) || lacking(Gap::EntryPoint));
        if self.violated.iter().any(|violation| violation.chapter == Chapter::Specified) {
            Word::DoesNotConform
        } else if self.violated.iter().any(|violation| !violation.known) {
            Word::ViolatesExpected
        } else if self.unverified.contains_key(&Gap::Blocked) {
            Word::Blocked
        } else if self.unverified.contains_key(&Gap::Environment) {
            Word::NotDetermined
        } else if !self.stale.is_empty() || !self.otherwise.is_empty() {
            Word::FailsOtherwise
        } else if any(Record::is_unreached) {
            Word::NotDetermined
        } else if (all_asked && !shares) || lacks {
            Word::NothingToVerify
        } else if nothing {
            Word::NothingVerified
        } else if !all_asked {
            Word::ConformsAsFarAsAsked
        } else if any(Record::lacks_entry_point) {
            Word::ConformsAsFarAsOffered
        } else {
            Word::Conforms
        }
    }

    /// The same lines as [`basis`](Self::basis), for a terminal.
    pub(crate) fn details(&self) -> String {
        self.basis().iter().map(|line| wrapped(line)).collect()
    }

    /// What was violated and what was not verified, a line each.
    pub(crate) fn basis(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for violation in &self.violated {
            let Violation { requirement, chapter, known, tests } = violation;
            let known = if *known { ", as its skiplist says" } else { "" };
            let (shown, rest) = tests.split_at(tests.len().min(SHOWN));
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            let tests = format!("{}{more}", shown.join(", "));
            lines.push(format!("violated{known}: {requirement} ({}), by {tests}", chapter.about()));
        }
        for (gap, ids) in &self.unverified {
            let count = ids.len();
            let ids = if *gap == Gap::Filter { String::new() } else { format!(": {}", self.by_family(ids)) };
            lines.push(format!("not verified, {}: {count}{ids}", gap.why()));
        }
        if !self.stale.is_empty() {
            lines.push(format!("the skiplist is stale, these pass: {}", self.stale.join(", ")));
        }
        if !self.otherwise.is_empty() {
            lines.push(format!("failed, though nobody is bound: {}", self.otherwise.join(", ")));
        }
        lines
    }
}

/// The first part of a requirement's id.
fn family(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

/// How many of the tests that violate a requirement are named.
const SHOWN: usize = 3;
/// How long lines get.
const WIDTH: usize = 120;

/// Lines of a sensible length, the first one indented as the parts of a verdict are.
fn wrapped(text: &str) -> String {
    let mut lines = String::from("   ");
    let mut width = lines.len();
    for word in text.split(' ') {
        if width + 1 + word.len() > WIDTH {
            lines += "\n       ";
            width = 7;
        }
        lines += " ";
        lines += word;
        width += 1 + word.len();
    }
    lines + "\n"
}

impl Verdict {
    /// Ids of requirements with commas between them. A family of which there is nothing else to say stands for its own.
    fn by_family(&self, ids: &[String]) -> String {
        let told = |id: &String| {
            let family = family(id);
            let elsewhere = self.unverified.values().filter(|other| *other != ids).flatten();
            let violated = self.violated.iter().map(|violation| &violation.requirement);
            let whole = !self.verified.contains_key(family)
                && !violated.chain(elsewhere).any(|other| self::family(other) == family);
            if whole {
                let count = ids.iter().filter(|other| self::family(other) == family).count();
                format!("all {count} of {family}")
            } else {
                id.clone()
            }
        };
        let mut told: Vec<String> = ids.iter().map(told).collect();
        told.dedup();
        told.join(", ")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (known, new): (Vec<&Violation>, Vec<_>) =
            self.violated.iter().partition(|violation| violation.known);
        let requirements = |count| counted(count, "requirement");
        match self.verdict {
            Word::DoesNotConform if new.is_empty() => {
                f.write_str("DOES NOT CONFORM, as its skiplist says")?
            }
            Word::DoesNotConform => f.write_str("DOES NOT CONFORM")?,
            Word::ViolatesExpected => write!(
                f,
                "FAILS: it conforms to what is specified, and violates {} of what follows from that or is claimed",
                requirements(new.len())
            )?,
            Word::Blocked => f.write_str("FAILS: calls fail that the tests only stand on")?,
            Word::NotDetermined if !self.unverified.contains_key(&Gap::Environment) => {
                f.write_str("not determined: the run stopped before all tests had run")?;
            }
            Word::NotDetermined => f.write_str("not determined: tests could not be run to their ends")?,
            Word::FailsOtherwise if self.otherwise.is_empty() => {
                f.write_str("FAILS for its stale skiplist: nothing that binds is violated")?;
            }
            Word::FailsOtherwise => {
                f.write_str("FAILS for tests of what binds nobody, which did not end as they may")?
            }
            Word::NothingVerified => f.write_str("nothing verified: no test ran of what binds")?,
            Word::NothingToVerify => f.write_str("nothing to verify: it lacks what the tests need")?,
            Word::Conforms => f.write_str("CONFORMS")?,
            Word::ConformsAsFarAsAsked => f.write_str("conforms as far as it was asked")?,
            Word::ConformsAsFarAsOffered => f.write_str("conforms as far as its entry points go")?,
        }
        let conforms = self.verdict.is_good();
        if conforms {
            let verified: usize = self.verified.values().sum();
            let all = verified + self.violated.len() + self.unverified.values().map(Vec::len).sum::<usize>();
            write!(f, ", {verified} of {} verified", requirements(all))?;
        }
        if conforms && !known.is_empty() {
            let known = requirements(known.len());
            write!(
                f,
                "; {known} of what follows from what is specified or is claimed violated, as its skiplist says"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::outcome::{LEFT_OUT, STOPPED};
    use rstest::rstest;

    fn requirements() -> Requirements {
        samples::catalogue(&[
            ("device_info.a", "must", ""),
            ("memory.must", "must", ""),
            ("memory.should", "should", ""),
            ("memory.may", "may", ""),
            ("memory.argument", "must", ", binds: arguments"),
            ("memory.unseen", "must", ", untested: nobody sees it"),
        ])
    }

    fn record(id: &str, outcome: Outcome, reason: &str) -> Record {
        let mut record = samples::record(Chapter::Specified, outcome);
        record.requirements = vec![id.to_owned()];
        record.test = format!("test_of::{id}");
        record.execution.reason = Some(reason.to_owned());
        record
    }

    const NO_ENTRY_POINT: &str = "the backend leaves out urA";

    const ALL: [&str; 5] = ["device_info.a", "memory.must", "memory.should", "memory.may", "memory.argument"];

    fn device(shares: bool) -> DeviceDescription {
        DeviceDescription {
            validates_arguments: true,
            ipc_memory: Some(shares),
            ..DeviceDescription::default()
        }
    }

    fn weighed(records: &[Record], device: &DeviceDescription, all_asked: bool) -> Verdict {
        Verdict::new(&requirements(), &records.iter().collect::<Vec<_>>(), device, all_asked)
    }

    /// All requirements, of which these end so and the others pass.
    fn verdict(otherwise: &[(&str, Outcome, &str)], device: &DeviceDescription, all_asked: bool) -> Verdict {
        let passes = ALL.iter().filter(|id| !otherwise.iter().any(|(other, ..)| other == *id));
        let passes = passes.map(|id| record(id, Outcome::Pass, ""));
        let others = otherwise.iter().map(|(id, outcome, reason)| record(id, *outcome, reason));
        let records: Vec<Record> = passes.chain(others).collect();
        weighed(&records, device, all_asked)
    }

    #[rstest]
    #[case::all_pass(&[], Word::Conforms)]
    #[case::a_capability_is_missing(&[("memory.must", Outcome::Skip, "needs")], Word::Conforms)]
    #[case::specified(&[("memory.must", Outcome::Fail, "")], Word::DoesNotConform)]
    #[case::specified_and_known(&[("memory.must", Outcome::ExpectedFail, "")], Word::DoesNotConform)]
    #[case::expected(&[("memory.should", Outcome::Crash, "")], Word::ViolatesExpected)]
    #[case::expected_and_known(&[("memory.should", Outcome::ExpectedFail, "")], Word::Conforms)]
    #[case::claimed(&[("memory.argument", Outcome::Fail, "")], Word::ViolatesExpected)]
    #[case::observed(&[("memory.may", Outcome::Deviates, "")], Word::Conforms)]
    #[case::stale(&[("memory.must", Outcome::UnexpectedPass, "")], Word::FailsOtherwise)]
    #[case::observed_and_not_run(&[("memory.may", Outcome::NotRun, "")], Word::FailsOtherwise)]
    #[case::known_and_blocked(
        &[("memory.should", Outcome::ExpectedFail, ""), ("memory.should", Outcome::Blocked, "")],
        Word::Blocked
    )]
    #[case::no_entry_point(&[("memory.must", Outcome::Skip, NO_ENTRY_POINT)], Word::ConformsAsFarAsOffered)]
    #[case::no_entry_point_for_what_is_observed(
        &[("memory.may", Outcome::Skip, NO_ENTRY_POINT)],
        Word::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_for_one_of_several_tests(
        &[("memory.must", Outcome::Pass, ""), ("memory.must", Outcome::Skip, NO_ENTRY_POINT)],
        Word::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_and_a_list(
        &[("memory.must", Outcome::Skip, NO_ENTRY_POINT), ("memory.should", Outcome::Skip, LEFT_OUT)],
        Word::ConformsAsFarAsAsked
    )]
    #[case::left_out(&[("memory.must", Outcome::Skip, LEFT_OUT)], Word::ConformsAsFarAsAsked)]
    #[case::observation_left_out(&[("memory.may", Outcome::Skip, LEFT_OUT)], Word::ConformsAsFarAsAsked)]
    #[case::not_determined(&[("memory.must", Outcome::NotDetermined, "")], Word::NotDetermined)]
    #[case::blocked(&[("memory.must", Outcome::Blocked, "")], Word::Blocked)]
    #[case::stopped(&[("memory.must", Outcome::Pass, ""), ("memory.should", Outcome::NotRun, STOPPED)], Word::NotDetermined)]
    #[case::stopped_before_observations(&[("memory.may", Outcome::NotRun, STOPPED)], Word::NotDetermined)]
    #[case::violated_and_stopped(&[("memory.must", Outcome::Fail, ""), ("memory.should", Outcome::NotRun, STOPPED)], Word::DoesNotConform)]
    #[case::not_run(&[("memory.should", Outcome::NotRun, "")], Word::NotDetermined)]
    #[case::violated_and_not_determined(
        &[("memory.must", Outcome::NotDetermined, ""), ("memory.should", Outcome::Fail, "")],
        Word::ViolatesExpected
    )]
    fn one_word_for_all_of_it(#[case] otherwise: &[(&str, Outcome, &str)], #[case] word: Word) {
        assert_eq!(verdict(otherwise, &device(true), true).verdict, word);
    }

    #[test]
    fn what_is_not_claimed_is_not_violated() {
        let crash = [("memory.argument", Outcome::Deviates, "")];
        let claims_nothing = DeviceDescription { validates_arguments: false, ..device(true) };
        assert_eq!(verdict(&crash, &claims_nothing, true).verdict, Word::Conforms);
    }

    #[test]
    fn a_device_that_shares_nothing_is_no_success() {
        let lacking = ["memory.must", "memory.should"].map(|id| (id, Outcome::Skip, "needs"));
        assert_eq!(verdict(&lacking, &device(false), true).verdict, Word::NothingToVerify);
        assert_eq!(verdict(&lacking, &device(false), false).verdict, Word::ConformsAsFarAsAsked);
    }

    #[test]
    fn what_was_not_asked_for_is_no_success() {
        assert_eq!(verdict(&[], &device(true), false).verdict, Word::ConformsAsFarAsAsked);
        let nothing = weighed(&[], &device(true), false);
        assert_eq!(nothing.to_string(), "nothing verified: no test ran of what binds");
        let skipped = record("memory.must", Outcome::Skip, "needs");
        let lacking = weighed(&[skipped], &device(true), false);
        assert_eq!(lacking.verdict, Word::NothingToVerify);
    }

    #[test]
    fn a_suite_that_is_smaller_than_its_catalogue_is_not_all_there_is() {
        let said = weighed(&[record("memory.must", Outcome::Pass, "")], &device(true), true);
        assert_eq!(said.to_string(), "conforms as far as it was asked, 1 of 4 requirements verified");
    }

    #[test]
    fn one_test_that_could_not_be_run_leaves_its_requirement_open() {
        let records = [record("memory.must", Outcome::Pass, ""), record("memory.must", Outcome::NotRun, "")];
        let said = weighed(&records, &device(true), true);
        assert_eq!(said.unverified[&Gap::Environment], ["memory.must"]);
        let records = [record("memory.must", Outcome::Skip, ""), record("memory.must", Outcome::Pass, "")];
        let said = weighed(&records, &device(true), true);
        assert_eq!(said.verified, BTreeMap::from([("memory".to_owned(), 1)]));
    }

    #[test]
    fn a_verdict_says_what_it_stands_on() {
        let said = verdict(
            &[
                ("device_info.a", Outcome::Skip, "needs"),
                ("memory.must", Outcome::ExpectedFail, ""),
                ("memory.should", Outcome::Fail, ""),
                ("memory.argument", Outcome::UnexpectedPass, ""),
            ],
            &device(true),
            true,
        );
        insta::assert_snapshot!(format!("{said}\n{}", said.details()));
    }

    #[rstest]
    #[case(&[("memory.must", Outcome::ExpectedFail, "")], "DOES NOT CONFORM, as its skiplist says")]
    #[case(
        &[("memory.should", Outcome::ExpectedFail, "")],
        "CONFORMS, 3 of 4 requirements verified; 1 requirement of what follows from what is specified or is claimed violated, \
         as its skiplist says"
    )]
    #[case(&[("memory.must", Outcome::UnexpectedPass, "")], "FAILS for its stale skiplist: nothing that binds is violated")]
    fn nothing_is_said_bare_that_is_not_whole(
        #[case] otherwise: &[(&str, Outcome, &str)],
        #[case] text: &str,
    ) {
        assert_eq!(verdict(otherwise, &device(true), true).to_string(), text);
    }
}
