//! Checks that each test of the list is there once on each device, and no other.

use super::{Findings, listed};
use std::collections::BTreeMap;
use ur_ipc_fixtures::Depth;
use ur_ipc_report::outcome::Record;
use ur_ipc_report::suggestions::find_closest;
use ur_ipc_report::{Catalogue, Document, counted, one_line};

/// The ids of the tests of a suite, with the runs that they are in.
type Expected<'s> = BTreeMap<&'s str, Depth>;

pub(super) fn check(document: &Document, suite: &dyn Catalogue, findings: &mut Findings) {
    let expected: Expected<'_> = suite.tests().iter().map(|test| (test.id.as_str(), test.depth)).collect();
    let mut by_device: BTreeMap<&str, Vec<&Record>> =
        document.devices.iter().map(|device| (device.id.as_str(), Vec::new())).collect();
    let mut astray = Vec::new();
    for record in &document.tests {
        match by_device.get_mut(record.device.as_str()) {
            Some(records) => records.push(record),
            None => astray.push(record.name.as_str()),
        }
    }
    findings.refuse_tests(&astray, "on a device that is not among the devices");
    for (device, records) in by_device {
        on(device, &records, &expected, findings);
    }
    let mislabelled = |record: &&Record| {
        let known = suite.test(&record.test);
        record.name != format!("{}::{}", record.device, record.test)
            || known.is_some_and(|test| {
                test.requirements != record.requirements
                    || suite.requirements().level_of(test) != record.level
                    || suite.requirements().chapter_of(test) != record.chapter
                    || !test.needs.iter().map(ToString::to_string).eq(record.needs.iter().cloned())
            })
    };
    let mislabelled: Vec<&str> =
        document.tests.iter().filter(mislabelled).map(|record| record.name.as_str()).collect();
    findings.refuse_tests(&mislabelled, "not as the suite describes it (name, level, requirements, needs)");
}

fn on(device: &str, records: &[&Record], expected: &Expected<'_>, findings: &mut Findings) {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records {
        *times.entry(record.test.as_str()).or_default() += 1;
    }
    let device = one_line(device);
    let thorough = |id: &&str| expected.get(*id) == Some(&Depth::Thorough);
    let mut missing: Vec<&str> = expected.keys().copied().filter(|id| !times.contains_key(id)).collect();
    // All of them or none: a usual run is one as well.
    if !times.keys().any(thorough) {
        let all = missing.len();
        missing.retain(|id| !thorough(id));
        if missing.len() < all {
            let tests = counted(all - missing.len(), "thorough test");
            findings.remark(format!("on {device}: {tests} did not run (--usual)"));
        }
    }
    if !missing.is_empty() {
        let count = counted(missing.len(), "test");
        findings.refuse(format!("missing on {device}: {count} of the list: {}", listed(&missing)));
    }
    for extra in times.keys().copied().filter(|id| !expected.contains_key(id)) {
        let meant = find_closest(extra, missing.iter().copied());
        let meant = meant.map(|id| format!(": has '{id}' been renamed?")).unwrap_or_default();
        findings.refuse(format!("not of this suite, on {device}: {}{meant}", one_line(extra)));
    }
    let twice: Vec<&str> = times.iter().filter(|(_, times)| **times > 1).map(|(id, _)| *id).collect();
    findings.refuse_tests(&twice, &format!("more than once on {device}"));
}
