//! Outcomes, and the one record of every planned test.

use crate::cause::Cause;
use crate::last_calls::{MOST_PEERS, ProcessCalls};
use crate::requirements::{Chapter, Level, Requirement};
use crate::times;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use ur_ipc_fixtures::{Checked, PeerDeath, RecordedCall, Symptom};
use ur_ipc_isolated::crash::{Crash, Stacks};
use ur_ipc_isolated::{CallEnd, RECORDED};

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// Everything that was checked holds.
    Pass,
    /// A check failed.
    Fail,
    /// The device lacks what the test needs, or a skiplist names it.
    Skip,
    /// It failed, crashed or timed out, just as a skiplist says it does.
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
    /// The machine lacks what it takes to test: nothing is said about the implementation.
    NotDetermined,
    /// A call failed that the test only stands on, as that which makes its context: nothing is said about the rest.
    Blocked,
    /// It failed, crashed or timed out, and nobody is bound to what it looks for.
    Deviates,
}

impl Outcome {
    /// All outcomes, in the order of summaries.
    pub const ALL: [Self; 12] = [
        Self::Pass,
        Self::Fail,
        Self::Skip,
        Self::ExpectedFail,
        Self::UnexpectedPass,
        Self::Crash,
        Self::Timeout,
        Self::NotRun,
        Self::HarnessError,
        Self::NotDetermined,
        Self::Blocked,
        Self::Deviates,
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
            Self::NotDetermined => "not-determined",
            Self::Blocked => "blocked",
            Self::Deviates => "deviates",
        }
    }

    /// True if the run may still be called good.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Pass | Self::Skip | Self::ExpectedFail | Self::Deviates)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A bad end of a process behind its test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BadEnd {
    /// What it is by itself.
    pub outcome: Outcome,
    /// How the process ended, and when.
    pub how: String,
}

/// Describes the end of a process after its test, for people.
pub fn after_its_end(how: impl fmt::Display) -> String {
    format!("after its end: {how}")
}

/// How often a test failed, of how many times that it ran in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tries {
    /// How often it failed, the first time included.
    pub failed: u32,
    /// How often it ran.
    pub of: u32,
}

/// What came out of running a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Execution {
    /// How it ended.
    pub outcome: Outcome,
    /// How it would have ended without a skiplist, and had everybody been bound, where that is not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Outcome>,
    /// The first bad end of a process after a bad end of the test itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<BadEnd>,
    /// Why, where there is something to say.
    pub reason: Option<String>,
    /// Why, for programs, where the test itself has not decided its outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// How often it failed, of a flaky test that failed and was run again, or of one that failed and was to run several
    /// times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<Tries>,
    /// Where the checks stand that failed: file, line and column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_at: Vec<String>,
    /// The checks that it made, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Checked>,
    /// Time from the order to run it until its end, in microseconds.
    #[serde(deserialize_with = "times::of_a_test")]
    pub duration_us: u64,
    /// Time inside the test itself, in microseconds.
    #[serde(deserialize_with = "times::of_a_test")]
    pub body_us: u64,
    /// Observations and measurements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How processes of the test crashed, of tests that did not go well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crashes: Vec<Crash>,
    /// Where the threads of its processes were, of tests that hung.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stacks: Vec<Stacks>,
    /// The last calls of its processes, of tests that did not go well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub call_log: Vec<ProcessCalls>,
    /// The end of what the processes of the test printed, of tests that did not go well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// What is known about one planned test after the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Full name: backend, device, id.
    pub name: String,
    /// Id of the test.
    pub test: String,
    /// Id of the device.
    pub device: String,
    /// Ids of the requirements.
    pub requirements: Vec<String>,
    /// What it needs of the device.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// How binding they are.
    pub level: Level,
    /// The part of the verdict that it belongs to.
    pub chapter: Chapter,
    /// The entry of a skiplist that is about it: file and line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// What came out of it, in the light of its level and of the skiplists.
    #[serde(flatten)]
    pub execution: Execution,
}

