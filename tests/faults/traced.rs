//! Traces of runs in which processes work together, die and hang: whole JSON in which everything has its place and its end.

use crate::driver::{Checked, Harness, ensure};
use crate::orphans::wait_until;
use libtest_mimic::Trial;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

const CALL: &str = "urIPCOpenMemHandleExp";
const GOOD: &str = "fault::first::good";
const LAST: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for isolation in ["worker", "process", "in-process"] {
        trials.push(Trial::test(format!("traced::peers_have_their_lanes_in_{isolation}"), move || {
            peers_have_their_lanes(isolation)
        }));
    }
    for (name, id, who) in [
        ("a_crash", "fault::call::segfault", "worker"),
        ("a_crash_of_a_peer", "fault::peer::crashing_peer", "peer"),
        ("a_hang", "fault::call::hang", "worker"),
    ] {
        trials.push(Trial::test(format!("traced::{name}_is_a_call_without_return"), move || {
            ends_without_return(id, who)
        }));
    }
    trials.push(Trial::test("traced::threads_have_their_lanes", threads_have_their_lanes));
    trials.push(Trial::test("traced::a_killed_run_leaves_a_whole_file", a_killed_run_leaves_a_whole_file));
    trials.push(Trial::test("traced::a_killed_harness_leaves_no_notes", a_killed_harness_leaves_no_notes));
    trials.push(Trial::test(
        "traced::what_is_no_file_keeps_nobody_waiting",
        what_is_no_file_keeps_nobody_waiting,
    ));
    trials.push(Trial::test("traced::cargo_test_writes_one", cargo_test_writes_one));
    trials.push(Trial::test("traced::what_cannot_be_written_is_told", what_cannot_be_written_is_told));
    trials
}

/// A slice: something that took time.
#[derive(Clone, PartialEq)]
struct Slice {
    name: String,
    cat: String,
    /// Process and thread.
    lane: (u64, u64),
    /// In nanoseconds.
    from: u64,
    to: u64,
    args: Value,
}

struct Trace {
    slices: Vec<Slice>,
    /// The name of each process, by its number.
    processes: BTreeMap<u64, String>,
}

