//! Fixed values for the snapshots of reports.

use super::environment::{BackendEntry, RunEnvironment, RunTerms};
use crate::discover::{Availability, Device, ProbedBackend};
use crate::outcome::{Execution, Outcome, Record};
use crate::plan::Plan;
use crate::requirements::{Chapter, Level, Requirements};
use crate::roles::{Address, Probed};
use crate::suite::BackendOptions;
use ur_ipc_fixtures::DeviceDescription;

pub(super) fn requirements() -> Requirements {
    Requirements::parse(
        "
- {id: memory.open.stale, family: memory, entry_point: urIPCOpenMemHandleExp, level: must,
   expect: A stale handle is refused., source: spec, ur_cts: false, ambiguity: The code is not named.}
- {id: memory.get.twice, family: memory, entry_point: urIPCGetMemHandleExp, level: may,
   expect: Twice may be the same., source: spec, ur_cts: false}
",
    )
    .unwrap()
}

pub(super) fn plan() -> Plan {
    let description = DeviceDescription {
        name: "Software".into(),
        driver_version: "1.2.3".into(),
        ipc_memory: Some(true),
        ipc_event: Some(false),
        ..Default::default()
    };
    let device = Device { address: Address { label: "host".into(), ..Address::default() }, description };
    Plan { devices: vec![device], tests: Vec::new(), filtered_out: 2 }
}

pub(super) fn environment() -> RunEnvironment {
    let probed = Probed {
        implementation: "host".into(),
        version: "0.1".into(),
        details: vec![("profile".into(), "default".into())],
        devices: vec![DeviceDescription::default()],
    };
    let backends = [
        backend("host", Availability::Ready(probed)),
        backend("cuda", Availability::NotAvailable("libcuda.so.1 not found".into())),
    ];
    RunEnvironment {
        suite_version: "0.1.0".into(),
        kernel: "6.1".into(),
        architecture: "x86_64".into(),
        ptrace_scope: None,
        command_line: vec!["ur-ipc-cts".into()],
        terms: Some(RunTerms { seed: 7, timeout_ms: 30_000, isolation: "worker".into(), shuffled: false }),
        backends: backends.iter().map(BackendEntry::new).collect(),
        skiplists: vec!["known.yaml".into()],
        wall_us: None,
        body_us: None,
    }
}

fn backend(label: &str, availability: Availability) -> ProbedBackend {
    ProbedBackend { label: label.into(), options: BackendOptions::default(), availability, left_badly: None }
}

/// A record of this chapter and outcome.
pub(crate) fn record(chapter: Chapter, outcome: Outcome) -> Record {
    Record { chapter, ..case("fine", outcome, None) }
}

fn case(case: &str, outcome: Outcome, reason: Option<&str>) -> Record {
    Record {
        name: format!("host::dev0::memory::open::{case}"),
        test: format!("memory::open::{case}"),
        device: "host::dev0".into(),
        requirements: vec!["memory.open.stale".into()],
        needs: Vec::new(),
        level: Level::Must,
        chapter: Chapter::Specified,
        entry: None,
        execution: Execution {
            reason: reason.map(str::to_owned),
            duration_us: 1500,
            body_us: 1000,
            ..Execution::bare(outcome, "")
        },
    }
}

pub(crate) fn records() -> Vec<Record> {
    let missing = "the device does not report UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP";
    let calls = ["urA(hContext = 0x1) -> UR_RESULT_SUCCESS", "urB(hContext = 0x1) ... has not returned"];
    let mut twice = Record {
        requirements: vec!["memory.get.twice".into()],
        level: Level::May,
        chapter: Chapter::Observed,
        ..case("twice", Outcome::Deviates, Some("fail: not the same"))
    };
    twice.execution.seen = Some(Outcome::Fail);
    twice.execution.notes = vec!["it gives 3".into()];
    let mut stale = case("stale", Outcome::Crash, Some("SIGSEGV in urB(hContext = 0x1)"));
    stale.execution.call_log = calls.map(str::to_owned).to_vec();
    stale.execution.output = Some("driver: oops\ndriver: bye".into());
    let mut known =
        case("known", Outcome::ExpectedFail, Some("known bug (https://example.org/1) (fail: no)"));
    known.entry = Some("known.yaml:3".into());
    vec![
        case("fine", Outcome::Pass, None),
        twice,
        case("event_a", Outcome::Skip, Some(missing)),
        case("event_b", Outcome::Skip, Some(missing)),
        known,
        stale,
    ]
}
