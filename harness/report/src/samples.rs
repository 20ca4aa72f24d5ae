//! Fixed values for the snapshots of reports.

use super::document::Document;
use super::environment::{BackendEntry, DeviceEntry, RunEnvironment, RunTerms};
use super::summary::Summary;
use crate::cause::Cause;
use crate::last_calls::{LastCall, ProcessCalls, WORKER, call_log, peer};
use crate::machine::{Library, Limit, Machine, Namespace};
use crate::options::Front;
use crate::outcome::{Execution, Outcome, Record};
use crate::requirements::{Chapter, Level, Requirements};
use crate::results::Extent;
use std::collections::BTreeMap;
use std::sync::Arc;
use ur_ipc_fixtures::{DeviceDescription, RecordedCall, Test, Tests};
use ur_ipc_isolated::CallEnd;
use ur_ipc_isolated::crash::{Crash, Frame};

/// Two requirements.
pub fn requirements() -> Requirements {
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

/// Requirements of these ids and levels, with what else their entries say.
pub fn catalogue(entries: &[(&str, &str, &str)]) -> Requirements {
    let entry = |(id, level, more): &(&str, &str, &str)| {
        let (family, _) = id.split_once('.').unwrap();
        format!(
            "- {{id: {id}, family: {family}, entry_point: e, level: {level}, expect: x, source: s, \
             ur_cts: false{more}}}\n"
        )
    };
    Requirements::parse(&entries.iter().map(entry).collect::<String>()).unwrap()
}

/// One device, and no tests.
#[must_use]
pub fn extent() -> Extent {
    let description = DeviceDescription {
        name: "Software".into(),
        driver_version: "1.2.3".into(),
        ipc_memory: Some(true),
        ipc_event: Some(false),
        ..Default::default()
    };
    let device = DeviceEntry { id: "host::dev0".into(), backend: "host".into(), software: true, description };
    Extent { devices: vec![device], tests: 0, filtered_out: 2 }
}

/// The environment of a run.
pub fn environment() -> RunEnvironment {
    let library = Library {
        path: "/usr/lib/libsoft.so.1.2".into(),
        soname: Some("libsoft.so.1".into()),
        version: Some("1.2".into()),
        build_id: Some("c0ffee".into()),
    };
    let absent = BackendEntry {
        label: "cuda".into(),
        available: false,
        reason: Some("backend cuda is not available: libcuda.so.1 not found".into()),
        name: String::new(),
        version: String::new(),
        details: Vec::new(),
        libraries: Vec::new(),
    };
    let host = BackendEntry {
        label: "host".into(),
        available: true,
        reason: None,
        name: "host".into(),
        version: "0.1".into(),
        details: vec![("profile".into(), "default".into())],
        libraries: vec![library],
    };
    RunEnvironment {
        suite_version: "0.1.0".into(),
        suite_commit: "0123456789abcdef0123456789abcdef01234567".into(),
        started: "2026-11-23T00:01:02Z".into(),
        host: "lab7".into(),
        machine: machine(),
        command_line: vec!["ur-ipc-cts".into()],
        variables: Vec::new(),
        terms: Some(RunTerms {
            front: Front::Command,
            seed: 7,
            timeout_ms: 30_000,
            isolation: "worker".into(),
            shuffled: false,
            selection: vec!["family 'memory'".into()],
            chosen_devices: Vec::new(),
        }),
        asked: None,
        backends: vec![host, absent],
        skiplists: vec!["known.yaml".into()],
        wall_us: None,
        body_us: None,
        parts: Vec::new(),
    }
}

/// A machine.
pub fn machine() -> Machine {
    let limit = |soft, hard| Limit { soft, hard };
    Machine {
        kernel: "6.1".into(),
        architecture: "x86_64".into(),
        ptrace_scope: None,
        c_library: Some("glibc 2.36".into()),
        limits: BTreeMap::from([
            ("memlock".into(), limit(Some(8 << 20), Some(8 << 20))),
            ("nofile".into(), limit(Some(1024), None)),
        ]),
        namespaces: BTreeMap::from([
            ("mnt".into(), Namespace::Unknown),
            ("pid".into(), Namespace::Other),
            ("user".into(), Namespace::Initial),
        ]),
        seccomp: Some("filter".into()),
        no_new_privileges: Some(true),
        may_inspect_all: false,
    }
}

/// A record of this chapter and outcome.
pub fn record(chapter: Chapter, outcome: Outcome) -> Record {
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

/// A crash of a worker.
pub fn crash() -> Crash {
    let frame = Frame { address: "0x7f0000001234".into(), ..Frame::default() };
    let frame = |module: &str, function: Option<&str>, place: Option<&str>| Frame {
        module: Some(module.into()),
        function: function.map(str::to_owned),
        place: place.map(str::to_owned),
        ..frame.clone()
    };
    Crash {
        process: "worker".into(),
        signal: "SIGSEGV".into(),
        fault: Some("at 0x8, unmapped, near null".into()),
        thread: "main".into(),
        frames: vec![
            frame("libc.so.6+0x18a0", Some("memcpy"), None),
            frame("libdriver.so.1+0x1234", Some("driver::open"), Some("driver/src/open.rs:12")),
            frame("libdriver.so.1+0x2345", None, None),
        ],
    }
}

/// Those of a worker that crashes while a peer waits, and of the peer's clean-up.
fn calls() -> Vec<ProcessCalls> {
    let call =
        |at_us, text: &str| returned(at_us, &format!("{text}(hContext = context#1) -> UR_RESULT_SUCCESS"));
    let without_end = |at_us, text: &str| LastCall {
        took_us: None,
        end: CallEnd::HasNotReturned,
        ..returned(at_us, &format!("{text}(hContext = context#1)"))
    };
    let clean_up = LastCall { clean_up: true, ..call(2_100, "urC") };
    let calls = vec![call(40, "urA"), without_end(1_250, "urWait"), clean_up];
    let own = vec![call(0, "urA"), without_end(1_234, "urB")];
    call_log(own, vec![ProcessCalls { process: peer(4711), ..of_peer(calls) }])
}

/// A record of each of several outcomes.
pub fn records() -> Vec<Record> {
    let lacking = |id: &str| {
        let missing = "the device answers false to UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP";
        let mut record = case(id, Outcome::Skip, Some(missing));
        record.execution.cause = Some(Cause::Need { need: "ipc events".to_owned() });
        record
    };
    let mut twice = Record {
        requirements: vec!["memory.get.twice".into()],
        level: Level::May,
        chapter: Chapter::Observed,
        ..case("twice", Outcome::Deviates, Some("not the same"))
    };
    twice.execution.seen = Some(Outcome::Fail);
    twice.execution.notes = vec!["it gives 3".into()];
    let mut stale = case("stale", Outcome::Crash, Some("SIGSEGV in urB(hContext = 0x1)"));
    stale.execution.crashes = vec![crash()];
    stale.execution.call_log = calls();
    stale.execution.output = Some("driver: oops\ndriver: bye".into());
    let mut known =
        case("known", Outcome::ExpectedFail, Some("known bug (https://example.org/1) (fail: no)"));
    known.entry = Some("known.yaml:3".into());
    vec![case("fine", Outcome::Pass, None), twice, lacking("event_a"), lacking("event_b"), known, stale]
}

/// The results of a run that came to its end with the sample records.
pub fn document() -> Document {
    document_of(records())
}

/// The same with other records.
pub fn document_of(tests: Vec<Record>) -> Document {
    let mut summary = Summary::new(2);
    (summary.complete, summary.settled) = (true, true);
    summary.count_again(&tests);
    let mut document = Document { devices: extent().devices, tests, ..Document::new(environment(), summary) };
    document.conclude(&requirements());
    document
}

/// A call that began then and came back, of which there is the text alone.
#[must_use]
pub fn returned(at_us: u64, text: &str) -> LastCall {
    let (took_us, end) = (Some(3), CallEnd::Returned);
    LastCall { at_us, took_us, text: text.to_owned(), call: None, end, clean_up: false, failed: false }
}

/// A call that began then and came back.
#[must_use]
pub fn came_back(at_us: u64, call: RecordedCall) -> LastCall {
    LastCall { call: Some(call.clone()), ..returned(at_us, &call.to_string()) }
}

/// Calls of the worker.
#[must_use]
pub fn of_worker(calls: Vec<LastCall>) -> ProcessCalls {
    ProcessCalls { process: WORKER.to_owned(), role: None, calls, had_part: false }
}

/// Calls of a peer.
#[must_use]
pub fn of_peer(calls: Vec<LastCall>) -> ProcessCalls {
    ProcessCalls { process: peer(7), role: Some("consumer".to_owned()), calls, had_part: false }
}

/// A test of this id, of the family that it begins with, that does nothing.
#[must_use]
pub fn empty_test(id: &str, requirements: &[&'static str], twin_of: &[&'static str]) -> Arc<Test> {
    let (path, name) = id.rsplit_once("::").unwrap_or(("none", id));
    let first = path.split("::").next();
    let families = ["device_info", "memory", "physical_memory", "event"];
    let family = families.into_iter().find(|family| Some(*family) == first).unwrap_or("none");
    let mut tests = Tests::default();
    let mut group = tests.group(family, path);
    let draft = requirements.iter().fold(group.test(name), |draft, requirement| draft.checks(requirement));
    draft.twin_of(twin_of).run(|_| Ok(()));
    tests.into_vec().remove(0)
}
