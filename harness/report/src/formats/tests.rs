//! Properties of every format, with any records and devices.

use super::super::document::Document;
use super::super::samples;
use super::Format;
use crate::last_calls::ProcessCalls;
use crate::outcome::Record;
use crate::samples::returned;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as Xml};

/// Ends whatever it may stand in, and begins what does something.
const HOSTILE: &str =
    "</script></pre></details>--><img src=x onerror=alert(1)>\n\n```\n# [x](y) | \u{202e}]]>&lt;\u{0}\"'>";

fn render(format: Format, document: &Document) -> String {
    format.render(document, &samples::requirements()).unwrap()
}

/// The records on a device that says this.
fn document(mut records: Vec<Record>, text: &str) -> Document {
    // What is said of a device that is not there is seen in some of the reports only.
    for record in records.iter_mut().step_by(2) {
        record.device = "host::dev0".to_owned();
    }
    let mut document = samples::document_of(records);
    document.devices[0].description.name = text.to_owned();
    document.devices[0].description.driver_version = text.to_owned();
    document.environment.backends[0].details.push((text.to_owned(), text.to_owned()));
    document.environment.command_line.push(text.to_owned());
    document.summary.problems.push(text.to_owned());
    document
}

fn hostile() -> Document {
    let mut records = samples::records();
    for record in &mut records {
        record.name = format!("{}{HOSTILE}", record.name);
        record.test = HOSTILE.to_owned();
        record.requirements.push(HOSTILE.to_owned());
        record.execution.reason = Some(HOSTILE.to_owned());
        record.execution.output = Some(HOSTILE.to_owned());
        for list in [&mut record.execution.notes, &mut record.execution.failed_at] {
            *list = vec![HOSTILE.to_owned(); 2];
        }
        let calls = vec![returned(0, HOSTILE); 2];
        record.execution.call_log = vec![
            ProcessCalls {
                process: HOSTILE.to_owned(),
                role: Some(HOSTILE.to_owned()),
                calls,
                had_part: false
            };
            2
        ];
    }
    document(records, HOSTILE)
}

/// The names of the elements, each of which must be closed, with the names of their attributes.
fn elements(text: &str) -> Vec<(String, Vec<String>)> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let (mut open, mut found) = (0, Vec::new());
    let told = |start: &BytesStart<'_>| {
        let name = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let attributes = start.attributes().map(|attribute| name(attribute.unwrap().key.as_ref()));
        (name(start.name().as_ref()), attributes.collect())
    };
    loop {
        match reader.read_event().unwrap() {
            Xml::Start(start) => {
                open += 1;
                found.push(told(&start));
            }
            Xml::Empty(start) => found.push(told(&start)),
            Xml::End(_) => open -= 1,
            Xml::Comment(_) | Xml::CData(_) | Xml::PI(_) => panic!("nobody writes these"),
            Xml::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0, "all elements are closed");
    found
}

/// The page is well-formed XML, its style and its script aside, and nothing in it comes from elsewhere or acts by itself.
fn check_html(text: &str) {
    let without = |text: &str, begin: &str, end: &str| {
        let Some((before, rest)) = text.split_once(begin) else { return text.to_owned() };
        let (_, after) = rest.split_once(end).unwrap();
        format!("{before}{after}")
    };
    let text = without(&without(text, "<style>", "</style>"), "<script>", "</script>");
    let known = [
        "a", "article", "b", "body", "button", "code", "dd", "details", "div", "dl", "dt", "h1", "h2", "h3",
        "h4", "head", "header", "html", "i", "input", "li", "main", "meta", "nav", "option", "p", "pre",
        "section", "select", "small", "span", "summary", "table", "tbody", "td", "th", "thead", "title",
        "tr", "ul",
    ];
    let elsewhere =
        text.match_indices("href=\"").find(|(at, href)| !text[at + href.len()..].starts_with('#'));
    assert_eq!(elsewhere, None, "links stay in the page");
    for (name, attributes) in elements(&text) {
        assert!(known.contains(&name.as_str()), "<{name}>");
        let acts = |attribute: &&String| {
            attribute.starts_with("on")
                || attribute.as_str() == "src"
                || (attribute.as_str() == "href" && name != "a")
        };
        assert_eq!(attributes.iter().find(acts), None, "<{name}>");
    }
}

/// The elements and attributes are those of Jenkins' junit-10.xsd, which `tests/it/reports.rs` has as a file.
fn check_junit(text: &str) {
    let known: [(&str, &[&str]); 9] = [
        ("testsuites", &["name", "time", "tests", "failures", "errors"]),
        ("testsuite", &["name", "tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"]),
        ("testcase", &["name", "time", "classname"]),
        ("properties", &[]),
        ("property", &["name", "value"]),
        ("failure", &["type", "message"]),
        ("error", &["type", "message"]),
        ("skipped", &["type", "message"]),
        ("system-out", &[]),
    ];
    let mut parent = String::new();
    for (name, attributes) in elements(text) {
        let (_, its) = known.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("<{name}>"));
        let stray = attributes.iter().find(|attribute| !its.contains(&attribute.as_str()));
        assert_eq!(stray, None, "<{name}>");
        assert!(name != "properties" || parent == "testsuite", "<properties> in <{parent}>");
        parent = name;
    }
}