impl Record {
    /// Returns the outcome of the test, after skiplists are applied.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.execution.outcome
    }

    /// The label of the backend that the test ran on.
    pub fn label(&self) -> &str {
        self.device.rsplit_once("::").map_or(&self.device, |(label, _)| label)
    }

    /// True if a skiplist left the test out.
    pub fn is_skipped_by_list(&self) -> bool {
        self.outcome() == Outcome::Skip && self.execution.cause == Some(Cause::Skiplist)
    }

    /// The entry point for which it was skipped, as the backend leaves it out.
    pub fn lacking_entry_point(&self) -> Option<&str> {
        match &self.execution.cause {
            Some(Cause::EntryPoint { entry_point }) if self.outcome() == Outcome::Skip => Some(entry_point),
            _ => None,
        }
    }

    /// True if the run stopped before the test, as it was told to.
    pub fn is_unreached(&self) -> bool {
        self.outcome() == Outcome::NotRun
            && matches!(self.execution.cause, Some(Cause::Stopped | Cause::GaveUp { .. }))
    }

    /// Whether the test did not run because tests before it hung.
    pub fn is_given_up(&self) -> bool {
        self.is_unreached() && self.execution.cause != Some(Cause::Stopped)
    }

    /// True if it ended so that the run cannot be called good.
    pub fn failed(&self) -> bool {
        !self.outcome().is_good() && !self.is_unreached()
    }

    /// Returns the tries of a test that failed in some but not in all of them, if its outcome is bad.
    pub fn flaky(&self) -> Option<Tries> {
        self.execution.tries.filter(|tries| self.failed() && tries.failed < tries.of)
    }

    /// Whether it shows that what binds the device is violated, whether that was known or not.
    pub fn violates(&self) -> bool {
        matches!(self.outcome(), Outcome::Fail | Outcome::Crash | Outcome::Timeout | Outcome::ExpectedFail)
    }

    /// Whether a test that went wrong may have come to this requirement. It has not if a call was refused before it had called what
    /// the requirement is about, unless a skiplist says that the test fails.
    pub fn reached(&self, requirement: &Requirement) -> bool {
        let called = |names: BTreeSet<String>| names.iter().any(|name| requirement.is_about(name));
        self.outcome() == Outcome::ExpectedFail || self.execution.called().is_none_or(called)
    }

    /// True if a run with this record cannot be called good.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        let outcome = self.outcome();
        !outcome.is_good() && outcome != Outcome::NotDetermined
    }
}

impl Execution {
    /// A process of the test came to a bad end when the test had ended already. Whether that is how it ended, then.
    pub fn ended_late(&mut self, outcome: Outcome, how: String) -> bool {
        let decides = matches!(self.outcome, Outcome::Pass | Outcome::Skip | Outcome::UnexpectedPass);
        let how = after_its_end(how);
        if decides {
            (self.outcome, self.seen, self.reason) = (outcome, None, Some(how));
            self.cause = Some(Cause::LateEnd);
        } else {
            self.notes.push(how.clone());
            self.late.get_or_insert(BadEnd { outcome, how });
        }
        decides
    }

    /// Why it ended so; nothing where there is nothing to say.
    pub fn said(&self) -> &str {
        self.reason.as_deref().unwrap_or_default()
    }

    /// The first line of that.
    pub fn first_line(&self) -> &str {
        self.said().lines().next().unwrap_or_default()
    }

    /// The entry points in which the test failed, its processes died or are stuck, where that is known.
    pub fn failed_in(&self) -> Vec<String> {
        match &self.cause {
            Some(Cause::Failed { call: Some(call), .. }) => vec![call.name.clone()],
            Some(Cause::Failed { death: Some(PeerDeath { calls, .. }), .. }) => calls.clone(),
            Some(Cause::Died { calls, .. }) => calls.clone(),
            Some(Cause::Failed { peer: Some(peer), .. }) if self.hung() => {
                self.stuck_in(|process| process.role.as_ref() == Some(peer))
            }
            _ if self.hung() => self.stuck_in(|_| true),
            _ => Vec::new(),
        }
    }