impl Trace {
    /// Reads a trace, in which slices lie inside each other or apart, and every process and thread has a name.
    fn read(path: &Path) -> Checked<Self> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let json: Value = serde_json::from_str(&text).map_err(|error| format!("{error}\n{text}"))?;
        let (mut slices, mut processes, mut threads) = (Vec::new(), BTreeMap::new(), BTreeSet::new());
        for event in json["traceEvents"].as_array().ok_or("there are no events")? {
            let number = |key: &str| event[key].as_u64().ok_or_else(|| format!("no {key}: {event}"));
            let time = |key: &str| match event[key].as_f64() {
                Some(time) if time >= 0.0 => Ok((time * 1000.0).round() as u64),
                _ => Err(format!("no {key}: {event}")),
            };
            let lane = (number("pid")?, number("tid")?);
            let name = event["name"].as_str().unwrap_or_default().to_owned();
            match (event["ph"].as_str(), &*name) {
                (Some("M"), "process_name") => {
                    processes.insert(lane.0, event["args"]["name"].as_str().unwrap_or_default().to_owned());
                }
                (Some("M"), "thread_name") => {
                    threads.insert(lane);
                }
                (Some("M"), "process_sort_index") => {}
                (Some("s" | "f"), _) => drop(time("ts")?),
                (Some("X"), _) => {
                    let (cat, args) = (event["cat"].as_str().unwrap_or_default(), event["args"].clone());
                    let (from, cat) = (time("ts")?, cat.to_owned());
                    slices.push(Slice { name, cat, lane, from, to: from + time("dur")?, args });
                }
                _ => return Err(format!("no event of these: {event}").into()),
            }
        }
        let named = |slice: &&Slice| processes.contains_key(&slice.lane.0) && threads.contains(&slice.lane);
        let unnamed = slices.iter().find(|slice| !named(slice)).map(|slice| slice.lane);
        ensure(unnamed.is_none(), || format!("a lane without names: {unnamed:?}\n{text}"))?;
        let trace = Self { slices, processes };
        trace.check_nesting()?;
        Ok(trace)
    }

    fn check_nesting(&self) -> Checked {
        let mut sorted: Vec<&Slice> = self.slices.iter().collect();
        sorted.sort_by_key(|slice| (slice.lane, slice.from, u64::MAX - slice.to));
        let mut open: Vec<&Slice> = Vec::new();
        for slice in sorted {
            while open.last().is_some_and(|outer| outer.lane != slice.lane || outer.to <= slice.from) {
                open.pop();
            }
            if let Some(outer) = open.last() {
                ensure(slice.to <= outer.to, || format!("{} reaches out of {}", slice.name, outer.name))?;
            }
            open.push(slice);
        }
        Ok(())
    }

    /// The slices of this name in processes that are this, among others.
    fn find(&self, process: &str, name: &str) -> Vec<&Slice> {
        let of_process = |slice: &&Slice| self.processes[&slice.lane.0].contains(process);
        self.slices.iter().filter(of_process).filter(|slice| slice.name == name).collect()
    }

    /// The slice of this test in a process that plays it.
    fn test(&self, process: &str, id: &str) -> Checked<&Slice> {
        let plays = |slice: &&Slice| slice.cat == "test" && slice.args["outcome"].is_null();
        let found = self.find(process, id).into_iter().find(plays);
        found.ok_or_else(|| format!("{id} is not in the {process}: {:?}", self.processes).into())
    }

    /// Returns the arguments of the run's slice that has the outcome of a test.
    fn outcome_of(&self, id: &str) -> Checked<&Value> {
        let tests = self.find("run", id).into_iter().map(|slice| &slice.args);
        let mut told = tests.filter(|args| args["outcome"].is_string());
        told.next().ok_or_else(|| format!("no outcome of {id}").into())
    }

    /// The calls of this name in a test.
    fn calls(&self, test: &Slice, name: &str) -> Vec<&Slice> {
        let inside =
            |slice: &&Slice| slice.lane == test.lane && slice.from >= test.from && slice.to <= test.to;
        self.slices.iter().filter(inside).filter(|slice| slice.cat == "call" && slice.name == name).collect()
    }
}

fn traced(arguments: &[&str], code: i32) -> Checked<Trace> {
    let harness = Harness::command(&["run", "--exact"]).with(&["--trace", "../trace.json"]).with(arguments);
    let path = harness.json_path().with_file_name("trace.json");
    let ended = harness.run_and(|| Trace::read(&path));
    let (ended, trace) = ended;
    ended.expect_code(code)?;
    ended.expect_nothing_left()?;
    trace
}

fn peers_have_their_lanes(isolation: &str) -> Checked {
    const PEER: &str = "fault::peer::good_peer";
    let trace = traced(&["--isolation", isolation, GOOD, PEER], 0)?;
    let own = trace.test("worker", PEER)?;
    let part = trace.test("peer", PEER)?;
    let overlap = own.from < part.to && part.from < own.to;
    ensure(overlap && own.lane.0 != part.lane.0, || "the peer played at another time".to_owned())?;
    for test in [own, part, trace.test("worker", GOOD)?] {
        let calls = trace.calls(test, CALL);
        let [call] = calls[..] else { return Err(format!("{} calls in {}", calls.len(), test.name).into()) };
        let told = call.args["hContext"] == "NULL" && call.args["result"] == "UR_RESULT_SUCCESS";
        ensure(told, || format!("{:#}", call.args))?;
    }
    let told = trace.outcome_of(PEER)?;
    ensure(told["outcome"] == "pass", || format!("{told:#}"))?;
    ensure(!trace.find("probe", "urDeviceGet").is_empty(), || format!("{:?}", trace.processes))
}

