//! Tests with details.

use super::super::super::escape::{counted, markup, one_line};
use super::super::super::fold::COLUMNS;
use super::super::super::reasons::{self, reason};
use super::super::super::rerun::Rerun;
use super::super::super::wrapped::wrapped;
use super::Page;
use super::calls::last_calls;
use super::pieces::{anchor, explained, facet, level, levels, link, list, pill, preformatted};
use crate::grouping::{Likeness, by_cause};
use crate::outcome::{Outcome, Record};
use std::fmt::Write as _;

/// Failures of as many causes are shown at once; of more, each is opened by who wants to see it.
const SHOWN_AT_ONCE: usize = 20;

// Writing to a string cannot fail.
impl Page<'_> {
    pub(super) fn records(&self, text: &mut String, title: &str, records: &[&Record]) {
        if records.is_empty() {
            return;
        }
        let _ =
            write!(text, "<section>\n<h2>{title} <small class=\"count\">{}</small></h2>\n", records.len());
        let causes = by_cause(records, Likeness::Check);
        for (cause, records) in &causes {
            let (first, others) = records.split_first().expect("a cause has a record");
            let open = !first.outcome().is_good() && causes.len() <= SHOWN_AT_ONCE;
            self.record(text, first, open);
            others_of(text, cause, others);
        }
        text.push_str("</section>\n");
    }

    fn record(&self, text: &mut String, record: &Record, open: bool) {
        let open = if open { " open=\"\"" } else { "" };
        let name = link(record, &record.name);
        let _ = write!(
            text,
            "<details class=\"item record\" {} {} {}{open}>\n<summary>{} {name} <span>{}</span></summary>\n\
             <pre>{}</pre>\n",
            anchor(record),
            facet(record.outcome(), &record.device),
            levels(&[record]),
            pill(record.outcome()),
            markup(&one_line(reason(record).lines().next().unwrap_or_default())),
            markup(&wrapped(reason(record), COLUMNS)),
        );
        for id in &record.requirements {
            self.requirement(text, id);
        }
        list(text, "Skiplist", record.entry.as_slice());
        list(text, "Failed at", &record.execution.failed_at);
        list(text, "Notes", &record.execution.notes);
        for crash in &record.execution.crashes {
            preformatted(text, "Crash", &crash.to_string());
        }
        for stacks in &record.execution.stacks {
            preformatted(text, "Stacks", &stacks.to_string());
        }
        last_calls(text, &record.execution);
        preformatted(text, "Output", record.execution.output.as_deref().unwrap_or_default());
        let command = markup(&one_line(&Rerun::of(self.document).command(record)));
        let _ = write!(
            text,
            "<h4>Run it again <small>seed {}</small></h4>\n<div class=\"rerun\"><code>{command}</code>\
             <button type=\"button\" class=\"copy\" hidden=\"\">copy</button></div>\n</details>\n",
            self.document.seed()
        );
    }

    fn requirement(&self, text: &mut String, id: &str) {
        let shown = markup(&one_line(id));
        let Some(known) = self.requirements.get(id) else {
            let _ =
                writeln!(text, "<p class=\"requirement\"><code>{shown}</code> is not in the catalogue</p>");
            return;
        };
        let _ = writeln!(
            text,
            "<div class=\"requirement\"><p><code>{shown}</code> {} {}</p>\n{}</div>",
            level(known),
            known.chapter().about(),
            explained(known),
        );
    }

    pub(super) fn skips(&self, text: &mut String) {
        let outcomes = [Outcome::Skip, Outcome::NotDetermined];
        let reasons: Vec<_> =
            outcomes.into_iter().flat_map(|outcome| reasons::of(&self.document.tests, outcome)).collect();
        if reasons.is_empty() {
            return;
        }
        let count: usize = reasons.iter().map(|reason| reason.records.len()).sum();
        let _ = write!(text, "<section>\n<h2>Skipped <small>{count}</small></h2>\n");
        for reason in reasons {
            let [device, why] = [reason.device, reason.text].map(|text| markup(&one_line(text)));
            let _ = write!(
                text,
                "<details class=\"item\" {} {}>\n\
                 <summary><b>{}</b> {why} <small>{device}</small></summary>\n<ul>\n",
                facet(Outcome::Skip, reason.device),
                levels(&reason.records),
                reason.records.len()
            );
            for record in reason.records {
                // One that failed stands above.
                let anchor = if record.failed() { String::new() } else { format!(" {}", anchor(record)) };
                let _ = writeln!(text, "<li{anchor}>{}</li>", link(record, &record.test));
            }
            text.push_str("</ul>\n</details>\n");
        }
        text.push_str("</section>\n");
    }

    pub(super) fn notes(&self, text: &mut String) {
        let noted: Vec<&Record> =
            self.document.tests.iter().filter(|record| !record.execution.notes.is_empty()).collect();
        if noted.is_empty() {
            return;
        }
        let _ = write!(text, "<section>\n<h2>Notes <small class=\"count\">{}</small></h2>\n", noted.len());
        for record in noted {
            let _ = writeln!(
                text,
                "<details class=\"item\" {} {}><summary>{} <code>{}</code></summary>",
                facet(record.outcome(), &record.device),
                levels(&[record]),
                pill(record.outcome()),
                markup(&one_line(&record.name)),
            );
            list(text, "", &record.execution.notes);
            text.push_str("</details>\n");
        }
        text.push_str("</section>\n");
    }
}

/// Tests that ended for the same cause as the one before them: by name, each to be found by its requirements as well.
fn others_of(text: &mut String, cause: &str, records: &[&Record]) {
    if records.is_empty() {
        return;
    }
    let more = counted(records.len(), "more test");
    let cause = markup(&one_line(cause));
    let _ =
        write!(text, "<div class=\"same\">\n<p>{more} with the same cause, <code>{cause}</code></p>\n<ul>\n");
    for record in records {
        let _ = writeln!(
            text,
            "<li class=\"item\" {} {} {}>{} <small>{}</small></li>",
            anchor(record),
            facet(record.outcome(), &record.device),
            levels(&[record]),
            link(record, &record.name),
            markup(&one_line(&record.requirements.join(", "))),
        );
    }
    text.push_str("</ul>\n</div>\n");
}
