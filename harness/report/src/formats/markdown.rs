//! A summary in GitHub's Markdown.

use super::super::document::{Document, NO_HARDWARE};
use super::super::escape::{annotation, markdown_block, markdown_cell, markup, one_line};
use super::super::reasons::{self, reason};
use super::super::rerun::Rerun;
use super::super::text::failure_text;
use super::verdict;
use crate::outcome::{Outcome, Record};
use crate::requirements::Requirements;
use std::fmt::Write as _;

/// How long details may make the summary: GitHub takes a mebibyte.
const ROOM: usize = 600 << 10;

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
    let mut rest = failed.iter();
    for record in rest.by_ref() {
        detail(text, document, record, requirements);
        if text.len() > ROOM {
            break;
        }
    }
    if rest.len() > 0 {
        let _ = writeln!(text, "{} more are in the other reports.", rest.len());
    }
}

fn detail(text: &mut String, document: &Document, record: &Record, requirements: &Requirements) {
    let first = reason(record).lines().next().unwrap_or_default();
    let [name, first] = [&record.name, first].map(|text| markup(&one_line(text)));
    let _ =
        writeln!(text, "<details>\n<summary><code>{name}</code> {}: {first}</summary>\n", record.outcome());
    let _ = write!(text, "{}", markdown_block(&failure_text(record, requirements, &Rerun::of(document))));
    text.push_str("\n</details>\n\n");
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
    rows.extend(environment.machine.told());
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

/// An annotation of GitHub's for each test that failed: lines for the log of a workflow.
pub fn annotations(records: &[Record]) -> Vec<String> {
    let failed = records.iter().filter(|record| record.failed());
    let line =
        |record: &Record| annotation(&record.name, &format!("{}: {}", record.outcome(), reason(record)));
    failed.map(line).collect()
}
