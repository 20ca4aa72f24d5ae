//! Pieces of the page. They escape all text that they are given.

use super::super::super::escape::{markup, one_line};
use crate::outcome::{Outcome, Record};
use crate::requirements::{Level, Requirement};
use std::fmt::Write as _;

/// The classes of outcomes in the page's filter.
pub(super) const SHOWS: [&str; 5] = ["passed", "skipped", "expected", "deviates", "failures"];

pub(super) fn show(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "passed",
        Outcome::Skip | Outcome::NotDetermined => "skipped",
        Outcome::ExpectedFail => "expected",
        Outcome::Deviates => "deviates",
        Outcome::Fail
        | Outcome::UnexpectedPass
        | Outcome::Crash
        | Outcome::Timeout
        | Outcome::NotRun
        | Outcome::Blocked
        | Outcome::HarnessError => "failures",
    }
}

/// Returns the attributes by which the page's filter finds an element of a test.
pub(super) fn facet(outcome: Outcome, device: &str) -> String {
    format!("data-show=\"{}\" data-device=\"{}\"", show(outcome), markup(&one_line(device)))
}

/// Returns the attribute by which the page's filter finds an element of these records.
pub(super) fn levels(records: &[&Record]) -> String {
    let levels = Level::ALL.into_iter().filter(|&level| records.iter().any(|record| record.level == level));
    format!("data-levels=\"{}\"", levels.map(Level::name).collect::<Vec<_>>().join(" "))
}

/// The attribute by which an address names a test in the page: `page.html#host::dev0::memory::open::stale`.
pub(super) fn anchor(record: &Record) -> String {
    format!("id=\"{}\"", target(record))
}

/// The name of a test, and a link to its place in the page.
pub(super) fn link(record: &Record, name: &str) -> String {
    format!("<a href=\"#{}\"><code>{}</code></a>", target(record), markup(&one_line(name)))
}

/// An id has no spaces.
fn target(record: &Record) -> String {
    markup(&one_line(&record.name).split_whitespace().collect::<Vec<_>>().join("_"))
}

/// Whether a test has a place of its own in the page. One that passed, or did not run, stands with its requirements alone.
pub(super) fn has_place(record: &Record) -> bool {
    record.outcome() != Outcome::Pass && !record.is_unreached()
}

pub(super) fn pill(outcome: Outcome) -> String {
    format!("<b class=\"pill {}\">{outcome}</b>", show(outcome))
}

pub(super) fn level(requirement: &Requirement) -> String {
    format!("<b class=\"level {0}\">{0}</b>", requirement.level)
}

/// Returns the expectation of a requirement and its source, as HTML.
pub(super) fn explained(requirement: &Requirement) -> String {
    let [expect, source] = [&requirement.expect, &requirement.source].map(|text| markup(text));
    let said = |title: &str, text: &Option<String>| {
        let text = text.as_deref();
        text.map(|text| format!("<p class=\"source\">{title}: {}</p>\n", markup(text))).unwrap_or_default()
    };
    let ambiguity = said("Sources and implementations", &requirement.ambiguity);
    let remark = said("Remark", &requirement.remark);
    format!("<p>{expect}</p>\n<p class=\"source\">{source}</p>\n{ambiguity}{remark}")
}

pub(super) fn choice(text: &mut String, id: &str, all: &str, values: &[(&str, String)]) {
    let _ = write!(text, "<select id=\"{id}\" aria-label=\"{id}\">\n<option value=\"\">{all}</option>\n");
    for (value, shown) in values {
        let [value, shown] = [value, shown.as_str()].map(|text| markup(&one_line(text)));
        let _ = writeln!(text, "<option value=\"{value}\">{shown}</option>");
    }
    text.push_str("</select>\n");
}

pub(super) fn list(text: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    if !title.is_empty() {
        let _ = writeln!(text, "<h4>{title}</h4>");
    }
    text.push_str("<ul>\n");
    for line in lines {
        let _ = writeln!(text, "<li>{}</li>", markup(line));
    }
    text.push_str("</ul>\n");
}

pub(super) fn preformatted(text: &mut String, title: &str, content: &str) {
    if !content.is_empty() {
        let _ = write!(text, "<h4>{title}</h4>\n<pre>{}</pre>\n", markup(content));
    }
}

pub(super) fn fact(text: &mut String, name: &str, value: &str) {
    if !value.trim().is_empty() {
        let _ = writeln!(text, "<dt>{}</dt>\n<dd>{}</dd>", markup(&one_line(name)), markup(value));
    }
}

pub(super) fn seconds(micros: u64) -> String {
    format!("{}.{:03} s", micros / 1_000_000, micros % 1_000_000 / 1000)
}
