//! A summary in GitHub's Markdown.

use super::super::document::{Document, NO_HARDWARE};
use super::super::escape::{annotation, counted, markdown_block, markdown_cell, markup, one_line};
use super::super::fold::COLUMNS;
use super::super::reasons::{self, reason};
use super::super::rerun::Rerun;
use super::super::text::failure_text;
use super::verdict;
use crate::grouping::{Likeness, by_cause};
use crate::outcome::{Outcome, Record};
use crate::requirements::Requirements;
use std::fmt::Write as _;

/// Maximum length of the summary with details, in bytes. GitHub accepts a mebibyte.
const ROOM: usize = 600 << 10;
/// Maximum number of tests with one cause that an annotation names beside the first. GitHub cuts messages.
const NAMED: usize = 20;

pub(super) fn render(document: &Document, requirements: &Requirements) -> String {
    let mut text = format!("## Conformance of {}\n\n", document.subject().title);
    verdicts(&mut text, document);
    problems(&mut text, document);
    chapters(&mut text, document);
    failures(&mut text, document, requirements);
    let reasons = [
        ("Deviations that do not count", Outcome::Deviates),
        ("Expected failures", Outcome::ExpectedFail),
        ("Not determined", Outcome::NotDetermined),
        ("Skipped", Outcome::Skip),
    ];
    for (title, outcome) in reasons {
        by_reason(&mut text, document, title, outcome);
    }
    environment(&mut text, document);
    text
}

// Writing to a string cannot fail.

fn verdicts(text: &mut String, document: &Document) {
    if document.devices.is_empty() {
        text.push_str("No device was tested.\n");
        return;
    }
    text.push_str("| device | name | driver | verdict |\n|---|---|---|---|\n");
    for device in &document.devices {
        let (mark, words) = (verdict::mark(document, &device.id), verdict::words(document, &device.id));
        let known = &device.description;
        let [id, name, driver] =
            [&device.id, &known.name, &known.driver_version].map(|text| markdown_cell(text));
        let _ = writeln!(text, "| {id} | {name} | {driver} | {} **{words}** |", mark.sign());
    }
    for (device, verdict) in &document.verdicts {
        let details = verdict.details(COLUMNS);
        if !details.is_empty() {
            let _ = write!(text, "\n{}:\n\n{}", markdown_cell(device), markdown_block(&details));
        }
    }
    if let Some(labels) = document.software() {
        let _ = writeln!(text, "\n⚠️ {NO_HARDWARE}{}", markdown_cell(&labels));
    }
}

fn problems(text: &mut String, document: &Document) {
    for problem in document.problems() {
        let _ = write!(text, "\nOutside of tests:\n\n{}", markdown_block(problem));
    }
}

fn chapters(text: &mut String, document: &Document) {
    let outcomes: Vec<Outcome> =
        Outcome::ALL.into_iter().filter(|&outcome| document.summary.total.of(outcome) > 0).collect();
    if outcomes.is_empty() {
        return;
    }
    text.push_str("\n### Chapters\n\n| device | chapter |");
    outcomes.iter().for_each(|outcome| {
        let _ = write!(text, " {outcome} |");
    });
    let _ = writeln!(text, "\n|---|---|{}", "--:|".repeat(outcomes.len()));
    for device in &document.devices {
        let Some(summary) = document.summary.devices.get(&device.id) else { continue };
        for (chapter, counts) in summary {
            let _ = write!(text, "| {} | {} |", markdown_cell(&device.id), chapter.about());
            for &outcome in &outcomes {
                match counts.of(outcome) {
                    0 => text.push_str(" |"),
                    count => {
                        let _ = write!(text, " {count} |");
                    }
                }
            }
            text.push('\n');
        }
    }
}

