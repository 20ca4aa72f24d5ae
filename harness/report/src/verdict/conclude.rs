//! The weighing of a device's records.

use super::{UnverifiedReason, Verdict, VerdictKind, Violation};
use crate::outcome::{Outcome, Record};
use crate::requirements::{Chapter, Requirement, Requirements};
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_fixtures::DeviceDescription;

impl UnverifiedReason {
    /// Why a test did not verify anything, if so.
    fn of(record: &Record) -> Option<Self> {
        match record.outcome() {
            Outcome::Skip if record.is_skipped_by_list() => Some(Self::Skiplist),
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
            verdict: VerdictKind::Conforms,
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
                said.conclude(requirement, records);
            }
        }
        said.doubt(requirements, records);
        let other = |record: &&&Record| {
            record.is_failure()
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
        let all_asked = all_asked && !said.unverified.contains_key(&UnverifiedReason::Filter);
        said.verdict = said.word(records, device.shares_any(), all_asked);
        said
    }

    fn conclude(&mut self, requirement: &Requirement, records: &[&Record]) {
        let id = &requirement.id;
        let tests: Vec<&Record> =
            records.iter().copied().filter(|record| record.requirements.contains(id)).collect();
        // Those that were stopped before they reached the requirement show as little as blocked ones.
        let (violating, stopped): (Vec<&Record>, Vec<_>) = tests
            .iter()
            .copied()
            .filter(|record| record.violates())
            .partition(|record| record.reached(requirement));
        let gaps = tests.iter().filter_map(|record| UnverifiedReason::of(record));
        let gaps: Vec<UnverifiedReason> =
            gaps.chain(stopped.iter().map(|_| UnverifiedReason::Blocked)).collect();
        let open = gaps
            .iter()
            .copied()
            .filter(|gap| {
                matches!(
                    gap,
                    UnverifiedReason::Stopped
                        | UnverifiedReason::GaveUp
                        | UnverifiedReason::Blocked
                        | UnverifiedReason::Environment
                )
            })
            .max();
        if !violating.is_empty() {
            let entry_points: BTreeSet<String> =
                violating.iter().flat_map(|record| record.execution.failed_in()).collect();
            self.violated.push(Violation {
                requirement: id.clone(),
                chapter: requirement.chapter(),
                known: violating.iter().all(|record| record.outcome() == Outcome::ExpectedFail),
                tests: violating.iter().map(|record| record.test.clone()).collect(),
                entry_points: entry_points.into_iter().collect(),
                in_doubt: false,
            });
        } else if tests.len() > gaps.len() && open.is_none() {
            *self.verified.entry(requirement.family.clone()).or_default() += 1;
            return;
        }
        // What could not be run weighs most, then what somebody chose not to run. Of what is violated, only that is of note.
        let gap = if !stopped.is_empty() {
            // The failure of a test is of note before what the machine lacks.
            Some(UnverifiedReason::Blocked)
        } else if violating.is_empty() {
            Some(gaps.into_iter().max().unwrap_or(UnverifiedReason::Filter))
        } else {
            open
        };
        if let Some(gap) = gap {
            self.unverified.entry(gap).or_default().push(id.clone());
        }
    }

