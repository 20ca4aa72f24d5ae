//! The matrix as text.

use std::fmt::Write;
use ur_ipc_mutants::matrix::{Count, Row, Total};
use ur_ipc_mutants::sweep::Assertions;
use ur_ipc_mutants::trial::Trial;

/// A line for a mutant.
pub(crate) fn line(row: &Row) -> String {
    let mut killers = row.killed_by.iter();
    let by = match (&row.problem, killers.next()) {
        (Some(problem), _) => format!("no results: {problem}"),
        (None, None) => format!("SURVIVED; other outcomes: {:?}", row.outcomes),
        (None, Some(first)) if killers.len() == 0 => first.clone(),
        (None, Some(first)) => format!("{first} and {} more", killers.len()),
    };
    format!("{:<60} {by}", row.id)
}

/// The result of the tests of UR's own suite alone on the mutants.
pub(crate) fn of_selection(total: &Total) -> String {
    let Count { mutants, killed, noticed } = total.all;
    format!(
        "judged by the selection ur-cts alone, the tests that repeat those of UR's own suite:\n\
         {mutants} mutants, {killed} killed by a test that cites what they violate; on {noticed} any test of the \
         selection fails"
    )
}

/// The whole suite beside the tests of UR's own.
pub(crate) fn comparison(suite: &Total, selection: &Total) -> String {
    let mut text = format!(
        "{:<24} {:>7} {:>11} {:>17} {:>21}\n",
        "", "mutants", "whole suite", "ur-cts, by citing", "ur-cts, by any failure"
    );
    let mut add = |name: &str, suite: &Count, selection: &Count| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name:<24} {:>7} {:>11} {:>17} {:>21}",
            suite.mutants, suite.killed, selection.killed, selection.noticed
        );
    };
    for (name, count) in &suite.families {
        add(&format!("family {name}"), count, &selection.families[name]);
    }
    for (name, count) in &suite.groups {
        add(&format!("folder {name}"), count, &selection.groups[name]);
    }
    add("all", &suite.all, &selection.all);
    text.push_str("ur-cts: the tests that repeat those of UR's own suite\n");
    text
}

/// The assertions that have not been seen to fail, and the number of those that have.
pub(crate) fn assertions(all: &Assertions) -> String {
    let mut text = String::new();
    let mut counts = [0; 4];
    for (place, assertion) in all {
        let kind = match (&assertion.failed_on, assertion.reason) {
            (Some(cause), _) => usize::from(cause.contains(':')),
            (None, Some(_)) => 2,
            (None, None) => 3,
        };
        counts[kind] += 1;
        if kind > 1 {
            let reason = assertion.reason.unwrap_or("NO REASON IS KNOWN");
            let tests: Vec<&str> = assertion.tests.iter().map(String::as_str).take(3).collect();
            let _ = writeln!(text, "{place} ({}): {reason}", tests.join(", "));
        }
    }
    let [on_mutants, on_faults, explained, open] = counts;
    let _ = writeln!(
        text,
        "\n{} assertions: {} can fail ({on_mutants} on mutants, {on_faults} more where a single entry point goes wrong), \
         {explained} cannot, for a reason, {open} were not seen to",
        all.len(),
        on_mutants + on_faults
    );
    text
}

/// The accusations against variants, with the sentences that allow the variants' behaviour.
pub(crate) fn trials(trials: &[Trial]) -> String {
    let mut text = String::new();
    for Trial { id, description, allowed_by, skipped, accused_by, .. } in trials {
        // Writing to a string cannot fail.
        let _ = match (&accused_by[..], skipped) {
            ([], 0) => writeln!(text, "{id:<60} not accused"),
            ([], skipped) => writeln!(text, "{id:<60} not accused; {skipped} tests need what it lacks"),
            _ => writeln!(text, "{id:<60} ACCUSED\n    does: {description}\n    allowed by: {allowed_by}"),
        };
        for accusation in accused_by {
            let _ = writeln!(text, "    {}", accusation.to_string().replace('\n', "\n        "));
        }
    }
    let accused: Vec<&str> = trials.iter().filter(|trial| trial.is_accused()).map(|trial| trial.id).collect();
    let _ = match accused.len() {
        0 => writeln!(text, "\n{} variants, none accused", trials.len()),
        number => writeln!(text, "\n{} variants, {number} accused: {}", trials.len(), accused.join(", ")),
    };
    text
}
