//! Fixed values for the snapshots of reports.

use super::document::Document;
use super::environment::{BackendEntry, DeviceEntry, RunEnvironment, RunTerms};
use super::summary::Summary;
use crate::cause::Cause;
use crate::discover::{Availability, Device, ProbedBackend};
use crate::last_calls::tests::{of_peer, returned};
use crate::last_calls::{LastCall, ProcessCalls, call_log, peer};
use crate::machine::{Library, Limit, Machine, Namespace};
use crate::options::Front;
use crate::outcome::{Execution, Outcome, Record};
use crate::plan::{Plan, Planned};
use crate::requirements::{Chapter, Level, Requirements};
use crate::roles::{Address, Probed};
use crate::suite::{BackendOptions, empty_test};
use crate::times::LONGEST_US;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::collections::BTreeMap;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_isolated::CallEnd;
use ur_ipc_isolated::crash::{Crash, Frame};

pub(crate) fn requirements() -> Requirements {
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
pub(crate) fn catalogue(entries: &[(&str, &str, &str)]) -> Requirements {
    let entry = |(id, level, more): &(&str, &str, &str)| {
        let (family, _) = id.split_once('.').unwrap();
        format!(
            "- {{id: {id}, family: {family}, entry_point: e, level: {level}, expect: x, source: s, \
             ur_cts: false{more}}}\n"
        )
    };
    Requirements::parse(&entries.iter().map(entry).collect::<String>()).unwrap()
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

/// The test of the first record, planned.
pub(super) fn planned() -> Planned {
    let test = empty_test("memory::open::fine", &[], &[]);
    let (name, device_id) = ("host::dev0::memory::open::fine".to_owned(), "host::dev0".to_owned());
    let (level, chapter) = (Level::Must, Chapter::Specified);
    Planned { name, device: 0, device_id, test, level, chapter, binds: true, known: None }
}

pub(super) fn environment() -> RunEnvironment {
    let library = Library {
        path: "/usr/lib/libsoft.so.1.2".into(),
        soname: Some("libsoft.so.1".into()),
        version: Some("1.2".into()),
        build_id: Some("c0ffee".into()),
    };
    let probed = Probed {
        implementation: "host".into(),
        version: "0.1".into(),
        details: vec![("profile".into(), "default".into())],
        devices: vec![DeviceDescription::default()],
        libraries: vec![library],
    };
    let backends = [
        backend("host", Availability::Ready(probed)),
        backend("cuda", Availability::NotAvailable("libcuda.so.1 not found".into())),
    ];
    RunEnvironment {
        suite_version: "0.1.0".into(),
        suite_commit: "0123456789abcdef0123456789abcdef01234567".into(),
        started: "2026-11-23T00:01:02Z".into(),
        machine: machine(),
        command_line: vec!["ur-ipc-cts".into()],
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
        backends: backends.iter().map(BackendEntry::new).collect(),
        skiplists: vec!["known.yaml".into()],
        wall_us: None,
        body_us: None,
        parts: Vec::new(),
    }
}

pub(crate) fn machine() -> Machine {
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

fn backend(label: &str, availability: Availability) -> ProbedBackend {
    ProbedBackend {
        label: label.into(),
        options: BackendOptions::default(),
        trace: None,
        availability,
        left_badly: None,
    }
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

pub(crate) fn crash() -> Crash {
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
        fault: Some("at 0x8, where nothing is mapped: close to null".into()),
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

pub(crate) fn records() -> Vec<Record> {
    let lacking = |id: &str| {
        let missing = "the device does not report UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP";
        let mut record = case(id, Outcome::Skip, Some(missing));
        record.execution.cause = Some(Cause::Need { need: "ipc events".to_owned() });
        record
    };
    let mut twice = Record {
        requirements: vec!["memory.get.twice".into()],
        level: Level::May,
        chapter: Chapter::Observed,
        ..case("twice", Outcome::Deviates, Some("fail: not the same"))
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

/// Calls that say anything.
fn any_calls() -> impl Strategy<Value = Vec<ProcessCalls>> {
    let text = || "[\\x00-\\x7f]{0,12}|\\PC{0,12}";
    let ends = [CallEnd::Returned, CallEnd::Panicked, CallEnd::HasNotReturned];
    let ended = (option::of(any::<u64>()), proptest::sample::select(ends.to_vec()));
    let call = (any::<u64>(), ended, text(), any::<(bool, bool)>()).prop_map(
        |(at_us, (took_us, end), text, (clean_up, failed))| LastCall {
            at_us,
            took_us,
            text,
            call: None,
            end,
            clean_up,
            failed,
        },
    );
    let process = (text(), option::of(text()), vec(call, 0..3));
    vec(process.prop_map(|(process, role, calls)| ProcessCalls { process, role, calls }), 0..3)
}

/// Records that say anything.
pub(super) fn any_records() -> impl Strategy<Value = Vec<Record>> {
    let text = || "[\\x00-\\x7f]{0,12}|\\PC{0,12}";
    let names = (text(), text(), text());
    let lists = (vec(text(), 0..3), vec(text(), 0..3), any_calls());
    let ended = (proptest::sample::select(Outcome::ALL.to_vec()), (0..=LONGEST_US, 0..=LONGEST_US));
    let record = (names, lists, ended, option::of(text()), option::of(text())).prop_map(
        |((name, test, device), (requirements, notes, call_log), (outcome, times), reason, output)| Record {
            name,
            test,
            device,
            needs: requirements.clone(),
            requirements,
            level: Level::Must,
            chapter: Chapter::Specified,
            entry: reason.clone(),
            execution: Execution {
                outcome,
                seen: None,
                late: None,
                cause: None,
                reason,
                tries: None,
                failed_at: Vec::new(),
                checked: Vec::new(),
                duration_us: times.0,
                body_us: times.1,
                notes,
                crashes: Vec::new(),
                call_log,
                output,
            },
        },
    );
    vec(record, 0..4)
}

/// The results of a run that came to its end with the sample records.
pub(crate) fn document() -> Document {
    document_of(records())
}

/// The same with other records.
pub(crate) fn document_of(tests: Vec<Record>) -> Document {
    let mut summary = Summary::new(2);
    (summary.complete, summary.settled) = (true, true);
    summary.count_again(&tests);
    let devices: Vec<DeviceEntry> = plan().devices.iter().map(DeviceEntry::new).collect();
    let mut document = Document { devices, tests, ..Document::new(environment(), summary) };
    document.weigh(&requirements());
    document
}
