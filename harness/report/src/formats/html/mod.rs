//! A page for a browser: one file, which needs nothing else.

mod calls;
mod environment;
mod matrix;
mod pieces;
mod records;
mod verdicts;

use super::super::document::Document;
use super::super::environment::DeviceEntry;
use super::super::escape::markup;
use super::verdict;
use crate::outcome::Outcome;
use crate::requirements::{Level, Requirements};
use pieces::{SHOWS, choice, seconds};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

pub(super) fn render(document: &Document, requirements: &Requirements) -> String {
    let page = Page { document, requirements };
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        page.title(),
    );
    page.head(&mut text);
    text.push_str("<main>\n");
    page.problems(&mut text);
    page.verdicts(&mut text);
    // A run that has not come to its tests has nothing to look for.
    let searchable = !document.tests.is_empty();
    if searchable {
        page.filters(&mut text);
    }
    page.records(&mut text, "Failures", &document.failures());
    page.matrix(&mut text);
    for (title, outcome) in
        [("Deviations that do not count", Outcome::Deviates), ("Expected failures", Outcome::ExpectedFail)]
    {
        let with: Vec<_> = document.tests.iter().filter(|record| record.outcome() == outcome).collect();
        page.records(&mut text, title, &with);
    }
    page.skips(&mut text);
    page.notes(&mut text);
    page.environment(&mut text);
    text.push_str("</main>\n");
    if searchable {
        let _ = write!(text, "<script>\n{SCRIPT}</script>\n");
    }
    text.push_str("</body>\n</html>\n");
    text
}

struct Page<'p> {
    document: &'p Document,
    requirements: &'p Requirements,
}

// Writing to a string cannot fail. Whatever comes from a document goes through `markup`.
impl Page<'_> {
    fn title(&self) -> String {
        let verdict = |device: &DeviceEntry| {
            format!("{}: {}", markup(&device.id), markup(&verdict::words(self.document, &device.id)))
        };
        let verdicts: Vec<String> = self.document.devices.iter().map(verdict).collect();
        let told = if verdicts.is_empty() { "no device was tested".to_owned() } else { verdicts.join(", ") };
        format!("{told} · {} IPC conformance", self.document.subject().called)
    }

    fn head(&self, text: &mut String) {
        let environment = &self.document.environment;
        let mut facts = vec![format!("suite {}", environment.suite_version)];
        if let Some(terms) = &environment.terms {
            facts.push(format!("seed {}", terms.seed));
        }
        facts.push(format!("{} tests", self.document.tests.len()));
        if self.document.summary.filtered_out > 0 {
            facts.push(format!("{} not asked for", self.document.summary.filtered_out));
        }
        facts.extend(environment.wall_us.map(seconds));
        let (facts, title) = (markup(&facts.join(" · ")), self.document.subject().title.replace('\'', "’"));
        let _ = write!(text, "<header>\n<h1>Conformance of {title}</h1>\n<p>{facts}</p>\n</header>\n");
    }

    fn problems(&self, text: &mut String) {
        for problem in self.document.problems() {
            let _ = writeln!(text, "<pre class=\"problem\">{}</pre>", markup(problem));
        }
    }

    /// They are of no use without the script, which shows them.
    fn filters(&self, text: &mut String) {
        text.push_str(
            "<nav id=\"filters\" hidden=\"\">\n\
             <input type=\"search\" id=\"q\" placeholder=\"Search\" aria-label=\"Search\"/>\n",
        );
        let shown: Vec<(&str, String)> = SHOWS.iter().rev().map(|&show| (show, show.to_owned())).collect();
        let levels: Vec<(&str, String)> =
            Level::ALL.map(|level| (level.name(), level.name().to_owned())).to_vec();
        let devices: Vec<(&str, String)> =
            self.document.devices.iter().map(|device| (device.id.as_str(), device.id.clone())).collect();
        choice(text, "show", "all outcomes", &shown);
        choice(text, "level", "all levels", &levels);
        if devices.len() > 1 {
            choice(text, "device", "all devices", &devices);
        }
        text.push_str("</nav>\n<p id=\"nothing\" hidden=\"\">Nothing matches.</p>\n");
    }
}
