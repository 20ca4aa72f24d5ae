//! Checks the terms of the run: whole, of everything, without a skiplist, isolated from the harness.

use super::Findings;
use std::collections::BTreeSet;
use ur_ipc_report::options::Isolation;
use ur_ipc_report::{Catalogue, Document, RequestRecord, one_line};

pub(super) fn check(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    let (environment, summary) = (&document.environment, &document.summary);
    if document.devices.is_empty() {
        findings.refuse("no device was tested".to_owned());
    }
    for problem in document.problems() {
        findings.refuse(format!("outside of tests: {}", one_line(problem)));
    }
    if !summary.settled {
        findings.refuse("the ends of the processes that the tests ran in are not accounted for".to_owned());
    }
    if summary.filtered_out > 0 {
        findings
            .refuse(format!("not everything was asked for: {} tests were left out", summary.filtered_out));
    }
    match &environment.terms {
        None => findings.refuse("the results do not say how the tests were run".to_owned()),
        Some(terms) => {
            if ![Isolation::Worker, Isolation::Process].map(Isolation::name).contains(&&*terms.isolation) {
                findings.refuse(format!(
                    "tests were not kept apart from the harness ({})",
                    one_line(&terms.isolation)
                ));
            }
            for condition in terms.chosen_tests() {
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
    if let Some(asked) = &environment.asked {
        cuts(asked).for_each(|cut| findings.refuse(format!("the run was not a plain one: {cut}")));
    }
    if !environment.skiplists.is_empty() {
        let lists = one_line(&environment.skiplists.join(", "));
        findings.refuse(format!("the run was under skiplists: {lists}"));
    }
    hardware(document, suite, findings);
}

/// Lists terms of a request beside its tests that `certify` never asks for: repetitions, an early stop, shards.
fn cuts(asked: &RequestRecord) -> impl Iterator<Item = String> {
    let repeat = (asked.repeat != 1).then(|| format!("each test was to run {} times", asked.repeat));
    let fail_fast = asked.fail_fast.map(|failures| format!("it was to stop after {failures} failures"));
    let shard = asked.shard.map(|shard| format!("it was shard {shard}"));
    let durations = asked.durations_digest.as_ref().map(|_| "it was cut by durations".to_owned());
    [repeat, fail_fast, shard, durations].into_iter().flatten()
}

/// Whether it was asked for what this suite demands, with nothing said by lists of any kind.
pub(super) fn check_lists(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    let Some(asked) = &document.environment.asked else { return };
    if !asked.is_of(suite) {
        findings
            .refuse("the run was asked for other tests and requirements than those of this suite".to_owned());
    }
    if !asked.is_under_no_skiplist() {
        findings.refuse("the run was asked for under entries of skiplists".to_owned());
    }
}

/// Checks whether the devices are hardware, as far as this build can tell: it knows only its own backends.
fn hardware(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    for device in document.devices.iter().filter(|device| !device.software) {
        if suite.is_software(&device.backend) || device.description.stand_in {
            findings.refuse(format!("{} is said to be hardware, and is software", one_line(&device.id)));
        }
    }
    let labels: BTreeSet<&str> = document.devices.iter().map(|device| device.backend.as_str()).collect();
    for label in labels {
        let mut devices = document.devices.iter().filter(|device| device.backend == label);
        if suite.is_software(label) || devices.any(|device| device.description.stand_in) {
            findings.remark(software(label));
        } else if !suite.knows(label) {
            findings.remark(unknown(label));
        }
    }
}

fn software(label: &str) -> String {
    format!("no hardware was tested on {}: it is software", one_line(label))
}

fn unknown(label: &str) -> String {
    format!(
        "whether {} is hardware is not known here: backend and profile are not in this build",
        one_line(label)
    )
}

/// The remarks on hardware that another build may make of these results and this one cannot judge.
pub(crate) fn on_unknown_backends(document: &Document, suite: &dyn Catalogue) -> BTreeSet<String> {
    let labels = document.devices.iter().map(|device| device.backend.as_str());
    labels.filter(|label| !suite.knows(label)).flat_map(|label| [software(label), unknown(label)]).collect()
}