fn ends_without_return(id: &str, who: &str) -> Checked {
    let trace = traced(&["--timeout", "4", GOOD, id, LAST], 1)?;
    let test = trace.test(who, id)?;
    let calls = trace.calls(test, &format!("{CALL} has not returned"));
    let [call] = calls[..] else { return Err(format!("{} such calls", calls.len()).into()) };
    let why = call.args["result"].as_str().unwrap_or_default();
    ensure(why == "none: its process has ended", || format!("{:#}", call.args))?;
    trace.test("worker", LAST)?;
    let told = trace.outcome_of(id)?;
    ensure(told["outcome"] != "pass" && told["reason"].is_string(), || format!("{told:#}"))
}

fn threads_have_their_lanes() -> Checked {
    const THREADS: &str = "fault::call::many_threads";
    let trace = traced(&[THREADS], 0)?;
    let tests = trace.find("worker", THREADS);
    let calls: Vec<usize> = tests.iter().map(|test| trace.calls(test, CALL).len()).collect();
    // One lane is that of the test itself, which calls nothing.
    ensure(calls.len() == 9 && calls.iter().filter(|&&count| count == 200).count() == 8, || {
        format!("{calls:?}")
    })
}

fn a_killed_run_leaves_a_whole_file() -> Checked {
    let mut harness =
        Harness::command(&["run", "--exact", "--trace", "../trace.json", GOOD, "fault::call::hang"]);
    let path = harness.json_path().with_file_name("trace.json");
    let mut running = harness.command.spawn().map_err(|error| error.to_string())?;
    wait_until("the end of the first test", || {
        std::fs::read_to_string(&path).unwrap_or_default().contains("\"outcome\":\"pass\"")
    })?;
    running.kill().map_err(|error| error.to_string())?;
    running.wait().map_err(|error| error.to_string())?;
    wait_until("the end of all processes", || harness.processes().is_empty())?;
    Trace::read(&path)?.test("worker", GOOD).map(drop)
}

/// The process that was started lives on, and answers for the other.
fn a_killed_harness_leaves_no_notes() -> Checked {
    let mut harness =
        Harness::command(&["run", "--exact", "--trace", "../trace.json", GOOD, "fault::call::hang"]);
    let path = harness.json_path().with_file_name("trace.json");
    let mut running = harness.command.spawn().map_err(|error| error.to_string())?;
    wait_until("the end of the first test", || {
        std::fs::read_to_string(&path).unwrap_or_default().contains("\"outcome\":\"pass\"")
    })?;
    ensure(!harness.left_files().is_empty(), || "there are no notes".to_owned())?;
    let first = running.id();
    let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"))?;
    let second: i32 = children.trim().parse()?;
    // SAFETY: no pointers.
    unsafe { libc::kill(second, libc::SIGKILL) };
    let status = running.wait()?;
    ensure(status.signal() == Some(libc::SIGKILL), || format!("it ended with {status}"))?;
    wait_until("the end of all processes", || harness.processes().is_empty())?;
    let left = harness.left_files();
    ensure(left.is_empty(), || format!("left behind: {left:?}"))?;
    Trace::read(&path)?.test("worker", GOOD).map(drop)
}

fn what_is_no_file_keeps_nobody_waiting() -> Checked {
    const STRUCK: &str = "fault::call::struck";
    let harness = Harness::command(&["run", "--exact", "--trace", "../trace.json", GOOD, STRUCK, LAST]);
    let path = harness.json_path().with_file_name("trace.json");
    let (ended, trace) = harness.order("leave_pipe@test").run_and(|| Trace::read(&path));
    ended.expect_code(0)?;
    ended.expect_nothing_left()?;
    trace?.test("worker", LAST).map(drop)
}

fn cargo_test_writes_one() -> Checked {
    let mut harness = Harness::conformance(&["fault::first"]);
    harness.command.env("UR_IPC_CTS_TRACE", "../trace.json");
    let path = harness.json_path().with_file_name("trace.json");
    let (ended, trace) = harness.run_and(|| Trace::read(&path));
    ended.expect_code(0)?;
    trace?.test("worker", GOOD).map(drop)
}

fn what_cannot_be_written_is_told() -> Checked {
    let harness = Harness::command(&["run", "--exact", "--trace", "/dev/full", GOOD]);
    let ended = harness.run();
    ended.expect_code(2)?;
    ensure(ended.stderr.contains("/dev/full: No space left on device"), || ended.describe())
}