fn failures(text: &mut String, document: &Document, requirements: &Requirements) {
    let failed = document.failures();
    if failed.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### Failures ({})\n", failed.len());
    let mut left = failed.len();
    for (_, records) in by_cause(&failed, Likeness::Check) {
        detail(text, document, &records, requirements);
        left -= records.len();
        if text.len() > ROOM {
            break;
        }
    }
    if left > 0 {
        let _ = writeln!(text, "{left} more are in the other reports.");
    }
}

/// The first of the tests that failed for one cause, with the names of the others.
fn detail(text: &mut String, document: &Document, records: &[&Record], requirements: &Requirements) {
    let [record, others @ ..] = records else { return };
    let first = reason(record).lines().next().unwrap_or_default();
    let [name, first] = [&record.name, first].map(|text| markup(&one_line(text)));
    let more = more_tests(others).map(|more| format!(" <b>{more}</b>")).unwrap_or_default();
    let _ = writeln!(
        text,
        "<details>\n<summary><code>{name}</code>{more} {}: {first}</summary>\n",
        record.outcome()
    );
    let mut told = failure_text(record, requirements, &Rerun::of(document), COLUMNS);
    if !others.is_empty() {
        told.push_str("the same cause:\n");
        others.iter().for_each(|other| told.push_str(&format!("    {}\n", one_line(&other.name))));
    }
    let _ = write!(text, "{}", markdown_block(&told));
    text.push_str("\n</details>\n\n");
}

/// "and 2 more tests" for the tests that failed for the same cause as another, if any did.
fn more_tests(others: &[&Record]) -> Option<String> {
    (!others.is_empty()).then(|| format!("and {}", counted(others.len(), "more test")))
}

fn by_reason(text: &mut String, document: &Document, title: &str, outcome: Outcome) {
    let reasons = reasons::of(&document.tests, outcome);
    if reasons.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n\n| tests | device | reason |\n|--:|---|---|");
    for reason in reasons {
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            reason.records.len(),
            markdown_cell(reason.device),
            markdown_cell(reason.text)
        );
    }
}

fn environment(text: &mut String, document: &Document) {
    let environment = &document.environment;
    text.push_str("\n### Environment\n\n| | |\n|---|---|\n");
    let mut rows = vec![
        ("suite", format!("{}, commit {}", environment.suite_version, environment.suite_commit)),
        ("began", environment.started.clone()),
        ("command", environment.command_line.join(" ")),
    ];
    rows.extend(environment.machine.describe());
    if let Some(terms) = &environment.terms {
        rows.push(("seed", terms.seed.to_string()));
        rows.push(("isolation", terms.isolation.clone()));
        rows.extend(terms.selection.iter().map(|condition| ("selection", condition.clone())));
    }
    for backend in &environment.backends {
        let told = backend.reason.clone().unwrap_or_else(|| format!("{} {}", backend.name, backend.version));
        rows.push(("backend", format!("{}: {told}", backend.label)));
        rows.extend(backend.libraries.iter().map(|library| ("library", library.to_string())));
    }
    for (name, value) in rows {
        let _ = writeln!(text, "| {name} | {} |", markdown_cell(&value));
    }
}

/// An annotation of GitHub's for each cause of failures, as GitHub shows ten of a step: lines for the log of a workflow.
pub fn annotations(records: &[Record]) -> Vec<String> {
    let failed: Vec<&Record> = records.iter().filter(|record| record.failed()).collect();
    let line = |(_, records): (String, Vec<&Record>)| {
        let (record, others) = records.split_first()?;
        let title = [Some(record.name.clone()), more_tests(others)].into_iter().flatten().collect::<Vec<_>>();
        let mut message = format!("{}: {}", record.outcome(), reason(record));
        if !others.is_empty() {
            message.push_str("\nthe same cause:");
            others.iter().take(NAMED).for_each(|other| message.push_str(&format!("\n{}", other.name)));
        }
        if others.len() > NAMED {
            message.push_str(&format!("\nand {} more", others.len() - NAMED));
        }
        Some(annotation(&title.join(" "), &message))
    };
    by_cause(&failed, Likeness::Check).into_iter().filter_map(line).collect()
}
