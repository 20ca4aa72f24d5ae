//! Checks that the outcome of every test certifies.

use super::Findings;
use ur_ipc_report::cause::Cause;
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::{Catalogue, DeviceEntry, Document};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let with = |outcome: Outcome| -> Vec<&str> {
        let records = document.tests.iter().filter(|record| record.outcome() == outcome);
        records.map(|record| record.name.as_str()).collect()
    };
    for outcome in Outcome::ALL {
        let why = match outcome {
            // What nobody is bound to may deviate, and whether that is so has been looked at.
            Outcome::Pass | Outcome::Skip | Outcome::Deviates => continue,
            Outcome::Fail => "failed",
            Outcome::Crash => "crashed",
            Outcome::Timeout => "did not end in time",
            Outcome::ExpectedFail => "failed, as a skiplist expects",
            Outcome::UnexpectedPass => "passed against a skiplist",
            Outcome::NotRun => "did not run",
            Outcome::HarnessError => "broke the harness' own means",
            Outcome::NotDetermined => "could not be determined on this machine",
            Outcome::Blocked => "blocked: a call fails that the test only stands on",
            // A new outcome certifies nothing before somebody has looked at it.
            _ => "ended in a way of which this version knows nothing",
        };
        findings.refuse_tests(&with(outcome), why);
    }
    if !document.tests.iter().any(|record| record.outcome() == Outcome::Pass) {
        findings.refuse("nothing ran: no test passed".to_owned());
    }
    let listed: Vec<&str> =
        document.tests.iter().filter(|record| by_list(record)).map(|record| record.name.as_str()).collect();
    findings.refuse_tests(&listed, "decided by an entry of a skiplist");
}

fn by_list(record: &Record) -> bool {
    record.entry.is_some() || record.is_skipped_by_list() || record.execution.tries.is_some()
}

/// Skips are for what the device says that it cannot do, in the words of what the test needs.
pub(super) fn check_skips(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    let device = |record: &Record| -> Option<&DeviceEntry> {
        document.devices.iter().find(|device| device.id == record.device)
    };
    let without_reason = |record: &&Record| {
        let (Some(test), Some(device)) = (suite.test(&record.test), device(record)) else { return false };
        let needs = &test.needs;
        match record.outcome() {
            Outcome::Skip => match &record.execution.cause {
                Some(Cause::EntryPoint { .. }) => false,
                Some(Cause::Need { need }) => !needs.iter().any(|of_test| {
                    of_test.to_string() == *need && of_test.is_lacking(&device.description) != Some(false)
                }),
                _ => true,
            },
            _ => false,
        }
    };
    let against_needs = |record: &&Record| {
        let (Some(test), Some(device)) = (suite.test(&record.test), device(record)) else { return false };
        record.outcome() == Outcome::Pass
            && test.needs.iter().any(|need| need.is_lacking(&device.description) == Some(true))
    };
    let names = |wanted: &dyn Fn(&&Record) -> bool| -> Vec<&str> {
        document.tests.iter().filter(wanted).map(|record| record.name.as_str()).collect()
    };
    findings.refuse_tests(
        &names(&|record| record.lacking_entry_point().is_some()),
        "skipped for want of an entry point",
    );
    findings.refuse_tests(&names(&without_reason), "skipped for something else than what the device lacks");
    findings.refuse_tests(&names(&against_needs), "passed without what it needs of the device");
}
