//! Whether it was a run that decides: whole, of everything, under no list, apart from the harness.

use super::Findings;
use crate::options::Isolation;
use crate::report::{Document, one_line};
use crate::suite::Suite;
use std::collections::BTreeSet;

pub(super) fn check(document: &Document, suite: &Suite, findings: &mut Findings) {
    let (environment, summary) = (&document.environment, &document.summary);
    if document.devices.is_empty() {
        findings.refuse("no device was tested".to_owned());
    }
    for problem in document.problems() {
        findings.refuse(format!("outside of tests: {}", one_line(problem)));
    }
    if summary.filtered_out > 0 {
        findings
            .refuse(format!("not everything was asked for: {} tests were left out", summary.filtered_out));
    }
    match &environment.terms {
        None => findings.refuse("the results do not say how the tests were run".to_owned()),
        Some(terms) => {
            if terms.isolation == Isolation::InProcess.name() {
                findings.refuse("tests were not kept apart from the harness (in-process)".to_owned());
            }
            for condition in terms.selection.iter().filter(|condition| !condition.starts_with("device ")) {
                findings.refuse(format!("the run was restricted: {}", one_line(condition)));
            }
        }
    }
    if !environment.parts.is_empty() {
        findings.refuse("the results were put together from parts, each run for itself".to_owned());
    }
    let names = document.tests.iter().map(|record| record.name.as_str());
    if !environment.asked.as_ref().is_some_and(|asked| asked.is_for(names)) {
        findings.refuse("the tests are not those that the run was asked for".to_owned());
    }
    if !environment.skiplists.is_empty() {
        let lists = one_line(&environment.skiplists.join(", "));
        findings.refuse(format!("the run was under skiplists: {lists}"));
    }
    hardware(document, suite, findings);
}

/// What is tested is said as far as it is known: a build knows the backends that are in it.
fn hardware(document: &Document, suite: &Suite, findings: &mut Findings) {
    let labels: BTreeSet<&str> = document.devices.iter().map(|device| device.backend.as_str()).collect();
    for label in labels {
        let told = one_line(label);
        if suite.is_software(label) {
            findings.remark(format!("no hardware was tested on {told}: it is software"));
        } else if suite.resolve(label).is_err() {
            findings.remark(format!(
                "whether {told} is hardware is not known here: backend and profile are not in this build"
            ));
        }
    }
}
