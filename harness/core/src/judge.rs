//! The judgement of an execution, by its test's level and the skiplists.

use crate::execute::{Enough, Late};
use crate::plan::Planned;
use crate::skiplist::{Action, Entry};
use ur_ipc_report::cause::Cause;
use ur_ipc_report::counted;
use ur_ipc_report::outcome::{Execution, Outcome, Record};

impl Planned {
    /// The record of a test that is not executed because a skiplist says so.
    pub fn skipped(&self) -> Option<Record> {
        let entry = self.known.as_ref().filter(|entry| entry.action == Action::Skip)?;
        let why = format!("skiplist: {}", entry.full_reason());
        Some(self.judge(Execution::bare(Outcome::Skip, why).because(Cause::Skiplist)))
    }

    /// The record of a test that the run did not come to.
    pub fn not_reached(&self) -> Record {
        self.judge(Execution::bare(Outcome::NotRun, "the run ended before it").because(Cause::RunEnded))
    }

    /// The record of a test that did not run because of `--fail-fast` or `--max-hangs`.
    pub fn unreached(&self, enough: Enough) -> Record {
        let (why, cause) = match enough {
            Enough::Failures(failures) => {
                let failures = counted(failures, "failure");
                (format!("stopped after {failures} (--fail-fast)"), Cause::Stopped)
            }
            Enough::Hangs(hangs) => {
                let tests = counted(hangs, "test");
                let why = format!("gave up: {tests} in a row hung on this device (--max-hangs)");
                (why, Cause::GaveUp { hangs })
            }
        };
        self.judge(Execution::bare(Outcome::NotRun, why).because(cause))
    }

    /// The record of a test whose thread has ended before it.
    pub fn lost(&self) -> Record {
        self.judge(Execution::bare(Outcome::HarnessError, "the thread of the device has ended"))
    }

    /// The record of a test of which it came to light later that a process of it ended badly.
    pub fn amended(&self, record: Record, late: Late) -> Record {
        let Record { mut execution, .. } = record;
        // What has been judged is judged anew only where it has changed.
        if execution.ended_late(late.outcome, late.how) {
            return self.judge(execution);
        }
        // Nobody has expected that as well.
        if execution.outcome == Outcome::ExpectedFail
            && let Some(entry) =
                self.known.as_ref().filter(|entry| !entry.expects_late(late.outcome, execution.said()))
        {
            execution.outcome = execution.seen.take().unwrap_or(Outcome::Fail);
            execution.reason = Some(format!("{}\n{}", execution.said(), entry.contrast(&execution)));
        }
        Record { execution, ..record }
    }

    /// True if a run in which the test ends so may be called good: a flaky one has not run again yet.
    pub fn may_bear(&self, execution: &Execution) -> bool {
        let mut execution = execution.clone();
        execution.tries = self.known.as_ref().and_then(Entry::best_tries).or(execution.tries);
        self.judge(execution).outcome().is_good()
    }

    /// The record of an execution.
    pub fn judge(&self, execution: Execution) -> Record {
        Record {
            name: self.name.clone(),
            test: self.test.id.clone(),
            device: self.device_id.clone(),
            requirements: self.test.requirements.iter().map(|&id| id.to_owned()).collect(),
            needs: self.test.needs.iter().map(ToString::to_string).collect(),
            level: self.level,
            chapter: self.chapter,
            entry: self.known.as_ref().map(|entry| entry.place.clone()),
            execution: judged(execution, self.binds, self.known.as_ref()),
        }
    }
}

/// `binds` says whether anybody is bound to what the test looks for, `known` is what a skiplist says.
fn judged(mut execution: Execution, binds: bool, known: Option<&Entry>) -> Execution {
    let seen = execution.outcome;
    let went_wrong = matches!(seen, Outcome::Fail | Outcome::Crash | Outcome::Timeout);
    let failing = known.filter(|entry| matches!(entry.action, Action::ExpectFail | Action::Flaky));
    let said = execution.said();
    let is_expected = |entry: &Entry| {
        let late = execution.late.as_ref();
        entry.expects(&execution)
            && entry.bears(execution.tries)
            && late.is_none_or(|late| entry.expects_late(late.outcome, said))
    };
    let why = execution.reason.clone();
    (execution.outcome, execution.reason) = match (seen, failing) {
        (_, Some(entry)) if went_wrong && is_expected(entry) => {
            let detail = if said.is_empty() { String::new() } else { format!(" ({seen}: {said})") };
            (Outcome::ExpectedFail, Some(format!("{}{detail}", entry.full_reason())))
        }
        // Whether anybody is bound or not: the list is wrong.
        (_, Some(entry)) if went_wrong => (seen, Some(format!("{said}\n{}", entry.contrast(&execution)))),
        (Outcome::Pass, Some(entry)) if entry.action == Action::Flaky => {
            execution
                .notes
                .push(format!("it passes, and is known to fail now and then: {}", entry.full_reason()));
            execution.cause = Some(Cause::Flaky);
            (seen, None)
        }
        (Outcome::Pass, Some(entry)) => (Outcome::UnexpectedPass, Some(entry.out_of_date())),
        // What does not count is not called a failure.
        (Outcome::Fail, None) if !binds => (Outcome::Deviates, why),
        (_, None) if went_wrong && !binds => (Outcome::Deviates, Some(format!("{seen}: {said}"))),
        _ => (seen, why),
    };
    if execution.outcome != seen {
        execution.seen = Some(seen);
    }
    if matches!(execution.outcome, Outcome::Pass | Outcome::Skip) {
        execution.crashes.clear();
        execution.stacks.clear();
        execution.call_log.clear();
        execution.output = None;
    }
    execution
}

