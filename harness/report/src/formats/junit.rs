//! JUnit's XML: a suite for each device, and one for what went wrong outside of tests.

use super::super::document::Document;
use super::super::environment::DeviceEntry;
use super::super::escape::{one_line, terminal};
use super::super::fold::COLUMNS;
use super::super::rerun::Rerun;
use super::super::text::failure_text;
use super::super::write_error::WriteError;
use super::verdict;
use crate::outcome::{Outcome, Record};
use crate::requirements::Requirements;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeSet;
use std::time::Duration;

pub(super) fn render(document: &Document, requirements: &Requirements) -> Result<String, WriteError> {
    let mut report = Report::new(document.subject().program);
    if let Some(wall) = document.environment.wall_us {
        report.set_time(Duration::from_micros(wall));
    }
    let rerun = Rerun::of(document);
    for device in &document.devices {
        let mut suite = suite_of(document, device);
        for record in document.tests.iter().filter(|record| record.device == device.id) {
            suite.add_test_case(case(record, requirements, &rerun));
        }
        // A file may say any times.
        let times = suite.test_cases.iter().filter_map(|case| case.time);
        let time = times.fold(Duration::ZERO, Duration::saturating_add);
        suite.set_time(time);
        report.add_test_suite(suite);
    }
    if let Some(trouble) = outside_of_tests(document) {
        report.add_test_suite(trouble);
    }
    let text = report.to_string().map_err(|error| WriteError::Junit(error.to_string()))?;
    // The schemas of Jenkins and of Ant know this attribute of single suites only. The root is the first that has it.
    Ok(text.replacen(&format!(" skipped=\"{}\"", report.skipped), "", 1))
}

/// A suite that says where and when it ran.
fn new_suite(document: &Document, name: &str) -> TestSuite {
    let mut suite = TestSuite::new(name);
    let leaves = document.environment.leaves();
    let hosts: BTreeSet<&str> = leaves.iter().map(|environment| environment.host.as_str()).collect();
    // Results of several hosts are put together by devices and tests, which do not say whose they are.
    let host = hosts.first().filter(|_| hosts.len() == 1).copied().unwrap_or_default();
    let facts = [("timestamp", document.environment.started.as_str()), ("hostname", host)];
    for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        suite.extra.insert(name.into(), one_line(value).into());
    }
    suite
}

fn suite_of(document: &Document, device: &DeviceEntry) -> TestSuite {
    let mut suite = new_suite(document, &device.id);
    let known = &device.description;
    let seed = document.seed().to_string();
    let verdict = verdict::words(document, &device.id);
    let hardware = if device.software { "none, the device is software" } else { "" };
    let properties = [
        ("suite_version", document.environment.suite_version.as_str()),
        ("backend", &device.backend),
        ("hardware", hardware),
        ("device", &known.name),
        ("driver", &known.driver_version),
        ("adapter", &known.adapter),
        ("platform", &known.platform),
        ("seed", &seed),
        ("verdict", &*verdict),
    ];
    let told = properties.into_iter().filter(|(_, value)| !value.is_empty());
    suite.add_properties(told.map(|(name, value)| (name.to_owned(), one_line(value))));
    suite
}

fn case(record: &Record, requirements: &Requirements, rerun: &Rerun) -> TestCase {
    let outcome = record.outcome();
    let reason = record.execution.reason.as_deref().unwrap_or_default();
    let mut status = match outcome {
        Outcome::Pass => TestCaseStatus::success(),
        _ if record.is_unreached() => TestCaseStatus::skipped(),
        Outcome::Skip | Outcome::ExpectedFail | Outcome::Deviates | Outcome::NotDetermined => {
            TestCaseStatus::skipped()
        }
        Outcome::Fail | Outcome::UnexpectedPass => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Crash | Outcome::Timeout | Outcome::NotRun | Outcome::HarnessError | Outcome::Blocked => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if outcome != Outcome::Pass {
        status.set_type(outcome.name()).set_message(one_line(reason));
    }
    if !matches!(outcome, Outcome::Pass | Outcome::Skip) {
        status.set_description(terminal(&failure_text(record, requirements, rerun, COLUMNS)));
    }
    let mut case = TestCase::new(one_line(&record.test), status);
    case.set_classname(one_line(&record.device));
    case.set_time(Duration::from_micros(record.execution.duration_us));
    case.set_system_out(terminal(&output(record)));
    case
}

/// The facts about a test for which the schemas have no place, and its notes.
fn output(record: &Record) -> String {
    let requirements = record.requirements.join(", ");
    let facts = [
        ("requirements", requirements.as_str()),
        ("level", record.level.name()),
        ("chapter", record.chapter.name()),
        ("outcome", record.outcome().name()),
        ("skiplist", record.entry.as_deref().unwrap_or_default()),
    ];
    let told = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let lines = told.map(|(name, value)| format!("{name}: {}", one_line(value)));
    lines.chain(record.execution.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// Returns a suite with the problems outside of tests, if there are any.
fn outside_of_tests(document: &Document) -> Option<TestSuite> {
    let problems = document.problems();
    if problems.is_empty() {
        return None;
    }
    let mut suite = new_suite(document, "the run itself");
    suite.set_time(Duration::ZERO);
    for problem in problems {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_type("problem").set_message(one_line(problem)).set_description(terminal(problem));
        suite.add_test_case(TestCase::new("outside of tests", status));
    }
    Some(suite)
}
