//! Groups failures by cause, as many tests fail for one call.

use crate::cause::{Cause, FailedCall, died_in};
use crate::outcome::{Execution, Outcome, Record};
use ur_ipc_fixtures::{PeerDeath, Symptom};
use ur_ipc_isolated::crash::Crash;

/// The likeness of two failures that have one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    /// The same, seen by the same check.
    Check,
    /// The same, wherever it was seen: a reader of a brief report reads each text once.
    Text,
}

/// The word for the death of a process of a test, its own or a peer.
const CRASH: &str = "crash of a process";

/// Records with one cause, in their order; the causes are in that of their first records.
pub(super) fn by_cause<'r>(records: &[&'r Record], likeness: Likeness) -> Vec<(String, Vec<&'r Record>)> {
    let mut causes: Vec<(String, Vec<&Record>)> = Vec::new();
    for &record in records {
        let cause = cause(record, likeness);
        match causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, others)) => others.push(record),
            None => causes.push((cause, vec![record])),
        }
    }
    causes
}

/// Returns the key by which failures are grouped. It is the call and its result, or the way a process of the test ended,
/// or the failed check.
fn cause(record: &Record, likeness: Likeness) -> String {
    let Execution { cause, seen, failed_at, crashes, .. } = &record.execution;
    let (outcome, place) = (record.outcome(), crashes.first().and_then(Crash::place));
    let went_wrong = matches!(
        outcome,
        Outcome::Fail | Outcome::Crash | Outcome::Timeout | Outcome::Blocked | Outcome::Deviates
    );
    let in_reason = || without_values(record.execution.first_line());
    let bare = match cause.as_ref().filter(|_| went_wrong) {
        Some(Cause::Failed { call: Some(FailedCall { name, result }), .. }) => {
            let refused = || format!("{name} -> {result}");
            without_values(&checked_call(cause.as_ref()).unwrap_or_else(refused))
        }
        Some(Cause::Failed { death: Some(PeerDeath { how, calls }), says, .. }) => {
            death(how, false, calls, place).unwrap_or_else(|| without_values(says))
        }
        Some(Cause::Failed { says, .. }) => without_values(says),
        Some(Cause::Died { how, exited, calls }) => {
            death(how, *exited, calls, place).unwrap_or_else(in_reason)
        }
        _ => in_reason(),
    };
    let symptom = match cause {
        Some(Cause::Failed { symptom, .. }) => *symptom,
        _ => Symptom::Check,
    };
    let says_all = matches!(outcome, Outcome::Crash | Outcome::Timeout)
        || matches!(symptom, Symptom::Refusal | Symptom::Death)
        || failed_at.is_empty()
        || likeness == Likeness::Text;
    // The death of a peer has the causes of that of the test's own process, though only the latter's outcome is `crash`.
    let shown = |outcome: Outcome| match outcome {
        Outcome::Fail if symptom == Symptom::Death => CRASH.to_owned(),
        Outcome::Crash => CRASH.to_owned(),
        _ => outcome.to_string(),
    };
    let seen = seen.filter(|_| outcome == Outcome::Deviates && cause.is_some());
    let seen = seen.map(|seen| format!("{}: ", shown(seen))).unwrap_or_default();
    let place = if says_all { String::new() } else { format!(", {}", failed_at[0]) };
    format!("{}: {seen}{bare}{place}", shown(outcome))
}

/// The call of a failure, and the sentence of the check: what is wrong with a call that was not refused, only the check
/// says.
pub(super) fn checked_call(cause: Option<&Cause>) -> Option<String> {
    match cause? {
        Cause::Failed { symptom, call: Some(FailedCall { name, .. }), says, .. }
            if *symptom != Symptom::Refusal =>
        {
            Some(format!("{name}: {says}"))
        }
        _ => None,
    }
}

/// The death of a process in these calls, or else in this place. `None` if neither is known: which call was the last one
/// before is chance.
fn death(how: &str, exited: bool, calls: &[String], place: Option<&str>) -> Option<String> {
    if calls.is_empty() {
        return place.map(|place| format!("{how} in {place}"));
    }
    // Which check of many gave up, tells where.
    let check = place.filter(|_| how == "SIGABRT").map(|place| format!(", {place}"));
    Some(died_in(how, exited, &calls.join(" and ")) + &check.unwrap_or_default())
}

