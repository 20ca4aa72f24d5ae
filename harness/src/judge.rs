//! The verdict on an execution, in the light of its test's level and of the skiplists.

use crate::execute::Late;
use crate::outcome::{Execution, LEFT_OUT, Outcome, Record};
use crate::plan::Planned;
use crate::skiplist::Action;

impl Planned {
    /// The record of a test that is not executed because a skiplist says so.
    pub(crate) fn skipped(&self) -> Option<Record> {
        match &self.known {
            Some((Action::Skip, reason)) => {
                Some(self.judge(Execution::bare(Outcome::Skip, format!("{LEFT_OUT}{reason}"))))
            }
            _ => None,
        }
    }

    /// The record of a test that the run did not come to.
    pub(crate) fn not_reached(&self) -> Record {
        self.judge(Execution::bare(Outcome::NotRun, "the run ended before it"))
    }

    /// The record of a test whose thread has ended before it.
    pub(crate) fn lost(&self) -> Record {
        self.judge(Execution::bare(Outcome::HarnessError, "the thread of the device has ended"))
    }

    /// The record of a test of which it came to light later that a process of it ended badly.
    pub(crate) fn amended(&self, record: Record, late: Late) -> Record {
        let mut execution = record.execution;
        execution.ended_late(late.outcome, late.how);
        self.judge(execution)
    }

    /// The record of an execution.
    pub(crate) fn judge(&self, execution: Execution) -> Record {
        let expected = match &self.known {
            Some((Action::ExpectFail, reason)) => Some(reason.as_str()),
            _ => None,
        };
        Record {
            name: self.name.clone(),
            test: self.test.id.clone(),
            device: self.device_id.clone(),
            requirements: self.test.requirements.iter().map(|&id| id.to_owned()).collect(),
            needs: self.test.needs.iter().map(ToString::to_string).collect(),
            level: self.level,
            chapter: self.chapter,
            execution: judged(execution, self.binds, expected),
        }
    }
}

/// `binds` says whether anybody is bound to what the test looks for, `expected_failure` is a skiplist's reason.
fn judged(mut execution: Execution, binds: bool, expected_failure: Option<&str>) -> Execution {
    let seen = execution.outcome;
    let why = execution.reason.take();
    let went_wrong = matches!(seen, Outcome::Fail | Outcome::Crash | Outcome::Timeout);
    (execution.outcome, execution.reason) = match (seen, expected_failure) {
        (_, Some(expected)) if went_wrong => {
            let detail = why.map(|why| format!(" ({seen}: {why})")).unwrap_or_default();
            (Outcome::ExpectedFail, Some(format!("{expected}{detail}")))
        }
        (Outcome::Pass, Some(expected)) => {
            (Outcome::UnexpectedPass, Some(format!("it passes, but was expected to fail: {expected}")))
        }
        (_, None) if went_wrong && !binds => {
            (Outcome::Deviates, Some(format!("{seen}: {}", why.unwrap_or_default())))
        }
        _ => (seen, why),
    };
    if execution.outcome != seen {
        execution.seen = Some(seen);
    }
    if execution.outcome.is_good() && execution.outcome != Outcome::Deviates {
        execution.call_log.clear();
        execution.output = None;
    }
    execution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::{Chapter, Level};
    use crate::suite::empty_test;
    use rstest::rstest;

    #[rstest]
    #[case(Outcome::Pass, true, None, Outcome::Pass)]
    #[case(Outcome::Fail, true, None, Outcome::Fail)]
    #[case(Outcome::Pass, false, None, Outcome::Pass)]
    #[case(Outcome::Fail, false, None, Outcome::Deviates)]
    #[case(Outcome::Crash, false, None, Outcome::Deviates)]
    #[case(Outcome::Timeout, false, None, Outcome::Deviates)]
    #[case(Outcome::Fail, true, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Crash, true, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Timeout, true, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Fail, false, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Pass, true, Some("known"), Outcome::UnexpectedPass)]
    #[case(Outcome::Skip, true, Some("known"), Outcome::Skip)]
    #[case(Outcome::HarnessError, true, Some("known"), Outcome::HarnessError)]
    #[case(Outcome::HarnessError, false, None, Outcome::HarnessError)]
    #[case(Outcome::NotRun, false, Some("known"), Outcome::NotRun)]
    fn outcomes_are_judged(
        #[case] seen: Outcome,
        #[case] binds: bool,
        #[case] expected: Option<&str>,
        #[case] verdict: Outcome,
    ) {
        let execution = judged(Execution::bare(seen, "why"), binds, expected);
        assert_eq!(execution.outcome, verdict);
        assert_eq!(execution.seen, (seen != verdict).then_some(seen));
    }

    #[rstest]
    #[case(Outcome::Fail, None, Some("why"), true)]
    #[case(Outcome::Skip, None, Some("why"), false)]
    #[case(Outcome::Crash, Some("known"), Some("known (crash: why)"), false)]
    #[case(Outcome::Pass, Some("known"), Some("it passes, but was expected to fail: known"), true)]
    fn what_went_wrong_is_kept_and_the_rest_dropped(
        #[case] seen: Outcome,
        #[case] expected: Option<&str>,
        #[case] reason: Option<&str>,
        #[case] kept: bool,
    ) {
        let mut execution = Execution::bare(seen, "why");
        execution.call_log = vec!["urA()".to_owned()];
        execution.output = Some("text".to_owned());
        let execution = judged(execution, true, expected);
        assert_eq!(execution.reason.as_deref(), reason);
        assert_eq!((execution.call_log.len() == 1, execution.output.is_some()), (kept, kept));
    }

    #[test]
    fn a_deviation_says_what_happened_and_keeps_the_calls() {
        let mut execution = Execution::bare(Outcome::Crash, "SIGSEGV");
        execution.call_log = vec!["urA()".to_owned()];
        let execution = judged(execution, false, None);
        assert_eq!(execution.reason.as_deref(), Some("crash: SIGSEGV"));
        assert_eq!(execution.call_log, ["urA()"]);
    }

    fn planned(known: Option<(Action, String)>) -> Planned {
        let test = empty_test("memory::open::a", &[], &[]);
        let (name, device_id) = ("host::dev0::memory::open::a".to_owned(), "host::dev0".to_owned());
        let (level, chapter) = (Level::Must, Chapter::Specified);
        Planned { name, device: 0, device_id, test, level, chapter, binds: true, known }
    }

    #[test]
    fn what_is_expected_to_fail_runs_and_is_judged_so() {
        let known = planned(Some((Action::ExpectFail, "known".to_owned())));
        let other = planned(None);
        assert!(known.skipped().is_none() && other.skipped().is_none());
        let outcome = |planned: &Planned, seen| planned.judge(Execution::bare(seen, "why")).outcome();
        assert_eq!(outcome(&known, Outcome::Fail), Outcome::ExpectedFail);
        assert_eq!(outcome(&known, Outcome::Pass), Outcome::UnexpectedPass);
        assert_eq!(outcome(&other, Outcome::Fail), Outcome::Fail);
        assert_eq!(other.not_reached().outcome(), Outcome::NotRun);
    }

    #[test]
    fn what_is_to_be_skipped_says_why() {
        let record = planned(Some((Action::Skip, "slow".to_owned()))).skipped().unwrap();
        assert_eq!(
            (record.outcome(), record.execution.reason.as_deref()),
            (Outcome::Skip, Some("skiplist: slow"))
        );
    }
}
