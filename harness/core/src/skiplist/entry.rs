//! An entry of a skiplist.

use super::date::Date;
use super::failure::Failure;
use super::rate::Rate;
use super::text;
use super::{Glob, TestPattern};
use serde::Deserialize;
use ur_ipc_report::cause::Cause;
use ur_ipc_report::outcome::{Execution, Outcome, Tries};

/// The treatment of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// Do not run it.
    Skip,
    /// Run it as though no list named it, whatever later entries and lists say.
    Run,
    /// Run it, and expect it to fail as the entry says.
    ExpectFail,
    /// Run it, and run it again if it fails as the entry says: it may, up to a ceiling.
    Flaky,
}

/// A statement of a skiplist about some tests.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping such as { test: ..., action: skip, reason: ... }")]
pub struct Entry {
    /// The pattern of the tests' ids.
    #[serde(deserialize_with = "text::parsed")]
    pub test: TestPattern,
    /// The treatment of these tests.
    pub action: Action,
    /// The ways in which they may fail; [`Failure::Fail`] if there are none.
    #[serde(default, deserialize_with = "text::one_or_more")]
    pub outcome: Vec<Failure>,
    /// A part of what their failures say, with `*` for any text.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub message: Option<Glob>,
    /// The rate at which flaky tests were seen to fail.
    #[serde(default, deserialize_with = "text::some")]
    pub rate: Option<Rate>,
    /// The highest rate at which flaky tests may fail.
    #[serde(default, deserialize_with = "text::some")]
    pub ceiling: Option<Rate>,
    /// Why.
    #[serde(deserialize_with = "text::reason")]
    pub reason: String,
    /// The issue or page where the failure is being worked on.
    #[serde(default, deserialize_with = "text::optional")]
    pub issue: Option<String>,
    /// The person or team to ask about it.
    #[serde(default, deserialize_with = "text::optional")]
    pub owner: Option<String>,
    /// The last day on which it applies.
    #[serde(default, deserialize_with = "text::optional_parsed")]
    pub expires: Option<Date>,
    /// Its place in the skiplist: file and line.
    #[serde(skip)]
    pub place: String,
}

impl Entry {
    /// The reason, with the link where there is one.
    #[must_use]
    pub fn full_reason(&self) -> String {
        match &self.issue {
            Some(issue) => format!("{} ({issue})", self.reason),
            None => self.reason.clone(),
        }
    }

    /// Returns the contradiction in an entry, if its keys do not fit together.
    pub(super) fn contradiction(&self) -> Option<String> {
        let fails = matches!(self.action, Action::ExpectFail | Action::Flaky);
        let (failing, flaky) = ("tests that are expected to fail", "flaky tests");
        let keys = [
            ("outcome", !self.outcome.is_empty(), fails, failing),
            ("message", self.message.is_some(), fails, failing),
            ("rate", self.rate.is_some(), self.action == Action::Flaky, flaky),
            ("ceiling", self.ceiling.is_some(), self.action == Action::Flaky, flaky),
        ];
        if let Some((key, _, _, about)) = keys.into_iter().find(|&(_, said, may, _)| said && !may) {
            return Some(format!("`{key}` is about {about}"));
        }
        match (self.action, self.rate.zip(self.ceiling)) {
            (Action::Flaky, None) => {
                Some("a flaky test needs a `rate`, at which it was seen to fail, and a `ceiling`".to_owned())
            }
            (_, Some((rate, ceiling))) if rate > ceiling => {
                Some("its `rate` is above its `ceiling`".to_owned())
            }
            _ => None,
        }
    }

    /// Returns how many times a flaky test runs again after a failure, and how many of these runs may fail.
    pub fn runs(&self) -> (u32, u32) {
        self.ceiling.map(Rate::runs).unwrap_or_default()
    }

    /// Returns the best possible tries of a flaky test that has failed: no run after the first one fails.
    pub fn best_tries(&self) -> Option<Tries> {
        (self.action == Action::Flaky).then(|| Tries { of: 1 + self.runs().0, failed: 1 })
    }

    /// True if a test that has failed as expected has done so no more often than it may.
    pub fn bears(&self, tries: Option<Tries>) -> bool {
        let (again, may_fail) = self.runs();
        // The first failure is why it ran again, and says nothing of how often it fails.
        let all = |tries: Tries| tries.of == 1 + again && tries.failed <= 1 + may_fail;
        self.action != Action::Flaky || tries.is_some_and(all)
    }

    /// True if its last day has gone by.
    pub fn has_expired(&self, today: Date) -> bool {
        self.expires.is_some_and(|last| last < today)
    }

    /// True if the test has ended as expected.
    pub fn expects(&self, execution: &Execution) -> bool {
        self.expects_way(execution) && self.expects_text(execution.said())
    }

    /// The same of a late end of a process, whose test says this.
    pub fn expects_late(&self, outcome: Outcome, said: &str) -> bool {
        self.expects_outcome(outcome, None) && self.expects_text(said)
    }

    fn expects_way(&self, execution: &Execution) -> bool {
        self.expects_outcome(execution.outcome, execution.cause.as_ref())
    }

    fn expects_outcome(&self, outcome: Outcome, cause: Option<&Cause>) -> bool {
        self.failures().iter().any(|failure| failure.is_of(outcome, cause))
    }

    fn expects_text(&self, said: &str) -> bool {
        self.message.as_ref().is_none_or(|message| message.is_part_of(said))
    }

