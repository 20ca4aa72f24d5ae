//! Interrupted runs: determined results count, and the rest runs with the same options.

use crate::support::{describe, results, text, ur_ipc_cts};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rstest::rstest;
use serde_json::{Value, json};
use std::fs::{read_to_string, write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

const RUN: [&str; 6] = ["run", "--backend", "host", "--seed", "7", "event::open"];

/// A backend on which the whole suite is short, and waits most of the time.
const BACKEND: &str = "host@event-only";

/// A run that has come to its end.
static WHOLE: LazyLock<(TempDir, Value)> = LazyLock::new(|| {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("whole");
    let output = resumed(&file, &RUN, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let document = results(&file);
    (folder, document)
});

fn resumed(file: &Path, run: &[&str], more: &[&str]) -> Output {
    ur_ipc_cts(&[run, more, &["--json", &file.to_string_lossy()]].concat(), &[])
}

/// The results of the whole run as they were after five tests, `settled` or not.
fn cut(settled: bool) -> Value {
    let mut document = WHOLE.1.clone();
    document["tests"].as_array_mut().expect("tests").truncate(5);
    let object = document.as_object_mut().expect("an object");
    object.remove("verdicts");
    object.remove("requirements");
    document["summary"]["complete"] = json!(false);
    document["summary"]["settled"] = json!(settled);
    document
}

/// Without times, what tests measured, and the machine.
fn lasting(mut document: Value) -> Value {
    document.as_object_mut().expect("an object").remove("environment");
    for test in document["tests"].as_array_mut().expect("tests") {
        let test = test.as_object_mut().expect("a record");
        for name in ["duration_us", "body_us", "notes"] {
            test.remove(name);
        }
    }
    document
}

#[test]
fn the_rest_makes_it_the_whole() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    let mut before = cut(true);
    // What was determined is not run again: it can be told by its time.
    before["tests"][1]["duration_us"] = json!(123_456_789);
    write(&file, before.to_string()).expect("it can be written");
    let path = file.to_string_lossy();
    // The results go where they were.
    let output = ur_ipc_cts(&[&RUN[..], &["--resume", &path]].concat(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let document = results(&file);
    assert_eq!(document["tests"][1]["duration_us"], 123_456_789);
    assert_eq!(document["environment"]["parts"].as_array().map(Vec::len), Some(2));
    assert_eq!(lasting(document), lasting(WHOLE.1.clone()));
    let out = text(&output.stdout);
    assert!(out.contains(": 5 tests taken over") && out.contains("merged from 2 runs"), "{out}");
}

#[test]
fn of_complete_results_nothing_is_left_to_run() {
    let folder = tempdir().expect("a temporary folder");
    let [file, page] = ["results", "page"].map(|name| folder.path().join(name));
    write(&file, WHOLE.1.to_string()).expect("it can be written");
    let more = ["--resume", &file.to_string_lossy(), "--html", &page.to_string_lossy()];
    let output = ur_ipc_cts(&[&RUN[..], &more].concat(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let out = text(&output.stdout);
    assert!(out.contains("results: complete, nothing is left to run\n"), "{out}");
    assert!(!out.contains("running 0 tests") && !out.contains("put together"), "{out}");
    assert_eq!(results(&file), WHOLE.1, "they stay as they are");
    assert!(
        read_to_string(&page).expect("it is written").contains("PARTIAL: no violation in the tests that ran")
    );
}

#[test]
fn options_that_are_not_said_again_are_those_of_the_first_run() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    write(&file, cut(true).to_string()).expect("it can be written");
    let output = ur_ipc_cts(&["run", "--resume", &file.to_string_lossy()], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let note = "results sets options of this run: --backend=host --seed=7 event::open";
    assert!(text(&output.stderr).contains(note), "{}", describe(&output));
    assert_eq!(lasting(results(&file)), lasting(WHOLE.1.clone()));
}

#[test]
fn what_a_killed_run_has_left_open_is_said() {
    let folder = tempdir().expect("a temporary folder");
    let [file, earlier] = ["results", "earlier"].map(|name| folder.path().join(name));
    let mut before = cut(false);
    before["tests"][4]["outcome"] = json!("crash");
    write(&earlier, before.to_string()).expect("it can be written");
    let output = resumed(&file, &RUN, &["--resume", &earlier.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let document = results(&file);
    assert_eq!(
        (&document["tests"][4]["outcome"], &document["summary"]["settled"]),
        (&json!("pass"), &json!(false))
    );
    let out = text(&output.stdout);
    assert!(out.contains(": 4 tests taken over"), "{out}");
    assert!(
        out.contains("one was killed, so that it is not known how its processes would have ended"),
        "{out}"
    );
    assert_eq!(results(&earlier), before, "what is read stays as it is");
}

#[test]
fn failures_stay_failures() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    let mut before = cut(true);
    before["tests"][0]["outcome"] = json!("fail");
    before["summary"]["problems"] = json!(["a process ended badly"]);
    write(&file, before.to_string()).expect("it can be written");
    let output = ur_ipc_cts(&[&RUN[..], &["--resume", &file.to_string_lossy()]].concat(), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    assert!(text(&output.stderr).contains("error: a process ended badly"), "{}", describe(&output));
}

/// The number of tests for the device.
fn suite_size() -> u64 {
    let summary = &WHOLE.1["summary"];
    let counts = summary["total"].as_object().expect("counts").values().chain([&summary["filtered_out"]]);
    counts.map(|count| count.as_u64().expect("a number")).sum()
}

type Spoil = fn(&mut Value);

#[rstest]
#[case::seed(&["--seed", "8"], "results: seed: 7, but 8 in this run")]
#[case::selection(&["event::get"], "results: selection: filter 'event::open', but filter 'event::open', filter 'event::get' in this run")]
#[case::timeout(&["--timeout", "5"], "results: timeout_ms: 30000, but 5000 in this run")]
#[case::shard(&["--shard", "1/2"], "results: number of shards: none, but 2 in this run")]
#[case::repeat(&["--repeat", "2"], "results: repeat: 1, but 2 in this run")]
#[case::shuffle(&["--shuffle"], "results: shuffled: false, but true in this run")]
#[case::devices(&["--backend", "host@two-devices"], "results: devices: host::dev0, but host")]
fn a_run_on_other_terms_is_refused_and_changes_nothing(#[case] other: &[&str], #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    write(&file, cut(true).to_string()).expect("it can be written");
    let before = read_to_string(&file).expect("it can be read");
    // Of an option that is there twice, clap would take none.
    let own: &[&str] = match other[0] {
        "--seed" => &["run", "--backend", "host", "event::open"],
        _ => &RUN,
    };
    let output = resumed(&file, own, &[other, &["--resume", &file.to_string_lossy()]].concat());
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(err.contains(says), "'{says}' is missing: {err}");
    assert_eq!(read_to_string(&file).expect("it can be read"), before);
}

#[rstest]
#[case::skiplists(|earlier: &mut Value| earlier["environment"]["asked"]["skiplists_digest"] = json!("x"), "skiplists_digest: x,")]
#[case::version(|earlier: &mut Value| earlier["environment"]["suite_version"] = json!("9"), "version of the suite: 9,")]
#[case::driver(|earlier: &mut Value| earlier["devices"][0]["driver_version"] = json!("9"), "driver_version of host::dev0: 9,")]
#[case::another_test(|earlier: &mut Value| earlier["tests"][1]["name"] = json!("host::dev0::a::b"), "results: host::dev0::a::b is no test of this run")]
#[case::a_false_id(|earlier: &mut Value| earlier["tests"][1]["test"] = json!("a::b"), " is of test a::b")]
#[case::a_false_device(|earlier: &mut Value| earlier["tests"][1]["device"] = json!("host::dev1"), "ran on \"host::dev1\", which is not one of its devices")]
#[case::twice(|earlier: &mut Value| earlier["tests"][1] = earlier["tests"][0].clone(), " is there more than once")]
#[case::without_end(|earlier: &mut Value| earlier["tests"][1]["duration_us"] = json!(u64::MAX), ": invalid result file: a test is said to have taken 18446744073709551615 microseconds")]
#[case::a_run_without_end(|earlier: &mut Value| earlier["environment"]["wall_us"] = json!(u64::MAX), "results: its run says to have taken longer than a year")]
#[case::never_began(|earlier: &mut Value| drop(earlier["environment"].as_object_mut().expect("an object").remove("asked")), "it never began")]
fn so_is_one_of_other_things(#[case] spoil: Spoil, #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    let mut before = cut(true);
    spoil(&mut before);
    write(&file, before.to_string()).expect("it can be written");
    let output = resumed(&file, &RUN, &["--resume", &file.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(text(&output.stderr).contains(says), "'{says}' is missing: {}", describe(&output));
    assert_eq!(results(&file), before);
}

#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case::plain("", &["run", "--backend", BACKEND], &[])]
#[ignore = "takes seconds: CI runs it"]
#[case::traced_and_with_names_apart("trace", &["--backend", BACKEND, "--trace"], &["--", "*"])]
fn an_interrupted_run_says_how_to_go_on(#[case] trace: &str, #[case] run: &[&str], #[case] names: &[&str]) {
    let folder = tempdir().expect("a temporary folder");
    let [file, notes] = ["results", "notes"].map(|name| folder.path().join(name));
    std::fs::create_dir(&notes).expect("it can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
    let trace = Some(folder.path().join(trace)).filter(|_| !trace.is_empty());
    command.args(run).args(trace).arg("--json").arg(&file).args(names).env("TMPDIR", &notes);
    let mut running = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The whole suite takes seconds.
    let has_begun = || read_to_string(&file).is_ok_and(|text| text.contains("\"outcome\":"));
    while !has_begun() {
        assert!(running.try_wait().is_ok_and(|ended| ended.is_none()), "it ended before its first test");
        std::thread::yield_now();
    }
    // It has not been waited for, so that the number is its own.
    kill(Pid::from_raw(running.id().cast_signed()), Signal::SIGTERM).expect("it can be told");
    let output = running.wait_with_output().expect("it can be waited for");
    assert_eq!(output.status.signal(), Some(15), "{}", describe(&output));
    let document = results(&file);
    let summary = &document["summary"];
    assert_eq!(
        (&summary["complete"], &summary["interrupted"]),
        (&json!(false), &json!("SIGTERM")),
        "{summary}"
    );
    assert_eq!(std::fs::read_dir(&notes).expect("it can be read").count(), 0, "nothing is left there");
    let count = document["tests"].as_array().map_or(0, Vec::len);
    let err = text(&output.stderr);
    assert!(err.contains(&format!("the run was interrupted by SIGTERM: {count} of ")), "{err}");
    let told_to = err.lines().find_map(|line| line.strip_prefix("continue it: ")).expect("a command");
    let output = Command::new("sh").args(["-c", told_to]).output().expect("there is a shell");
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    assert!(text(&output.stdout).contains("CONFORMS, "), "{}", describe(&output));
    assert_eq!(results(&file)["summary"]["complete"], true);
}

#[test]
fn a_run_that_stopped_at_a_failure_goes_on() {
    let folder = tempdir().expect("a temporary folder");
    let [list, file] = ["list", "results"].map(|name| folder.path().join(name));
    let skiplist = "driver: { backend: host }\nentries:\n\
        - { test: \"event::open::null_data\", action: expect-fail, reason: stale }\n";
    write(&list, skiplist).expect("it can be written");
    let (list, path) = (list.to_string_lossy(), file.to_string_lossy());
    let run = [&RUN[..], &["--skiplist", &list]].concat();
    let output = resumed(&file, &run, &["--fail-fast"]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    assert!(out.contains("\nnot run:\n") && out.contains("stopped after 1 failure (--fail-fast)"), "{out}");
    // Each test is in the last line, in one place.
    let line = out.lines().rfind(|line| line.starts_with("test result: ")).expect("a result");
    let counts =
        line.split("; ").filter_map(|part| part.rsplit(". ").next()?.split(' ').next()?.parse::<u64>().ok());
    assert_eq!(counts.sum::<u64>(), suite_size(), "{line}");
    let output = resumed(&file, &run, &["--resume", &path]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    let document = results(&file);
    assert_eq!(document["summary"]["total"]["not-run"], 0);
    assert_eq!(document["tests"].as_array().map(Vec::len), WHOLE.1["tests"].as_array().map(Vec::len));
}
