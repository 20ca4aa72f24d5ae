//! Failures of one cause: many tests fail for one call.

use crate::crash::Crash;
use crate::outcome::{Outcome, Record};
use crate::subject::subject;

/// Records with one cause, in their order; the causes are in that of their first records.
pub(super) fn by_cause<'r>(records: &[&'r Record]) -> Vec<(String, Vec<&'r Record>)> {
    let mut causes: Vec<(String, Vec<&Record>)> = Vec::new();
    for &record in records {
        let cause = cause(record);
        match causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, others)) => others.push(record),
            None => causes.push((cause, vec![record])),
        }
    }
    causes
}

/// What a failure has in common with others: the call and what it answered, or what it did to the process; else the check
/// that failed.
fn cause(record: &Record) -> String {
    let reason = record.execution.reason.as_deref().unwrap_or_default();
    let first = reason.lines().next().unwrap_or_default();
    let first = first
        .strip_prefix("in peer '")
        .and_then(|rest| rest.split_once("': "))
        .map_or(first, |(_, rest)| rest);
    let mut bare = without_arguments(first).replace("  ", " ");
    let place = record.execution.crashes.first().and_then(Crash::place);
    if let (Some((how, _)), Some(place)) =
        (bare.split_once(&format!(" outside of {}", subject().called)), place)
    {
        // Which call was the last one before is chance.
        bare = format!("{how} in {place}");
    } else if let (true, Some(place)) = (bare.starts_with("SIGABRT"), place) {
        // Which check of many gave up, tells where.
        bare = format!("{bare}, {place}");
    }
    let says_all = matches!(record.outcome(), Outcome::Crash | Outcome::Timeout)
        || bare.contains(" -> UR_RESULT_ERROR_")
        || bare.contains(" -> errc::")
        || bare.starts_with("it was ended by ")
        || record.execution.failed_at.is_empty();
    let place = if says_all { String::new() } else { format!(", {}", record.execution.failed_at[0]) };
    format!("{}: {bare}{place}", record.outcome())
}

/// Without what is in parentheses.
fn without_arguments(text: &str) -> String {
    let (mut bare, mut depth) = (String::new(), 0_u32);
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(character),
            _ => {}
        }
    }
    bare.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::requirements::Chapter;
    use rstest::rstest;

    fn failed(outcome: Outcome, reason: &str, at: &str) -> Record {
        let mut record = samples::record(Chapter::Specified, outcome);
        record.execution.reason = Some(reason.to_owned());
        record.execution.failed_at = at.split_whitespace().map(str::to_owned).collect();
        record
    }

    #[rstest]
    #[case::crash(
        Outcome::Crash,
        "SIGSEGV in urA(hContext = 0x1, pMem = (null))\nand more",
        "",
        "crash: SIGSEGV in urA"
    )]
    #[case::call(
        Outcome::Fail,
        "urA(hContext = 0x1) -> UR_RESULT_ERROR_INVALID_VALUE\nexpected success (a.rs:1)",
        "a.rs:1",
        "fail: urA -> UR_RESULT_ERROR_INVALID_VALUE"
    )]
    #[case::call_of_a_peer(
        Outcome::Fail,
        "in peer 'consumer': urA(hContext = 0x1) -> UR_RESULT_ERROR_INVALID_VALUE\nno (a.rs:1)",
        "a.rs:1",
        "fail: urA -> UR_RESULT_ERROR_INVALID_VALUE"
    )]
    #[case::end_of_a_peer(
        Outcome::Fail,
        "in peer 'consumer': it was ended by SIGSEGV in urA(hContext = 0x1) (a.rs:1)",
        "a.rs:1",
        "fail: it was ended by SIGSEGV in urA"
    )]
    #[case::check(Outcome::Fail, "the size is 0 (a.rs:1)", "a.rs:1", "fail: the size is 0, a.rs:1")]
    #[case::unbalanced(Outcome::Fail, "a ) b (c", "", "fail: a b")]
    fn a_cause_has_no_values(
        #[case] outcome: Outcome,
        #[case] reason: &str,
        #[case] at: &str,
        #[case] expected: &str,
    ) {
        assert_eq!(cause(&failed(outcome, reason, at)), expected);
    }

    #[test]
    fn a_crash_beside_all_calls_is_known_by_its_place() {
        let mut record =
            failed(Outcome::Crash, "SIGSEGV outside of UR, after urA(p = 1) -> UR_RESULT_SUCCESS", "");
        assert_eq!(cause(&record), "crash: SIGSEGV outside of UR, after urA -> UR_RESULT_SUCCESS");
        record.execution.crashes = vec![samples::crash()];
        assert_eq!(cause(&record), "crash: SIGSEGV in driver::open");
    }

    #[test]
    fn records_of_one_cause_come_together() {
        let crash = |at: &str| failed(Outcome::Crash, &format!("SIGSEGV in urA(p = {at})"), "");
        let records = [crash("0x1"), failed(Outcome::Fail, "no", "a.rs:1"), crash("0x2")];
        let causes = by_cause(&records.iter().collect::<Vec<_>>());
        let counts: Vec<_> = causes.iter().map(|(_, records)| records.len()).collect();
        assert_eq!(counts, [2, 1]);
    }
}