/// No text becomes a link, an image or a heading, and the only HTML is that of details.
fn check_markdown(text: &str) {
    let titles = [
        "Conformance of UR's inter-process part",
        "Chapters",
        "Failures",
        "Deviations that do not count",
        "Expected failures",
        "Not determined",
        "Skipped",
        "Environment",
    ];
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let mut heading = false;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = true,
            Event::Text(title) if heading => {
                heading = false;
                assert!(titles.iter().any(|known| title.starts_with(known)), "{title}");
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::List(_)) | Event::Rule => {
                panic!("a text acts: {event:?}")
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let mut rest = html.to_string();
                for tag in ["details", "summary", "code", "b"] {
                    rest = rest.replace(&format!("<{tag}>"), "").replace(&format!("</{tag}>"), "");
                }
                assert!(!rest.contains(['<', '>']), "{html}");
            }
            _ => {}
        }
    }
}

proptest! {
    #[test]
    fn whatever_is_said_stays_text(records in crate::any::any_records(), text in "[\\x00-\\x7f]{0,20}|\\PC{0,12}") {
        let document = document(records, &text);
        check_html(&render(Format::Html, &document));
        check_junit(&render(Format::Junit, &document));
        check_markdown(&render(Format::Markdown, &document));
    }
}

#[test]
fn nothing_that_a_backend_says_acts() {
    let document = hostile();
    check_html(&render(Format::Html, &document));
    check_junit(&render(Format::Junit, &document));
    check_markdown(&render(Format::Markdown, &document));
}

#[test]
fn the_page_says_what_one_needs() {
    let page = render(Format::Html, &samples::document());
    let (_, main) = page.split_once("<main>\n").unwrap();
    let (main, _) = main.split_once("</main>").unwrap();
    insta::assert_snapshot!(main);
}

#[test]
fn junit_has_a_suite_for_each_device_and_one_for_the_run() {
    let mut document = samples::document();
    document.summary.problems = vec!["backend cuda does not work".to_owned()];
    insta::assert_snapshot!(render(Format::Junit, &document));
}

#[test]
fn the_summary_fits_a_page() {
    insta::assert_snapshot!(render(Format::Markdown, &samples::document()));
}

#[test]
fn a_summary_has_no_more_details_than_there_is_room_for() {
    let mut record = samples::records().pop().unwrap();
    record.execution.output = Some("x".repeat(100 << 10));
    let records = (0..20).map(|number| {
        // Each has a cause of its own.
        let mut record = record.clone();
        record.execution.cause = None;
        record.execution.reason = Some(format!("reason {number}"));
        record
    });
    let document = samples::document_of(records.collect());
    let text = render(Format::Markdown, &document);
    assert!(text.contains("### Failures (20)") && text.contains("\n14 more are in the other reports.\n"));
    assert!(text.len() < 1 << 20);
}

#[test]
fn annotations_are_one_line_each() {
    let mut record = samples::records().pop().unwrap();
    record.execution.reason = Some("50%\r\n::error::x".to_owned());
    let told = super::annotations(&[samples::records().swap_remove(0), record]);
    let expected = "::error title=host%3A%3Adev0%3A%3Amemory%3A%3Aopen%3A%3Astale::crash: 50%25%0A::error::x";
    assert_eq!(told, [expected]);
}

#[test]
fn failures_of_one_cause_are_one_annotation_and_one_detail() {
    let record = samples::records().pop().unwrap();
    let named = |name: &str| Record { name: name.to_owned(), ..record.clone() };
    let records = vec![named("a"), named("b"), named("c")];
    let told = super::annotations(&records);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("::error title=a and 2 more tests::crash: "), "{told:?}");
    assert!(told[0].ends_with("%0Athe same cause:%0Ab%0Ac"), "{told:?}");
    let summary = render(Format::Markdown, &samples::document_of(records));
    assert_eq!(summary.matches("<details>").count(), 1, "{summary}");
    assert!(summary.contains("<summary><code>a</code> <b>and 2 more tests</b> crash: "), "{summary}");
    assert!(summary.contains("the same cause:\n    b\n    c\n"), "{summary}");
}

#[test]
fn each_test_of_the_page_has_one_anchor() {
    let document = samples::document();
    let page = render(Format::Html, &document);
    for record in &document.tests {
        let anchor = format!(" id=\"{}\"", record.name);
        assert_eq!(page.matches(&anchor).count(), 1, "{}", record.name);
    }
    for (at, link) in page.match_indices("href=\"#") {
        let target = page[at + link.len()..].split('"').next().unwrap();
        assert!(page.contains(&format!(" id=\"{target}\"")), "{target}");
    }
}