    /// Whether a call ended the test before it had looked at what it is about: the call was refused, or a process died or
    /// hung in it.
    pub fn was_stopped(&self) -> bool {
        match self.cause {
            Some(Cause::Died { .. }) => true,
            Some(Cause::Failed { symptom: Symptom::Refusal | Symptom::Death, .. }) => true,
            _ => self.hung(),
        }
    }

    /// The entry points that the processes of a test called before a call was refused to it. `None` if it ended otherwise, or if
    /// not all of their calls are known.
    fn called(&self) -> Option<BTreeSet<String>> {
        let refused =
            matches!(self.cause, Some(Cause::Failed { symptom: Symptom::Refusal, .. })) && !self.hung();
        let own = |process: &ProcessCalls| process.calls.iter().filter(|call| !call.clean_up).count();
        let all = |process: &ProcessCalls| !process.had_part && own(process) < RECORDED;
        // A further failure may show more.
        let whole =
            self.failed_at.len() <= 1 && self.call_log.len() < MOST_PEERS && self.call_log.iter().all(all);
        let calls = || self.call_log.iter().flat_map(|process| &process.calls);
        if !refused || !whole || !calls().any(|call| call.failed) {
            return None;
        }
        let name = |call: &RecordedCall| if call.cut { None } else { Some(call.name()) };
        calls().filter(|call| !call.clean_up).map(|call| call.call.as_ref().and_then(name)).collect()
    }

    fn hung(&self) -> bool {
        self.seen.unwrap_or(self.outcome) == Outcome::Timeout
    }

    /// The entry points from which these processes of the test have not returned.
    fn stuck_in(&self, of: impl Fn(&ProcessCalls) -> bool) -> Vec<String> {
        let calls = self.call_log.iter().filter(|process| of(process)).flat_map(|process| &process.calls);
        let stuck = calls.filter(|call| !call.clean_up && call.end == CallEnd::HasNotReturned);
        stuck.filter_map(|call| call.call.as_ref()).map(RecordedCall::name).collect()
    }

    /// The same execution, with why it ended so.
    pub fn because(self, cause: Cause) -> Self {
        Self { cause: Some(cause), ..self }
    }

    /// An execution of which nothing is known but its outcome.
    pub fn bare(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self {
            outcome,
            seen: None,
            late: None,
            reason: Some(reason.into()),
            cause: None,
            tries: None,
            failed_at: Vec::new(),
            checked: Vec::new(),
            duration_us: 0,
            body_us: 0,
            notes: Vec::new(),
            crashes: Vec::new(),
            stacks: Vec::new(),
            call_log: Vec::new(),
            output: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use rstest::rstest;
    use ur_ipc_fixtures::Failure;

    #[rstest]
    #[case(Outcome::Pass, false)]
    #[case(Outcome::Skip, false)]
    #[case(Outcome::ExpectedFail, false)]
    #[case(Outcome::Deviates, false)]
    #[case(Outcome::Fail, true)]
    #[case(Outcome::Crash, true)]
    #[case(Outcome::Timeout, true)]
    #[case(Outcome::UnexpectedPass, true)]
    #[case(Outcome::NotRun, true)]
    #[case(Outcome::HarnessError, true)]
    #[case(Outcome::NotDetermined, false)]
    #[case(Outcome::Blocked, true)]
    fn what_is_bad_spoils_a_run(#[case] outcome: Outcome, #[case] expected: bool) {
        assert_eq!(samples::record(Chapter::Expected, outcome).is_failure(), expected);
    }

    #[test]
    fn outcomes_have_one_name_everywhere() {
        for outcome in Outcome::ALL {
            assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.name());
            assert_eq!(format!("{outcome:>16}"), format!("{:>16}", outcome.name()));
        }
    }

    #[test]
    fn a_test_fails_in_the_calls_in_which_a_peer_died() {
        let death = PeerDeath { how: "SIGSEGV".to_owned(), calls: vec!["urA".to_owned()] };
        let failure = Failure::new("the peer died").in_peer("consumer").of_death(death);
        let execution = Execution::bare(Outcome::Fail, "").because(Cause::from(&failure));
        assert_eq!(execution.failed_in(), ["urA"]);
    }
}
