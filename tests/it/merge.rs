//! Merged results: two shards are the whole, and a file that is not a part of it is refused.

use crate::support::{describe, results, shown, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::{Value, json};
use std::fs::write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

const RUN: [&str; 4] = ["run", "--backend", "host@two-devices", "event::open"];

/// A run on two devices, and its two shards. One test fails, one is skipped by a skiplist.
static RUNS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempdir().expect("a temporary folder");
    let skiplist = "driver: { backend: \"host@two-devices\" }\nentries:\n\
        - { test: \"event::open::null_out\", action: skip, reason: slow }\n\
        - { test: \"event::open::null_data\", action: expect-fail, reason: stale }\n";
    let skiplist = written(&folder, "skiplist", skiplist);
    run(&folder, "whole", &["--skiplist", &skiplist]);
    run(&folder, "one", &["--skiplist", &skiplist, "--shard", "1/2"]);
    run(&folder, "two", &["--skiplist", &skiplist, "--shard", "2/2"]);
    folder
});

fn run(folder: &TempDir, name: &str, arguments: &[&str]) {
    let file = shown(&folder.path().join(name));
    let output = ur_ipc_cts(&[&RUN[..], arguments, &["--json", &file]].concat(), &[]);
    assert!(output.status.code().is_some_and(|code| code != 2), "{}", describe(&output));
}

fn written(folder: &TempDir, name: &str, content: &str) -> String {
    let path = folder.path().join(name);
    write(&path, content).expect("it can be written");
    shown(&path)
}

fn of_the_runs(name: &str) -> PathBuf {
    RUNS.path().join(name)
}

fn merge(files: &[&str], more: &[&str]) -> Output {
    ur_ipc_cts(&[&["report", "merge"], files, more].concat(), &[])
}

/// Results without what differs from run to run: times, what tests measured, the machine; in an order of their own.
fn lasting(file: &Path) -> Value {
    let mut document = results(file);
    let object = document.as_object_mut().expect("an object");
    object.remove("environment");
    let tests = document["tests"].as_array_mut().expect("tests");
    for test in &mut *tests {
        let test = test.as_object_mut().expect("a record");
        for name in ["duration_us", "body_us", "notes"] {
            test.remove(name);
        }
    }
    tests.sort_by_key(|test| test["name"].to_string());
    document
}

