//! The weighing of a device's records.

use super::{Gap, Verdict, Violation, Word};
use crate::outcome::{Outcome, Record};
use crate::requirements::{Chapter, Requirement, Requirements};
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_fixtures::DeviceDescription;

impl Gap {
    /// Why a test did not verify anything, if so.
    fn of(record: &Record) -> Option<Self> {
        match record.outcome() {
            Outcome::Skip if record.is_left_out() => Some(Self::Skiplist),
            Outcome::Skip if record.lacking_entry_point().is_some() => Some(Self::EntryPoint),
            Outcome::Skip => Some(Self::Capability),
            Outcome::Blocked => Some(Self::Blocked),
            Outcome::NotRun if record.is_given_up() => Some(Self::GaveUp),
            Outcome::NotRun if record.is_unreached() => Some(Self::Stopped),
            Outcome::NotRun | Outcome::HarnessError | Outcome::NotDetermined => Some(Self::Environment),
            _ => None,
        }
    }
}

impl Verdict {
    /// Weighs the records of a device. `all_asked` says whether all tests of the suite were asked for.
    pub fn new(
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
            lacking: BTreeMap::new(),
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
        for entry_point in records.iter().filter_map(|record| record.lacking_entry_point()) {
            *said.lacking.entry(entry_point.to_owned()).or_default() += 1;
        }
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
            .filter(|gap| matches!(gap, Gap::Stopped | Gap::GaveUp | Gap::Blocked | Gap::Environment))
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
        } else if any(|record| record.lacking_entry_point().is_some()) {
            Word::ConformsAsFarAsOffered
        } else {
            Word::Conforms
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{device, need, record, verdict, weighed};
    use super::*;
    use crate::cause::Cause;
    use rstest::rstest;

    fn no_entry_point() -> Option<Cause> {
        Some(Cause::EntryPoint { entry_point: "urA".to_owned() })
    }

    #[rstest]
    #[case::all_pass(&[], Word::Conforms)]
    #[case::a_capability_is_missing(&[("memory.must", Outcome::Skip, need())], Word::Conforms)]
    #[case::specified(&[("memory.must", Outcome::Fail, None)], Word::DoesNotConform)]
    #[case::specified_and_known(&[("memory.must", Outcome::ExpectedFail, None)], Word::DoesNotConform)]
    #[case::expected(&[("memory.should", Outcome::Crash, None)], Word::ViolatesExpected)]
    #[case::expected_and_known(&[("memory.should", Outcome::ExpectedFail, None)], Word::Conforms)]
    #[case::claimed(&[("memory.argument", Outcome::Fail, None)], Word::ViolatesExpected)]
    #[case::observed(&[("memory.may", Outcome::Deviates, None)], Word::Conforms)]
    #[case::stale(&[("memory.must", Outcome::UnexpectedPass, None)], Word::FailsOtherwise)]
    #[case::observed_and_not_run(&[("memory.may", Outcome::NotRun, None)], Word::FailsOtherwise)]
    #[case::known_and_blocked(
        &[("memory.should", Outcome::ExpectedFail, None), ("memory.should", Outcome::Blocked, None)],
        Word::Blocked
    )]
    #[case::no_entry_point(&[("memory.must", Outcome::Skip, no_entry_point())], Word::ConformsAsFarAsOffered)]
    #[case::no_entry_point_for_what_is_observed(
        &[("memory.may", Outcome::Skip, no_entry_point())],
        Word::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_for_one_of_several_tests(
        &[("memory.must", Outcome::Pass, None), ("memory.must", Outcome::Skip, no_entry_point())],
        Word::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_and_a_list(
        &[("memory.must", Outcome::Skip, no_entry_point()), ("memory.should", Outcome::Skip, Some(Cause::Skiplist))],
        Word::ConformsAsFarAsAsked
    )]
    #[case::left_out(&[("memory.must", Outcome::Skip, Some(Cause::Skiplist))], Word::ConformsAsFarAsAsked)]
    #[case::observation_left_out(&[("memory.may", Outcome::Skip, Some(Cause::Skiplist))], Word::ConformsAsFarAsAsked)]
    #[case::not_determined(&[("memory.must", Outcome::NotDetermined, None)], Word::NotDetermined)]
    #[case::blocked(&[("memory.must", Outcome::Blocked, None)], Word::Blocked)]
    #[case::stopped(&[("memory.must", Outcome::Pass, None), ("memory.should", Outcome::NotRun, Some(Cause::Stopped))], Word::NotDetermined)]
    #[case::stopped_before_observations(&[("memory.may", Outcome::NotRun, Some(Cause::Stopped))], Word::NotDetermined)]
    #[case::given_up(&[("memory.must", Outcome::Pass, None), ("memory.should", Outcome::NotRun, Some(Cause::GaveUp { hangs: 20 }))], Word::NotDetermined)]
    #[case::violated_and_stopped(&[("memory.must", Outcome::Fail, None), ("memory.should", Outcome::NotRun, Some(Cause::Stopped))], Word::DoesNotConform)]
    #[case::not_run(&[("memory.should", Outcome::NotRun, None)], Word::NotDetermined)]
    #[case::violated_and_not_determined(
        &[("memory.must", Outcome::NotDetermined, None), ("memory.should", Outcome::Fail, None)],
        Word::ViolatesExpected
    )]
    fn one_word_for_all_of_it(#[case] otherwise: &[(&str, Outcome, Option<Cause>)], #[case] word: Word) {
        assert_eq!(verdict(otherwise, &device(true), true).verdict, word);
    }

    #[test]
    fn what_is_not_claimed_is_not_violated() {
        let crash = [("memory.argument", Outcome::Deviates, None)];
        let claims_nothing = DeviceDescription { validates_arguments: false, ..device(true) };
        assert_eq!(verdict(&crash, &claims_nothing, true).verdict, Word::Conforms);
    }

    #[test]
    fn a_device_that_shares_nothing_is_no_success() {
        let lacking = ["memory.must", "memory.should"].map(|id| (id, Outcome::Skip, need()));
        assert_eq!(verdict(&lacking, &device(false), true).verdict, Word::NothingToVerify);
        assert_eq!(verdict(&lacking, &device(false), false).verdict, Word::ConformsAsFarAsAsked);
    }

    #[test]
    fn what_was_not_asked_for_is_no_success() {
        assert_eq!(verdict(&[], &device(true), false).verdict, Word::ConformsAsFarAsAsked);
        let nothing = weighed(&[], &device(true), false);
        assert_eq!(nothing.to_string(), "nothing verified: no test that counts ran");
        let skipped = record("memory.must", Outcome::Skip, need());
        let lacking = weighed(&[skipped], &device(true), false);
        assert_eq!(lacking.verdict, Word::NothingToVerify);
    }

    #[test]
    fn a_suite_that_is_smaller_than_its_catalogue_is_not_all_there_is() {
        let said = weighed(&[record("memory.must", Outcome::Pass, None)], &device(true), true);
        assert_eq!(said.to_string(), "conforms as far as it was asked, 1 of 4 requirements verified");
    }

    #[test]
    fn one_test_that_could_not_be_run_leaves_its_requirement_open() {
        let records =
            [record("memory.must", Outcome::Pass, None), record("memory.must", Outcome::NotRun, None)];
        let said = weighed(&records, &device(true), true);
        assert_eq!(said.unverified[&Gap::Environment], ["memory.must"]);
        let records =
            [record("memory.must", Outcome::Skip, None), record("memory.must", Outcome::Pass, None)];
        let said = weighed(&records, &device(true), true);
        assert_eq!(said.verified, BTreeMap::from([("memory".to_owned(), 1)]));
    }
}
