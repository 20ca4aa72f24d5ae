//! Checks that the results agree with themselves: counts, conclusions and the records of tests.

use super::Findings;
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::{Catalogue, DeviceEntry, Document, Verdict, VerdictKind, one_line, states};

/// Checks the consistency of results with themselves. This needs none of the suite's lists.
pub(super) fn check(document: &Document, findings: &mut Findings) {
    let mut counted = document.summary.clone();
    counted.count_again(&document.tests);
    if counted != document.summary {
        findings.refuse("the summary does not count the tests as they are".to_owned());
    }
    let of = |id: &str| -> BTreeMap<String, Outcome> {
        let states = states(&document.tests, id).into_iter();
        states.map(|(requirement, state)| (requirement.to_owned(), state)).collect()
    };
    let devices: BTreeSet<&str> = document.devices.iter().map(|device| device.id.as_str()).collect();
    for id in &devices {
        let told = one_line(id);
        if document.requirements.get(*id) != Some(&of(id)) {
            findings.refuse(format!("{told}: the states of requirements are not those that its tests give"));
        }
        match document.verdicts.get(*id) {
            None => findings.refuse(format!("{told}: there is no verdict")),
            Some(said) if said.verdict != VerdictKind::Conforms => findings.refuse(format!("{told}: {said}")),
            Some(_) => {}
        }
    }
    if devices.len() != document.devices.len() {
        findings.refuse("a device is there twice".to_owned());
    }
    let strangers = document.verdicts.keys().filter(|id| !devices.contains(id.as_str()));
    strangers
        .for_each(|id| findings.refuse(format!("a verdict on a device that is not there: {}", one_line(id))));
    let inside: u64 =
        document.tests.iter().fold(0, |sum, record| sum.saturating_add(record.execution.body_us));
    if document.environment.body_us != Some(inside) {
        findings.refuse("the time inside tests is not that of the tests".to_owned());
    }
    let marked: Vec<&str> =
        document.tests.iter().filter(|record| is_marked(record)).map(|record| record.name.as_str()).collect();
    findings.refuse_tests(&marked, "said to have passed, with the marks of one that did not");
}

/// One that passed has no reason, no calls, no output, no crash, no place of a check that failed, and always passed.
fn is_marked(record: &Record) -> bool {
    let told = &record.execution;
    let clean = told.reason.is_none()
        && told.seen.is_none()
        && told.failed_at.is_empty()
        && told.crashes.is_empty()
        && told.stacks.is_empty()
        && told.call_log.is_empty()
        && told.tries.is_none()
        && told.late.is_none()
        && told.cause.is_none()
        && told.output.is_none();
    record.outcome() == Outcome::Pass && !clean
}

/// Checks that the suite reaches the same verdicts from the same tests.
pub(super) fn check_judgement(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    for device in &document.devices {
        let records: Vec<&Record> =
            document.tests.iter().filter(|record| record.device == device.id).collect();
        let own =
            Verdict::new(suite.requirements(), &records, &device.description, document.summary.all_asked());
        let told = one_line(&device.id);
        if document.verdicts.get(&device.id).is_some_and(|said| *said != own) {
            findings.refuse(format!("{told}: the verdict is not what its tests give, which is: {own}"));
        }
        let bound = |record: &&&Record| is_bound(record, device);
        let deviates: Vec<&str> = records.iter().filter(bound).map(|record| record.name.as_str()).collect();
        findings.refuse_tests(&deviates, "deviates from what its device is bound to");
    }
}

fn is_bound(record: &Record, device: &DeviceEntry) -> bool {
    record.outcome() == Outcome::Deviates && record.chapter.binds(device.description.validates_arguments)
}