/// Without what is in parentheses, as values are that differ from test to test.
fn without_values(text: &str) -> String {
    let (mut bare, mut depth) = (String::new(), 0_u32);
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(character),
            _ => {}
        }
    }
    bare.trim_end().replace("  ", " ").replace(" ;", ";")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::requirements::Chapter;
    use rstest::rstest;

    fn failed(outcome: Outcome, cause: Option<Cause>, at: &str) -> Record {
        let mut record = samples::record(Chapter::Specified, outcome);
        record.execution.reason = Some("a ) b (c\nd".to_owned());
        record.execution.cause = cause;
        record.execution.failed_at = at.split_whitespace().map(str::to_owned).collect();
        record
    }

    fn check(symptom: Symptom, result: Option<&str>, says: &str) -> Option<Cause> {
        let call = result.map(|result| FailedCall { name: "urA".to_owned(), result: result.to_owned() });
        let peer = Some("consumer".to_owned());
        Some(Cause::Failed { symptom, peer, call, death: None, says: says.to_owned() })
    }

    fn peer_died(how: &str, calls: &[&str]) -> Option<Cause> {
        let (how, calls) = (how.to_owned(), calls.iter().map(|&call| call.to_owned()).collect());
        let (symptom, peer, says) = (Symptom::Death, Some("consumer".to_owned()), "the peer died".to_owned());
        Some(Cause::Failed { symptom, peer, call: None, death: Some(PeerDeath { how, calls }), says })
    }

    fn died(how: &str, calls: &[&str]) -> Option<Cause> {
        let (how, exited) = (how.to_owned(), false);
        Some(Cause::Died { how, exited, calls: calls.iter().map(|&call| call.to_owned()).collect() })
    }

    #[rstest]
    #[case::crash(Outcome::Crash, died("SIGSEGV", &["urA", "urB"]), "", "crash of a process: SIGSEGV in urA and urB")]
    #[case::call(
        Outcome::Fail,
        check(Symptom::Refusal, Some("UR_RESULT_ERROR_INVALID_VALUE"), "expected success"),
        "a.rs:1",
        "fail: urA -> UR_RESULT_ERROR_INVALID_VALUE"
    )]
    #[case::success(
        Outcome::Fail,
        check(Symptom::Check, Some("UR_RESULT_SUCCESS"), "expected an error"),
        "a.rs:1",
        "fail: urA: expected an error, a.rs:1"
    )]
    #[case::death_of_a_peer(Outcome::Fail, peer_died("SIGSEGV", &["urA", "urB"]), "a.rs:1", "crash of a process: SIGSEGV in urA and urB")]
    #[case::death_of_a_peer_outside_of_calls(Outcome::Fail, peer_died("SIGSEGV", &[]), "a.rs:1", "crash of a process: the peer died")]
    #[case::death_of_a_peer_in_older_results(
        Outcome::Fail,
        check(Symptom::Death, None, "it was ended by SIGSEGV in urA"),
        "a.rs:1",
        "crash of a process: it was ended by SIGSEGV in urA"
    )]
    #[case::check(
        Outcome::Fail,
        check(Symptom::Check, None, "Type(0x7) is none"),
        "a.rs:1",
        "fail: Type is none, a.rs:1"
    )]
    #[case::without(Outcome::Fail, None, "", "fail: a b")]
    #[case::expected(Outcome::ExpectedFail, died("SIGSEGV", &["urA"]), "", "expected-fail: a b")]
    fn a_cause_has_no_values(
        #[case] outcome: Outcome,
        #[case] why: Option<Cause>,
        #[case] at: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(cause(&failed(outcome, why, at), Likeness::Check), expected);
    }

    #[rstest]
    #[case::call(check(Symptom::Check, Some("UR_RESULT_SUCCESS"), "no"))]
    #[case::check(check(Symptom::Check, None, "urA: no"))]
    fn in_a_brief_report_the_place_is_no_cause(#[case] why: Option<Cause>) {
        assert_eq!(cause(&failed(Outcome::Fail, why, "a.rs:1"), Likeness::Text), "fail: urA: no");
    }

    #[test]
    fn a_crash_beside_all_calls_or_in_a_check_is_known_by_its_place() {
        let in_driver = |cause| {
            let mut record = failed(Outcome::Crash, cause, "");
            record.execution.crashes = vec![samples::crash()];
            record
        };
        assert_eq!(
            cause(&failed(Outcome::Crash, died("SIGSEGV", &[]), ""), Likeness::Check),
            "crash of a process: a b"
        );
        for death in [died("SIGSEGV", &[]), peer_died("SIGSEGV", &[])] {
            assert_eq!(
                cause(&in_driver(death), Likeness::Check),
                "crash of a process: SIGSEGV in driver::open"
            );
        }
        let given_up = in_driver(died("SIGABRT", &["urA"]));
        assert_eq!(cause(&given_up, Likeness::Check), "crash of a process: SIGABRT in urA, driver::open");
    }

    #[test]
    fn records_of_one_cause_come_together() {
        let crash = || failed(Outcome::Crash, died("SIGSEGV", &["urA"]), "");
        let in_peer = failed(Outcome::Fail, peer_died("SIGSEGV", &["urA"]), "b.rs:1");
        let records = [crash(), failed(Outcome::Fail, None, "a.rs:1"), in_peer];
        let causes = by_cause(&records.iter().collect::<Vec<_>>(), Likeness::Check);
        let counts: Vec<_> = causes.iter().map(|(_, records)| records.len()).collect();
        assert_eq!(counts, [2, 1]);
    }
}
