//! Requirements of all sorts, and verdicts on records of them.

use super::Verdict;
use crate::cause::Cause;
use crate::outcome::{Outcome, Record};
use crate::requirements::{Chapter, Requirements};
use crate::samples;
use ur_ipc_fixtures::DeviceDescription;

fn requirements() -> Requirements {
    samples::catalogue(&[
        ("device_info.a", "must", ""),
        ("memory.must", "must", ""),
        ("memory.should", "should", ""),
        ("memory.may", "may", ""),
        ("memory.argument", "must", ", binds: arguments"),
        ("memory.unseen", "must", ", untested: nobody sees it"),
    ])
}

/// Why a test is skipped that needs something of its device.
pub(super) fn need() -> Option<Cause> {
    Some(Cause::Need { need: "ipc events".to_owned() })
}

pub(super) fn record(id: &str, outcome: Outcome, cause: Option<Cause>) -> Record {
    let mut record = samples::record(Chapter::Specified, outcome);
    record.requirements = vec![id.to_owned()];
    record.test = format!("test_of::{id}");
    record.execution.cause = cause;
    record
}

const ALL: [&str; 5] = ["device_info.a", "memory.must", "memory.should", "memory.may", "memory.argument"];

pub(super) fn device(shares: bool) -> DeviceDescription {
    DeviceDescription { validates_arguments: true, ipc_memory: Some(shares), ..DeviceDescription::default() }
}

pub(super) fn concluded(records: &[Record], device: &DeviceDescription, all_asked: bool) -> Verdict {
    Verdict::new(&requirements(), &records.iter().collect::<Vec<_>>(), device, all_asked)
}

/// All requirements, of which these end so and the others pass.
pub(super) fn verdict(
    otherwise: &[(&str, Outcome, Option<Cause>)],
    device: &DeviceDescription,
    all_asked: bool,
) -> Verdict {
    let passes = ALL.iter().filter(|id| !otherwise.iter().any(|(other, ..)| other == *id));
    let passes = passes.map(|id| record(id, Outcome::Pass, None));
    let others = otherwise.iter().map(|(id, outcome, cause)| record(id, *outcome, cause.clone()));
    let records: Vec<Record> = passes.chain(others).collect();
    concluded(&records, device, all_asked)
}