    /// The sentence about a failure that is not the expected one: "list.yaml:3 expects outcome crash, got fail (reason of the entry: why)".
    pub fn contrast(&self, execution: &Execution) -> String {
        let seen = execution.outcome;
        let got = match (&execution.late, execution.tries) {
            _ if !self.expects_way(execution) => seen.to_string(),
            _ if !self.expects_text(execution.said()) => format!("{seen} with another text"),
            (Some(late), _) => format!("{seen}, then {}", late.outcome),
            (None, Some(Tries { failed, of })) => format!("{seen} in {failed} of {of} runs"),
            (None, None) => seen.to_string(),
        };
        format!("{} expects outcome {}, got {got} {}", self.place, self.expectation(), self.because())
    }

    /// The sentence about a test that passes, though the entry expects a failure.
    pub fn out_of_date(&self) -> String {
        let place = &self.place;
        format!("it passes, but {place} expects it to fail: delete or narrow the entry {}", self.because())
    }

    /// The reason of the entry, behind a sentence about it.
    fn because(&self) -> String {
        format!("(reason of the entry: {})", self.full_reason())
    }

    /// The expectation, in words.
    pub fn expectation(&self) -> String {
        let failures: Vec<String> = self.failures().iter().map(ToString::to_string).collect();
        let message = self.message.as_ref().map(|message| format!(" with `{message}` in its message"));
        let ceiling = self.ceiling.map(|ceiling| format!(" in no more than {ceiling} of all runs"));
        let [message, ceiling] = [message, ceiling].map(Option::unwrap_or_default);
        format!("{}{message}{ceiling}", failures.join(" or "))
    }

    fn failures(&self) -> &[Failure] {
        if self.outcome.is_empty() { &[Failure::Fail] } else { &self.outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_fixtures::Symptom;

    pub(super) fn entry(says: &str) -> Entry {
        serde_yaml::from_str(&format!("{{test: 'a::*', action: expect-fail, reason: known{says}}}")).unwrap()
    }

    const SAID: &str = "urA(hContext = 0x1) -> ERROR_X\nexpected SUCCESS, got ERROR_X";

    #[rstest]
    #[case::a_failure_unless_it_says_otherwise("", Outcome::Fail, true)]
    #[case::not_a_crash_then("", Outcome::Crash, false)]
    #[case::not_a_timeout_then("", Outcome::Timeout, false)]
    #[case::what_it_says(", outcome: crash", Outcome::Crash, true)]
    #[case::only_what_it_says(", outcome: crash", Outcome::Fail, false)]
    #[case::one_of_several(", outcome: [fail, timeout]", Outcome::Timeout, true)]
    #[case::none_of_several(", outcome: [fail, timeout]", Outcome::Crash, false)]
    #[case::no_failure_at_all(", outcome: [fail, timeout]", Outcome::HarnessError, false)]
    #[case::message(", message: 'got ERROR_X'", Outcome::Fail, true)]
    #[case::message_with_a_gap(", message: 'urA(*) -> ERROR_X*got'", Outcome::Fail, true)]
    #[case::other_message(", message: 'got ERROR_Y'", Outcome::Fail, false)]
    #[case::message_of_another_outcome(", outcome: crash, message: 'got ERROR_X'", Outcome::Fail, false)]
    fn an_entry_expects_what_it_says(#[case] says: &str, #[case] outcome: Outcome, #[case] expected: bool) {
        assert_eq!(entry(says).expects(&Execution::bare(outcome, SAID)), expected);
        assert_eq!(entry(says).expects_late(outcome, SAID), expected);
    }

    #[rstest]
    #[case::a_crash(", outcome: crash", Symptom::Death, true)]
    #[case::a_failure("", Symptom::Death, true)]
    #[case::no_time_out(", outcome: timeout", Symptom::Death, false)]
    #[case::nothing_else_is_a_crash(", outcome: crash", Symptom::Check, false)]
    fn the_crash_of_a_peer_is_a_crash_and_a_failure(
        #[case] says: &str,
        #[case] symptom: Symptom,
        #[case] expected: bool,
    ) {
        let failure = ur_ipc_fixtures::Failure::new("it is gone").in_peer("consumer").showing(symptom);
        let execution = Execution::bare(Outcome::Fail, SAID).because(Cause::from(&failure));
        assert_eq!(entry(says).expects(&execution), expected);
    }

    #[rstest]
    #[case("", Outcome::Crash, "fail, got crash")]
    #[case(", outcome: [crash, timeout]", Outcome::Fail, "crash or timeout, got fail")]
    #[case(
        ", message: 'got ERROR_Y'",
        Outcome::Fail,
        "fail with `got ERROR_Y` in its message, got fail with another text"
    )]
    #[case(", message: 'got ERROR_X'", Outcome::Crash, "fail with `got ERROR_X` in its message, got crash")]
    fn other_failures_have_words(#[case] says: &str, #[case] outcome: Outcome, #[case] expected: &str) {
        let contrast = entry(says).contrast(&Execution::bare(outcome, SAID));
        assert_eq!(contrast, format!(" expects outcome {expected} (reason of the entry: known)"));
    }

    #[rstest]
    #[case("", "fail")]
    #[case(", outcome: [crash, timeout]", "crash or timeout")]
    #[case(", message: 'a * b'", "fail with `a * b` in its message")]
    #[case(", message: 'a', ceiling: 0.1", "fail with `a` in its message in no more than 0.1 of all runs")]
    fn expectations_have_words(#[case] says: &str, #[case] expected: &str) {
        assert_eq!(entry(says).expectation(), expected);
    }
}
