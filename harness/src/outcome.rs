//! Outcomes: one record for every planned test.

use crate::requirements::Level;
use serde::{Deserialize, Serialize};
use std::fmt;
use ur_ipc_fixtures::Checked;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Everything that was checked holds.
    Pass,
    /// A check failed.
    Fail,
    /// The device lacks what the test needs, or a skiplist names it.
    Skip,
    /// It failed, crashed or timed out, as a skiplist says it does.
    ExpectedFail,
    /// It passed although a skiplist says that it fails: the skiplist is stale.
    UnexpectedPass,
    /// The process was ended by a signal, or ended itself, during the test.
    Crash,
    /// The test did not end in time.
    Timeout,
    /// It made no call or checked nothing, or the run ended before it: nothing is proven.
    NotRun,
    /// The test broke the harness' own means, or these failed.
    HarnessError,
}

impl Outcome {
    /// All outcomes, in the order of summaries.
    pub const ALL: [Self; 9] = [
        Self::Pass,
        Self::Fail,
        Self::Skip,
        Self::ExpectedFail,
        Self::UnexpectedPass,
        Self::Crash,
        Self::Timeout,
        Self::NotRun,
        Self::HarnessError,
    ];

    /// The name, as in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Skip => "skip",
            Self::ExpectedFail => "expected-fail",
            Self::UnexpectedPass => "unexpected-pass",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::NotRun => "not-run",
            Self::HarnessError => "harness-error",
        }
    }

    /// True if the run may still be called good.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Pass | Self::Skip | Self::ExpectedFail)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is known about one planned test after the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Full name: backend, device, id.
    pub name: String,
    /// Id of the test.
    pub test: String,
    /// Id of the device.
    pub device: String,
    /// Ids of the requirements.
    pub requirements: Vec<String>,
    /// How binding they are.
    pub level: Level,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// Where the checks stand that failed: file, line and column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_at: Vec<String>,
    /// The checks that it made, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Checked>,
    /// Time from the order to run it until its end, in microseconds.
    pub duration_us: u64,
    /// Time inside the test itself, in microseconds.
    pub body_us: u64,
    /// Observations and measurements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The last calls, of tests that did not go well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub call_log: Vec<String>,
    /// The end of what the processes of the test printed, of tests that did not go well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

impl Record {
    /// Whether a run with this record cannot be called good. At level may, what an implementation does is
    /// never held against it; stale skiplists and empty tests are the suite's own failures at every level.
    #[must_use]
    pub fn spoils_the_run(&self) -> bool {
        let tolerated = self.level == Level::May && matches!(self.outcome, Outcome::Crash | Outcome::Timeout);
        !self.outcome.is_good() && !tolerated
    }
}

/// What came out of running a test, before levels and skiplists are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Execution {
    pub outcome: Outcome,
    pub reason: Option<String>,
    pub failed_at: Vec<String>,
    pub checked: Vec<Checked>,
    pub duration_us: u64,
    pub body_us: u64,
    pub notes: Vec<String>,
    pub call_log: Vec<String>,
    pub output: Option<String>,
}

impl Execution {
    /// An execution of which nothing is known but its outcome.
    pub(crate) fn bare(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self {
            outcome,
            reason: Some(reason.into()),
            failed_at: Vec::new(),
            checked: Vec::new(),
            duration_us: 0,
            body_us: 0,
            notes: Vec::new(),
            call_log: Vec::new(),
            output: None,
        }
    }

    /// Looks at the outcome in the light of what was expected: `expected_failure` is a skiplist's reason.
    pub(crate) fn judge(mut self, level: Level, expected_failure: Option<&str>) -> Self {
        let seen = self.outcome;
        let why = self.reason.take();
        (self.outcome, self.reason) = match (seen, expected_failure) {
            (Outcome::Fail | Outcome::Crash | Outcome::Timeout, Some(expected)) => {
                let detail = why.map(|why| format!(" ({seen}: {why})")).unwrap_or_default();
                (Outcome::ExpectedFail, Some(format!("{expected}{detail}")))
            }
            (Outcome::Pass, Some(expected)) => {
                (Outcome::UnexpectedPass, Some(format!("it passes, but was expected to fail: {expected}")))
            }
            (Outcome::Fail, None) if level == Level::May => {
                self.notes.push(format!("deviates: {}", why.unwrap_or_default()));
                (Outcome::Pass, None)
            }
            _ => (seen, why),
        };
        if self.outcome.is_good() {
            self.call_log.clear();
            self.output = None;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(Outcome::Pass, Level::Must, None, Outcome::Pass)]
    #[case(Outcome::Fail, Level::Must, None, Outcome::Fail)]
    #[case(Outcome::Fail, Level::Should, None, Outcome::Fail)]
    #[case(Outcome::Fail, Level::May, None, Outcome::Pass)]
    #[case(Outcome::Crash, Level::May, None, Outcome::Crash)]
    #[case(Outcome::Timeout, Level::May, None, Outcome::Timeout)]
    #[case(Outcome::Fail, Level::Must, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Crash, Level::Must, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Timeout, Level::Must, Some("known"), Outcome::ExpectedFail)]
    #[case(Outcome::Pass, Level::Must, Some("known"), Outcome::UnexpectedPass)]
    #[case(Outcome::Skip, Level::Must, Some("known"), Outcome::Skip)]
    #[case(Outcome::HarnessError, Level::Must, Some("known"), Outcome::HarnessError)]
    #[case(Outcome::NotRun, Level::May, Some("known"), Outcome::NotRun)]
    fn outcomes_are_judged(
        #[case] seen: Outcome,
        #[case] level: Level,
        #[case] expected: Option<&str>,
        #[case] judged: Outcome,
    ) {
        assert_eq!(Execution::bare(seen, "why").judge(level, expected).outcome, judged);
    }

    #[rstest]
    #[case(Outcome::Pass, false, false)]
    #[case(Outcome::Skip, false, false)]
    #[case(Outcome::ExpectedFail, false, false)]
    #[case(Outcome::Fail, true, true)]
    #[case(Outcome::Crash, true, false)]
    #[case(Outcome::Timeout, true, false)]
    #[case(Outcome::UnexpectedPass, true, true)]
    #[case(Outcome::NotRun, true, true)]
    #[case(Outcome::HarnessError, true, true)]
    fn what_spoils_a_run_depends_on_the_level(
        #[case] outcome: Outcome,
        #[case] from_should_up: bool,
        #[case] at_may: bool,
    ) {
        let record = |level| Record { level, outcome, ..crate::report::samples::records()[0].clone() };
        assert_eq!(record(Level::Must).spoils_the_run(), from_should_up);
        assert_eq!(record(Level::Should).spoils_the_run(), from_should_up);
        assert_eq!(record(Level::May).spoils_the_run(), at_may);
    }

    #[test]
    fn outcomes_have_one_name_everywhere() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.name());
            assert_eq!(format!("{outcome:>16}"), format!("{:>16}", outcome.name()));
        }
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
        let judged = execution.judge(Level::Must, expected);
        assert_eq!(judged.reason.as_deref(), reason);
        assert_eq!((judged.call_log.len() == 1, judged.output.is_some()), (kept, kept));
    }

    #[test]
    fn a_deviation_of_a_may_requirement_is_kept_as_a_note() {
        let judged = Execution::bare(Outcome::Fail, "says 3").judge(Level::May, None);
        assert_eq!(judged.notes, ["deviates: says 3"]);
        assert_eq!(judged.reason, None);
    }
}