    /// Returns the overall verdict. If any test was left out, even one that binds nobody, not all counts as asked for.
    fn word(&self, records: &[&Record], shares: bool, all_asked: bool) -> VerdictKind {
        let any = |is: fn(&Record) -> bool| records.iter().any(|record| is(record));
        let all_asked = all_asked && !any(Record::is_skipped_by_list);
        let nothing = self.verified.is_empty() && self.violated.is_empty();
        let lacking = |gap| self.unverified.contains_key(&gap);
        let lacks =
            nothing && (lacking(UnverifiedReason::Capability) || lacking(UnverifiedReason::EntryPoint));
        if self.violated.iter().any(|violation| violation.chapter == Chapter::Specified) {
            VerdictKind::DoesNotConform
        } else if self.violated.iter().any(|violation| !violation.known) {
            VerdictKind::ViolatesExpected
        } else if self.unverified.contains_key(&UnverifiedReason::Blocked) {
            VerdictKind::Blocked
        } else if self.unverified.contains_key(&UnverifiedReason::Environment) {
            VerdictKind::NotDetermined
        } else if !self.stale.is_empty() || !self.otherwise.is_empty() {
            VerdictKind::FailsOtherwise
        } else if any(Record::is_unreached) {
            VerdictKind::NotDetermined
        } else if (all_asked && !shares) || lacks {
            VerdictKind::NothingToVerify
        } else if nothing {
            VerdictKind::NothingVerified
        } else if !all_asked {
            VerdictKind::ConformsAsFarAsAsked
        } else if any(|record| record.lacking_entry_point().is_some()) {
            VerdictKind::ConformsAsFarAsOffered
        } else {
            VerdictKind::Conforms
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{concluded, device, need, record, verdict};
    use super::*;
    use crate::cause::{Cause, FailedCall};
    use crate::last_calls::LastCall;
    use crate::samples::{came_back, of_worker};
    use rstest::rstest;
    use ur_ipc_fixtures::{RecordedCall, Symptom};
    use ur_ipc_isolated::RECORDED;

    fn no_entry_point() -> Option<Cause> {
        Some(Cause::EntryPoint { entry_point: "urA".to_owned() })
    }

    #[rstest]
    #[case::all_pass(&[], VerdictKind::Conforms)]
    #[case::a_capability_is_missing(&[("memory.must", Outcome::Skip, need())], VerdictKind::Conforms)]
    #[case::specified(&[("memory.must", Outcome::Fail, None)], VerdictKind::DoesNotConform)]
    #[case::specified_and_known(&[("memory.must", Outcome::ExpectedFail, None)], VerdictKind::DoesNotConform)]
    #[case::expected(&[("memory.should", Outcome::Crash, None)], VerdictKind::ViolatesExpected)]
    #[case::expected_and_known(&[("memory.should", Outcome::ExpectedFail, None)], VerdictKind::Conforms)]
    #[case::claimed(&[("memory.argument", Outcome::Fail, None)], VerdictKind::ViolatesExpected)]
    #[case::observed(&[("memory.may", Outcome::Deviates, None)], VerdictKind::Conforms)]
    #[case::stale(&[("memory.must", Outcome::UnexpectedPass, None)], VerdictKind::FailsOtherwise)]
    #[case::observed_and_not_run(&[("memory.may", Outcome::NotRun, None)], VerdictKind::FailsOtherwise)]
    #[case::known_and_blocked(
        &[("memory.should", Outcome::ExpectedFail, None), ("memory.should", Outcome::Blocked, None)],
        VerdictKind::Blocked
    )]
    #[case::no_entry_point(&[("memory.must", Outcome::Skip, no_entry_point())], VerdictKind::ConformsAsFarAsOffered)]
    #[case::no_entry_point_for_what_is_observed(
        &[("memory.may", Outcome::Skip, no_entry_point())],
        VerdictKind::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_for_one_of_several_tests(
        &[("memory.must", Outcome::Pass, None), ("memory.must", Outcome::Skip, no_entry_point())],
        VerdictKind::ConformsAsFarAsOffered
    )]
    #[case::no_entry_point_and_a_list(
        &[("memory.must", Outcome::Skip, no_entry_point()), ("memory.should", Outcome::Skip, Some(Cause::Skiplist))],
        VerdictKind::ConformsAsFarAsAsked
    )]
    #[case::skipped_by_list(&[("memory.must", Outcome::Skip, Some(Cause::Skiplist))], VerdictKind::ConformsAsFarAsAsked)]
    #[case::observation_skipped_by_list(&[("memory.may", Outcome::Skip, Some(Cause::Skiplist))], VerdictKind::ConformsAsFarAsAsked)]
    #[case::not_determined(&[("memory.must", Outcome::NotDetermined, None)], VerdictKind::NotDetermined)]
    #[case::blocked(&[("memory.must", Outcome::Blocked, None)], VerdictKind::Blocked)]
    #[case::stopped(&[("memory.must", Outcome::Pass, None), ("memory.should", Outcome::NotRun, Some(Cause::Stopped))], VerdictKind::NotDetermined)]
    #[case::stopped_before_observations(&[("memory.may", Outcome::NotRun, Some(Cause::Stopped))], VerdictKind::NotDetermined)]
    #[case::given_up(&[("memory.must", Outcome::Pass, None), ("memory.should", Outcome::NotRun, Some(Cause::GaveUp { hangs: 20 }))], VerdictKind::NotDetermined)]
    #[case::violated_and_stopped(&[("memory.must", Outcome::Fail, None), ("memory.should", Outcome::NotRun, Some(Cause::Stopped))], VerdictKind::DoesNotConform)]
    #[case::not_run(&[("memory.should", Outcome::NotRun, None)], VerdictKind::NotDetermined)]
    #[case::violated_and_not_determined(
        &[("memory.must", Outcome::NotDetermined, None), ("memory.should", Outcome::Fail, None)],
        VerdictKind::ViolatesExpected
    )]
    fn one_word_for_all_of_it(
        #[case] otherwise: &[(&str, Outcome, Option<Cause>)],
        #[case] word: VerdictKind,
    ) {
        assert_eq!(verdict(otherwise, &device(true), true).verdict, word);
    }

    fn refused() -> Option<Cause> {
        let call = FailedCall { name: "urOpen".to_owned(), result: "UR_RESULT_ERROR_UNKNOWN".to_owned() };
        Some(Cause::Failed {
            symptom: Symptom::Refusal,
            peer: None,
            call: Some(call),
            death: None,
            says: String::new(),
        })
    }

    /// A test of Close of which these calls are known, the last of which failed.
    #[rstest]
    #[case::not_reached(Outcome::Fail, refused(), 1, &["urOpen"], VerdictKind::Blocked)]
    #[case::reached(Outcome::Fail, refused(), 1, &["urClose", "urOpen"], VerdictKind::DoesNotConform)]
    #[case::not_all_known(Outcome::Fail, refused(), RECORDED, &["urOpen"], VerdictKind::DoesNotConform)]
    #[case::none_known(Outcome::Fail, refused(), 0, &[], VerdictKind::DoesNotConform)]
    #[case::a_check(
        Outcome::Fail,
        refused().map(|cause| match cause {
            Cause::Failed { peer, call, death, says, .. } => Cause::Failed { symptom: Symptom::Check, peer, call, death, says },
            other => other,
        }),
        1,
        &["urOpen"],
        VerdictKind::DoesNotConform
    )]
    #[case::a_crash(
        Outcome::Crash,
        Some(Cause::Died { how: "SIGSEGV".to_owned(), exited: false, calls: vec!["urOpen".to_owned()] }),
        1,
        &["urOpen"],
        VerdictKind::DoesNotConform
    )]
    #[case::known(Outcome::ExpectedFail, refused(), 1, &["urOpen"], VerdictKind::DoesNotConform)]
    fn a_call_that_was_not_made_violates_nothing(
        #[case] outcome: Outcome,
        #[case] cause: Option<Cause>,
        #[case] times: usize,
        #[case] calls: &[&'static str],
        #[case] expected: VerdictKind,
    ) {
        let calls: Vec<&'static str> = calls.iter().copied().cycle().take(times * calls.len()).collect();
        assert_eq!(word_of_close(&[of_close(outcome, cause, &calls)]), expected);
    }

    #[test]
    fn what_is_not_all_that_happened_may_hide_the_call() {
        let stopped = || of_close(Outcome::Fail, refused(), &["urOpen"]);
        let mut twice = stopped();
        twice.execution.failed_at = ["a.rs:1:1", "a.rs:2:2"].map(str::to_owned).to_vec();
        assert_eq!(word_of_close(&[twice]), VerdictKind::DoesNotConform);
        let mut again = stopped();
        again.execution.call_log[0].had_part = true;
        assert_eq!(word_of_close(&[again]), VerdictKind::DoesNotConform);
        // A test that failed is not forgotten for another one that could not run.
        let not_run = record("m.close", Outcome::NotDetermined, None);
        assert_eq!(word_of_close(&[stopped(), not_run]), VerdictKind::Blocked);
    }

    /// The record of a test of Close that made these calls, the last of which failed.
    fn of_close(outcome: Outcome, cause: Option<Cause>, calls: &[&'static str]) -> Record {
        let mut record = record("m.close", outcome, cause);
        let mut log: Vec<LastCall> =
            calls.iter().map(|name| came_back(0, RecordedCall::new(*name))).collect();
        if let Some(last) = log.last_mut() {
            last.failed = true;
        }
        record.execution.call_log = vec![of_worker(log)];
        record
    }

    fn word_of_close(records: &[Record]) -> VerdictKind {
        let catalogue = "- {id: m.close, family: m, entry_point: urClose, level: must, expect: x, source: s, ur_cts: false}";
        let requirements = Requirements::parse(catalogue).unwrap();
        Verdict::new(&requirements, &records.iter().collect::<Vec<_>>(), &device(true), true).verdict
    }

    #[test]
    fn what_is_not_claimed_is_not_violated() {
        let crash = [("memory.argument", Outcome::Deviates, None)];
        let claims_nothing = DeviceDescription { validates_arguments: false, ..device(true) };
        assert_eq!(verdict(&crash, &claims_nothing, true).verdict, VerdictKind::Conforms);
    }

    #[test]
    fn a_device_that_shares_nothing_is_no_success() {
        let lacking = ["memory.must", "memory.should"].map(|id| (id, Outcome::Skip, need()));
        assert_eq!(verdict(&lacking, &device(false), true).verdict, VerdictKind::NothingToVerify);
        assert_eq!(verdict(&lacking, &device(false), false).verdict, VerdictKind::ConformsAsFarAsAsked);
    }

    #[test]
    fn what_was_not_asked_for_is_no_success() {
        assert_eq!(verdict(&[], &device(true), false).verdict, VerdictKind::ConformsAsFarAsAsked);
        let nothing = concluded(&[], &device(true), false);
        assert_eq!(nothing.to_string(), "nothing verified: no test that counts ran");
        let skipped = record("memory.must", Outcome::Skip, need());
        let lacking = concluded(&[skipped], &device(true), false);
        assert_eq!(lacking.verdict, VerdictKind::NothingToVerify);
    }

    #[test]
    fn a_suite_that_is_smaller_than_its_catalogue_is_not_all_there_is() {
        let said = concluded(&[record("memory.must", Outcome::Pass, None)], &device(true), true);
        assert_eq!(
            said.to_string(),
            "PARTIAL: no violation in the tests that ran, 1 of 4 requirements verified"
        );
    }

    #[test]
    fn one_test_that_could_not_be_run_leaves_its_requirement_open() {
        let records =
            [record("memory.must", Outcome::Pass, None), record("memory.must", Outcome::NotRun, None)];
        let said = concluded(&records, &device(true), true);
        assert_eq!(said.unverified[&UnverifiedReason::Environment], ["memory.must"]);
        let records =
            [record("memory.must", Outcome::Skip, None), record("memory.must", Outcome::Pass, None)];
        let said = concluded(&records, &device(true), true);
        assert_eq!(said.verified, BTreeMap::from([("memory".to_owned(), 1)]));
    }
}