#[rstest]
fn two_shards_are_the_whole(#[values(["one", "two"], ["two", "one"])] order: [&str; 2]) {
    let folder = tempdir().expect("a temporary folder");
    let merged = folder.path().join("merged");
    let [first, second] = order.map(|name| shown(&of_the_runs(name)));
    let output = merge(&[&first, &second], &["--json", &shown(&merged)]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    assert_eq!(lasting(&merged), lasting(&of_the_runs("whole")));
    let (merged, whole) = (results(&merged), results(&of_the_runs("whole")));
    let asked = |document: &Value| document["environment"]["asked"].clone();
    assert_eq!(asked(&merged), asked(&whole));
    assert_eq!(merged["environment"]["parts"].as_array().map(Vec::len), Some(2));
    let out = text(&output.stdout);
    for says in ["FAILS: the skiplist is out of date", "merged from 2 runs", "2 failed; 2 ignored; "] {
        assert!(out.contains(says), "'{says}' is missing: {out}");
    }
}

/// Programs and verdicts go by causes. The reasons are for people, and may be worded anew.
#[test]
fn reasons_decide_nothing() {
    let folder = tempdir().expect("a temporary folder");
    let [one, two, merged] = ["one", "two", "merged"].map(|name| folder.path().join(name));
    for (name, file) in [("one", &one), ("two", &two)] {
        let mut document = results(&of_the_runs(name));
        let tests = document["tests"].as_array_mut().expect("tests");
        let told = tests.iter_mut().filter(|test| test["reason"].is_string());
        told.for_each(|test| test["reason"] = json!("in other words"));
        write(file, document.to_string()).expect("the folder is writable");
    }
    let output = merge(&[&shown(&one), &shown(&two)], &["--json", &shown(&merged)]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    assert_eq!(results(&merged)["verdicts"], results(&of_the_runs("whole"))["verdicts"]);
}

#[test]
fn a_report_of_the_whole_is_made_of_merged_results() {
    let folder = tempdir().expect("a temporary folder");
    let merged = shown(&folder.path().join("merged"));
    let [one, two] = ["one", "two"].map(|name| shown(&of_the_runs(name)));
    merge(&[&one, &two], &["--json", &merged]);
    for format in ["html", "junit", "markdown"] {
        let output = ur_ipc_cts(&["report", format, &merged], &[]);
        assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
        assert!(text(&output.stdout).contains("event::open::null_data"));
    }
    let output = ur_ipc_cts(&["report", "diff", &merged, &shown(&of_the_runs("whole"))], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    // What was put together already is a part again.
    assert_eq!(merge(&[&merged], &[]).status.code(), Some(1));
    // For programs there is nothing but the document.
    let output = merge(&[&one, &two], &["--json", "-"]);
    assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok(), "{}", describe(&output));
    assert!(text(&output.stderr).contains("test result: FAILED"), "{}", describe(&output));
}

#[test]
fn runs_on_devices_of_their_own_are_one() {
    let folder = tempdir().expect("a temporary folder");
    run(&folder, "dev0", &["--device", "0"]);
    run(&folder, "dev1", &["--device", "1"]);
    run(&folder, "both", &[]);
    let [first, second, both, merged] =
        ["dev0", "dev1", "both", "merged"].map(|name| folder.path().join(name));
    let output = merge(&[&shown(&first), &shown(&second)], &["--json", &shown(&merged)]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    assert_eq!(lasting(&merged), lasting(&both));
    let output = merge(&[&shown(&first), &shown(&both)], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
}

#[rstest]
#[case::whole(&["1/1"])]
#[case::shards(&["1/2", "2/2"])]
fn a_run_of_which_nothing_came_is_not_made_good_by_others(#[case] shards: &[&str]) {
    let folder = tempdir().expect("a temporary folder");
    let path = |name: &str| shown(&folder.path().join(name));
    let results_of = |name: &str, backend: &str, shard: &str| {
        let file = path(name);
        ur_ipc_cts(&["--backend", backend, "event::open", "--shard", shard, "--json", &file], &[]);
        file
    };
    let good = results_of("good", "host", "1/1");
    let empty = shards.iter().zip(["a", "b"]).map(|(shard, name)| results_of(name, "host@no-ipc", shard));
    let empty: Vec<String> = empty.collect();
    let mut files: Vec<&str> = empty.iter().map(String::as_str).collect();
    files.push(&good);
    let merged = path("merged");
    let output = merge(&files, &["--json", &merged]);
    let says = format!("error: {}: no test ran: all were skipped", empty.join(", "));
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(text(&output.stderr).contains(&says), "'{says}' is missing: {}", describe(&output));
    // It stays so, whatever it is put together with.
    assert_eq!(merge(&[&merged], &[]).status.code(), Some(2));
}

type Spoil = fn(&mut Value);

#[rstest]
#[case::seed(|two: &mut Value| two["environment"]["seed"] = json!(7), "two: seed: 7, but ")]
#[case::timeout(|two: &mut Value| two["environment"]["timeout_ms"] = json!(1), "two: timeout_ms: 1, but ")]
#[case::version(|two: &mut Value| two["environment"]["suite_version"] = json!("9"), "two: version of the suite: 9")]
#[case::commit(|two: &mut Value| two["environment"]["suite_commit"] = json!("9"), "two: commit of the suite: 9")]
#[case::requirements(|two: &mut Value| two["environment"]["asked"]["suite_digest"] = json!("x"), "two: tests and requirements: x")]
#[case::selection(|two: &mut Value| two["environment"]["selection"] = json!(["filter 'a'"]), "two: selection: filter 'a'")]
#[case::skiplists(|two: &mut Value| two["environment"]["asked"]["skiplists_digest"] = json!("x"), "two: skiplists_digest: x")]
#[case::repeat(|two: &mut Value| two["environment"]["asked"]["repeat"] = json!(3), "two: repeat: 3, but ")]
#[case::backend(|two: &mut Value| two["environment"]["backends"][0]["version"] = json!("9"), "two: backend host@two-devices is host 9, and in ")]
#[case::driver(|two: &mut Value| two["devices"][1]["driver_version"] = json!("9"), "two: driver_version of host@two-devices::dev1: 9")]
#[case::shards(|two: &mut Value| two["environment"]["asked"]["shard"]["of"] = json!(3), "two: number of shards: 3, but ")]
#[case::the_same_shard(|two: &mut Value| two["environment"]["asked"]["shard"]["index"] = json!(1), "shard 2/2 of host@two-devices::dev0, host@two-devices::dev1 is missing")]
#[case::cut(|two: &mut Value| two["summary"]["complete"] = json!(false), "two: its run has not come to its end: continue it with --resume ")]
#[case::old(|two: &mut Value| drop(two["environment"].as_object_mut().expect("an object").remove("asked")), "two: it does not say what its run was asked for")]
#[case::a_test_is_gone(|two: &mut Value| drop(two["tests"].as_array_mut().expect("a list").pop()), "which are not the ")]
#[case::a_test_is_another(|two: &mut Value| two["tests"][0]["name"] = json!("x"), "which are not the ")]
#[case::a_test_is_there_twice(
    |two: &mut Value| { let test = two["tests"][0].clone(); two["tests"].as_array_mut().expect("a list").push(test) },
    "two as well"
)]
fn what_is_no_part_of_the_run_is_refused(#[case] spoil: Spoil, #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let mut spoilt = results(&of_the_runs("two"));
    spoil(&mut spoilt);
    let two = written(&folder, "two", &spoilt.to_string());
    let merged = written(&folder, "merged", "an older result");
    let output = merge(&[&shown(&of_the_runs("one")), &two], &["--json", &merged]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let err = text(&output.stderr);
    assert!(err.contains(says), "'{says}' is missing: {err}");
    let left = results(Path::new(&merged));
    assert_eq!((&left["summary"]["complete"], &left["tests"]), (&json!(false), &json!([])));
}

#[rstest]
#[case::missing(&["one"], "shard 2/2 of host@two-devices::dev0, host@two-devices::dev1 is missing")]
#[case::doubled(&["one", "two", "two"], "is there more than once: ")]
#[case::with_the_whole(&["one", "whole"], "number of shards: none, but ")]
#[case::wholes(&["whole", "whole"], "its tests would count more than once")]
#[case::no_file(&["one", "three"], "three: no such file")]
#[case::no_results(&["skiplist"], "skiplist:1:1: not a result file")]
fn shards_that_are_missing_or_doubled_are_named(#[case] names: &[&str], #[case] says: &str) {
    let files: Vec<String> = names.iter().map(|name| shown(&of_the_runs(name))).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = merge(&files, &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(text(&output.stderr).contains(says), "'{says}' is missing: {}", describe(&output));
}

#[test]
fn no_part_is_written_over() {
    let one = shown(&of_the_runs("one"));
    let before = results(&of_the_runs("one"));
    let output = merge(&[&one], &["--json", &one]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains("is read, and would be written over"), "{}", describe(&output));
    assert_eq!(results(&of_the_runs("one")), before);
}