/// A test of which a list says this, for tests of this crate.
#[cfg(test)]
pub fn planned(known: Option<&str>) -> Planned {
    use ur_ipc_report::requirements::{Chapter, Level};
    let test = ur_ipc_report::samples::empty_test("memory::open::a", &[], &[]);
    let (name, device_id) = ("host::dev0::memory::open::a".to_owned(), "host::dev0".to_owned());
    let (level, chapter) = (Level::Must, Chapter::Specified);
    Planned { name, device: 0, device_id, test, level, chapter, binds: true, known: known.map(tests::entry) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::children::Before;
    use crate::skiplist::Skiplist;
    use rstest::rstest;
    use ur_ipc_report::samples::{of_worker, returned};

    pub(super) fn entry(says: &str) -> Entry {
        let text = format!("driver: {{backend: host}}\nentries:\n- {{test: '*', reason: known, {says}}}");
        Skiplist::parse("list.yaml", &text).unwrap().entries.remove(0)
    }

    const FAILS: Option<&str> = Some("action: expect-fail");
    const CRASHES: Option<&str> = Some("action: expect-fail, outcome: crash");
    const ANYHOW: Option<&str> = Some("action: expect-fail, outcome: [fail, crash, timeout]");
    const OTHERWISE: Option<&str> = Some("action: expect-fail, message: because");

    #[rstest]
    #[case(Outcome::Pass, true, None, Outcome::Pass)]
    #[case(Outcome::Fail, true, None, Outcome::Fail)]
    #[case(Outcome::Pass, false, None, Outcome::Pass)]
    #[case(Outcome::Fail, false, None, Outcome::Deviates)]
    #[case(Outcome::Crash, false, None, Outcome::Deviates)]
    #[case(Outcome::Timeout, false, None, Outcome::Deviates)]
    #[case(Outcome::Fail, true, FAILS, Outcome::ExpectedFail)]
    #[case(Outcome::Fail, false, FAILS, Outcome::ExpectedFail)]
    #[case(Outcome::Fail, true, OTHERWISE, Outcome::Fail)]
    #[case(Outcome::Fail, true, CRASHES, Outcome::Fail)]
    #[case(Outcome::Crash, true, CRASHES, Outcome::ExpectedFail)]
    #[case(Outcome::Crash, true, FAILS, Outcome::Crash)]
    #[case(Outcome::Crash, false, FAILS, Outcome::Crash)]
    #[case(Outcome::Timeout, true, FAILS, Outcome::Timeout)]
    #[case(Outcome::Timeout, true, ANYHOW, Outcome::ExpectedFail)]
    #[case(Outcome::Pass, true, FAILS, Outcome::UnexpectedPass)]
    #[case(Outcome::Pass, true, CRASHES, Outcome::UnexpectedPass)]
    #[case(Outcome::Skip, true, FAILS, Outcome::Skip)]
    #[case(Outcome::HarnessError, true, ANYHOW, Outcome::HarnessError)]
    #[case(Outcome::HarnessError, false, None, Outcome::HarnessError)]
    #[case(Outcome::NotRun, false, FAILS, Outcome::NotRun)]
    fn outcomes_are_judged(
        #[case] seen: Outcome,
        #[case] binds: bool,
        #[case] known: Option<&str>,
        #[case] verdict: Outcome,
    ) {
        let execution = judged(Execution::bare(seen, "why"), binds, known.map(entry).as_ref());
        assert_eq!(execution.outcome, verdict);
        assert_eq!(execution.seen, (seen != verdict).then_some(seen));
    }

    #[rstest]
    #[case(Outcome::Fail, None, Some("why"), true)]
    #[case(Outcome::Skip, None, Some("why"), false)]
    #[case(Outcome::Crash, CRASHES, Some("known (crash: why)"), true)]
    #[case(
        Outcome::Pass,
        FAILS,
        Some(
            "it passes, but list.yaml:3 expects it to fail: delete or narrow the entry (reason of the entry: known)"
        ),
        true
    )]
    #[case(
        Outcome::Crash,
        OTHERWISE,
        Some(
            "why\nlist.yaml:3 expects outcome fail with `because` in its message, got crash (reason of the entry: known)"
        ),
        true
    )]
    fn what_went_wrong_is_kept_and_the_rest_dropped(
        #[case] seen: Outcome,
        #[case] known: Option<&str>,
        #[case] reason: Option<&str>,
        #[case] kept: bool,
    ) {
        let mut execution = Execution::bare(seen, "why");
        execution.call_log = vec![of_worker(vec![returned(0, "urA()")])];
        execution.output = Some("text".to_owned());
        let execution = judged(execution, true, known.map(entry).as_ref());
        assert_eq!(execution.reason.as_deref(), reason);
        assert_eq!((execution.call_log.len() == 1, execution.output.is_some()), (kept, kept));
    }

    #[rstest]
    #[case(FAILS, Outcome::Fail)]
    #[case(ANYHOW, Outcome::ExpectedFail)]
    fn a_process_that_dies_after_an_expected_failure_was_not_expected(
        #[case] known: Option<&str>,
        #[case] verdict: Outcome,
    ) {
        let mut execution = Execution::bare(Outcome::Fail, "why");
        assert!(!execution.ended_late(Outcome::Crash, "SIGSEGV".to_owned()));
        assert_eq!(judged(execution, true, known.map(entry).as_ref()).outcome, verdict);
    }

    #[test]
    fn a_deviation_says_what_happened_and_keeps_the_calls() {
        let mut execution = Execution::bare(Outcome::Crash, "SIGSEGV");
        execution.call_log = vec![of_worker(vec![returned(0, "urA()")])];
        let execution = judged(execution, false, None);
        assert_eq!(execution.reason.as_deref(), Some("crash: SIGSEGV"));
        assert_eq!(execution.call_log, [of_worker(vec![returned(0, "urA()")])]);
    }

    #[test]
    fn what_is_expected_to_fail_runs_and_is_judged_so() {
        let (known, other) = (planned(FAILS), planned(None));
        assert!(known.skipped().is_none() && other.skipped().is_none());
        let record = |planned: &Planned, seen| planned.judge(Execution::bare(seen, "why"));
        assert_eq!(record(&known, Outcome::Fail).outcome(), Outcome::ExpectedFail);
        assert_eq!(record(&known, Outcome::Pass).outcome(), Outcome::UnexpectedPass);
        assert_eq!(record(&other, Outcome::Fail).outcome(), Outcome::Fail);
        assert_eq!(record(&known, Outcome::Fail).entry.as_deref(), Some("list.yaml:3"));
        assert_eq!(record(&other, Outcome::Fail).entry, None);
        assert_eq!(other.not_reached().outcome(), Outcome::NotRun);
        assert!(other.not_reached().failed() && !other.unreached(Enough::Failures(1)).failed());
        for enough in [Enough::Failures(1), Enough::Hangs(20)] {
            let record = other.unreached(enough);
            assert!(record.is_unreached() && record.is_failure());
        }
    }

    #[rstest]
    #[case::a_pass(None, Outcome::Pass, Outcome::Crash, Some(None))]
    #[case::a_pass_that_was_not_expected(FAILS, Outcome::Pass, Outcome::Crash, Some(None))]
    #[case::a_crash_that_was_expected(
        CRASHES,
        Outcome::Pass,
        Outcome::ExpectedFail,
        Some(Some(Outcome::Crash))
    )]
    #[case::a_failure_that_was_expected(FAILS, Outcome::Fail, Outcome::Fail, None)]
    #[case::either_that_was_expected(ANYHOW, Outcome::Fail, Outcome::ExpectedFail, None)]
    #[case::a_failure_that_was_not_expected(OTHERWISE, Outcome::Fail, Outcome::Fail, None)]
    fn a_late_end_is_judged_once(
        #[case] known: Option<&str>,
        #[case] first: Outcome,
        #[case] verdict: Outcome,
        #[case] seen: Option<Option<Outcome>>,
    ) {
        let planned = planned(known);
        let before = planned.judge(Execution::bare(first, "why"));
        let before_outcome = before.outcome();
        let (test, how) = (planned.test.id.clone(), "SIGSEGV".to_owned());
        let late = Late { test, outcome: Outcome::Crash, how, before: Before::default() };
        let after = planned.amended(before.clone(), late);
        assert_eq!(after.outcome(), verdict);
        match seen {
            Some(seen) => assert_eq!(after.execution.seen, seen),
            None => {
                assert_eq!(after.execution.notes, ["after its end: SIGSEGV"]);
                let (now, before) = (after.execution.said(), before.execution.said());
                assert!(now.starts_with(before) && (now == before) == (after.outcome() == before_outcome));
            }
        }
    }

    #[test]
    fn what_is_to_be_skipped_says_why() {
        let record = planned(Some("action: skip")).skipped().unwrap();
        assert_eq!(
            (record.outcome(), record.execution.reason.as_deref()),
            (Outcome::Skip, Some("skiplist: known"))
        );
    }
}
