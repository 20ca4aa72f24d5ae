//! One run on many machines: shards of it, and tests that are asked for by name.

use crate::support::cargo::CARGO_TEST;
use crate::support::{describe, results, shown, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::tempdir;

const TWO_DEVICES: [&str; 4] = ["run", "--backend", "host@two-devices", "event::open"];

/// Runs the command with `--json`, and expects this exit code.
fn run_to(file: &Path, arguments: &[&str], code: i32) -> Output {
    let output = ur_ipc_cts(&[arguments, &["--json", &shown(file)]].concat(), &[]);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}{}", describe(&output));
    output
}

fn names(file: &Path) -> Vec<String> {
    let document = results(file);
    let tests = document["tests"].as_array().expect("tests");
    tests.iter().map(|test| test["name"].as_str().expect("a name").to_owned()).collect()
}

#[rstest]
fn shards_are_the_whole_whatever_they_are_cut_by(#[values(false, true)] timed: bool) {
    let folder = tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    run_to(&path("whole"), &TWO_DEVICES, 0);
    let durations = shown(&path("whole"));
    let by: &[&str] = if timed { &["--durations", &durations] } else { &[] };
    let shards: Vec<PathBuf> = (1..=3).map(|index| path(&format!("{index}"))).collect();
    for (file, shard) in shards.iter().zip(["1/3", "2/3", "3/3"]) {
        let output = run_to(file, &[&TWO_DEVICES[..], &["--shard", shard], by].concat(), 0);
        let out = text(&output.stdout);
        let count = names(file).len();
        let whole = names(&path("whole")).len();
        assert!(out.contains(&format!("this is shard {shard}: it has {count} of {whole} tests; ")), "{out}");
        assert!(
            out.contains("PARTIAL: no violation in the tests that ran") && !out.contains("CONFORMS"),
            "{out}"
        );
        assert_eq!(results(file)["environment"]["asked"]["shard"]["of"], 3);
    }
    let all: Vec<String> = shards.iter().flat_map(|file| names(file)).collect();
    assert_eq!(all.len(), names(&path("whole")).len());
    assert_eq!(BTreeSet::from_iter(all), BTreeSet::from_iter(names(&path("whole"))));
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn cargo_test_runs_a_shard_as_the_command_does() {
    let folder = tempdir().expect("a temporary folder");
    let [command, target] = ["command", "target"].map(|name| folder.path().join(name));
    run_to(&command, &["run", "--backend", "host", "--shard", "2/40"], 0);
    let cargo_test = |arguments: &[&str]| {
        let mut program = Command::new(&*CARGO_TEST);
        program.args(arguments).env("UR_IPC_CTS_BACKEND", "host").env("UR_IPC_CTS_SHARD", "2/40");
        program.env("UR_IPC_CTS_JSON", &target).output().expect("it starts")
    };
    let output = cargo_test(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    assert!(text(&output.stderr).contains("this is shard 2/40: it has "), "{}", describe(&output));
    assert_eq!(BTreeSet::from_iter(names(&target)), BTreeSet::from_iter(names(&command)));
    // As nextest asks, so that it runs the same.
    let listed = text(&cargo_test(&["--list", "--format", "terse"]).stdout);
    let listed: BTreeSet<String> =
        listed.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_owned())).collect();
    assert_eq!(listed, BTreeSet::from_iter(names(&command)));
}

#[test]
fn a_file_names_the_tests_to_run() {
    let folder = tempdir().expect("a temporary folder");
    let [list, file] = ["list", "results"].map(|name| folder.path().join(name));
    write(&list, "# two tests\nevent::open::null_out\nhost::dev0::event::open::null_data: test # slow\n")
        .expect("it is written");
    let output = run_to(&file, &["run", "--backend", "host", "--tests-from", &shown(&list)], 0);
    assert!(
        text(&output.stdout).contains("PARTIAL: no violation in the tests that ran"),
        "{}",
        describe(&output)
    );
    let expected = ["event::open::null_data", "event::open::null_out"].map(|id| format!("host::dev0::{id}"));
    assert_eq!(BTreeSet::from_iter(names(&file)), BTreeSet::from(expected));
}

#[test]
fn what_failed_runs_again() {
    let folder = tempdir().expect("a temporary folder");
    let [list, first, second] = ["list", "first", "second"].map(|name| folder.path().join(name));
    let skiplist = "driver: { backend: host }\nentries:\n\
        - { test: \"event::open::null_data\", action: expect-fail, reason: it does not }\n";
    write(&list, skiplist).expect("it is written");
    run_to(&first, &["run", "--backend", "host", "event::open", "--skiplist", &shown(&list)], 1);
    let again = ["run", "--backend", "host", "--rerun-failed", &shown(&first)];
    let output = run_to(&second, &again, 0);
    assert_eq!(names(&second), ["host::dev0::event::open::null_data"]);
    assert!(
        text(&output.stdout).contains("PARTIAL: no violation in the tests that ran"),
        "{}",
        describe(&output)
    );
}

#[test]
fn nothing_that_failed_is_nothing_to_run() {
    let folder = tempdir().expect("a temporary folder");
    let [first, second, junit] = ["first", "second", "junit"].map(|name| folder.path().join(name));
    run_to(&first, &["run", "--backend", "host", "event::open"], 0);
    let again = ["run", "--backend", "host", "--junit", &shown(&junit), "--rerun-failed", &shown(&first)];
    let output = run_to(&second, &again, 0);
    let note = format!("note: no test failed in {}; nothing to run\n", shown(&first));
    assert_eq!((text(&output.stdout), text(&output.stderr)), (String::new(), note));
    // What was asked for is there, of no test.
    assert_eq!(names(&second), Vec::<String>::new());
    let summary = &results(&second)["summary"];
    assert_eq!((&summary["complete"], &summary["ok"]), (&json!(true), &json!(true)));
    let page = std::fs::read_to_string(&junit).expect("JUnit's XML");
    assert!(page.contains("tests=\"0\"") && !page.contains("<testsuite "), "{page}");
    // So a chain of such runs stays green.
    run_to(&first, &["run", "--backend", "host", "--rerun-failed", &shown(&second)], 0);
    let listed = ur_ipc_cts(&["list", "--rerun-failed", &shown(&second)], &[]);
    assert_eq!(listed.status.code(), Some(0), "{}", describe(&listed));
    assert!(text(&listed.stdout).ends_with("\n0 tests, 0 benchmarks\n"), "{}", describe(&listed));
}

#[test]
fn what_failed_runs_again_on_its_backend() {
    let folder = tempdir().expect("a temporary folder");
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    run_to(&first, &["run", "--backend", "host@broken-leak", "*lifetime::fd::memory*"], 1);
    let output = run_to(&second, &["run", "--rerun-failed", &shown(&first)], 1);
    let failed: BTreeSet<String> = names(&second).into_iter().collect();
    assert!(failed.iter().all(|name| name.starts_with("host@broken-leak::dev0::")), "{failed:?}");
    let note = "note: --rerun-failed sets options of this run: --backend=host@broken-leak\n";
    assert!(text(&output.stderr).contains(note), "{}", describe(&output));
}

/// A change that makes a run unusable as a list of failures.
type Spoil = fn(&mut Value);

#[rstest]
#[case::cut(|run: &mut Value| run["summary"]["complete"] = json!(false), "its run has not come to its end: continue it with --resume ")]
#[case::stopped(
    |run: &mut Value| (run["tests"][0]["outcome"], run["tests"][0]["cause"]) = (json!("not-run"), json!({"kind": "stopped"})),
    "its run stopped before 1 test, which may fail as well: continue it with --resume "
)]
#[case::problems(
    |run: &mut Value| run["summary"]["problems"] = json!(["a worker ended badly"]),
    "the run did not succeed: run all of it again\n        a worker ended badly"
)]
fn a_run_that_does_not_name_all_failures_is_refused(#[case] spoil: Spoil, #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("results");
    run_to(&file, &["run", "--backend", "host", "event::open"], 0);
    let mut run = results(&file);
    spoil(&mut run);
    write(&file, run.to_string()).expect("it is written");
    let output = ur_ipc_cts(&["run", "--backend", "host", "--rerun-failed", &shown(&file)], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains(says), "'{says}' is missing: {}", describe(&output));
}

#[rstest]
#[case::no_shard(&["--shard", "0/4"], "invalid shard '0/4' (expected K/N, 1 <= K <= N)")]
#[case::more_shards_than_tests(&["--shard", "3/900"], "more shards than tests, of which the run has ")]
#[case::durations_of_no_shard(&["--durations", "r.json"], "--shard <K/N>")]
#[case::no_durations(&["--shard", "1/2", "--durations", "/no/such.json"], "result file /no/such.json: no such file")]
#[case::durations_that_are_none(&["--shard", "1/2", "--durations", "Cargo.toml"], "Cargo.toml:1:2: not a result file")]
#[case::no_list(&["--tests-from", "/no/such.txt"], "--tests-from /no/such.txt: no such file")]
#[case::no_names(&["--tests-from", "/dev/null"], "--tests-from /dev/null: it names no test")]
#[case::no_such_tests(&["--tests-from", "deny.toml"], "deny.toml:3: there is no test")]
#[case::no_failures(&["--rerun-failed", "/no/such.json"], "result file /no/such.json: no such file")]
fn mistakes_are_named_and_end_with_code_2(#[case] arguments: &[&str], #[case] says: &str) {
    let output = ur_ipc_cts(&[&["run", "--backend", "host"], arguments].concat(), &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(err.contains(says), "{arguments:?} does not say '{says}': {err}");
}

#[rstest]
#[case::negative(json!(-5))]
#[case::years(json!(u64::MAX))]
#[case::infinite(json!(1e300))]
fn times_that_no_test_took_share_out_nothing(#[case] time: Value) {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("whole");
    run_to(&file, &TWO_DEVICES, 0);
    let mut document = results(&file);
    document["tests"][0]["duration_us"] = time.clone();
    write(&file, document.to_string()).expect("it can be written");
    let more = ["--shard", "1/2", "--durations", &shown(&file)];
    let output = ur_ipc_cts(&[&TWO_DEVICES[..], &more].concat(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let why = format!("invalid result file: a test is said to have taken {time} microseconds");
    let place = format!("{}:1:", shown(&file));
    let err = text(&output.stderr);
    assert!(err.contains(&why) && err.contains(&place), "{err}");
}

#[rstest]
#[case("UR_IPC_CTS_SHARD", "5/4", "UR_IPC_CTS_SHARD: invalid shard '5/4'")]
#[case("UR_IPC_CTS_DURATIONS", "r.json", "UR_IPC_CTS_DURATIONS is of use with UR_IPC_CTS_SHARD only")]
fn so_they_are_under_cargo_test(#[case] variable: &str, #[case] value: &str, #[case] says: &str) {
    let output = Command::new(&*CARGO_TEST).env(variable, value).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(text(&output.stderr).contains(says), "{}", describe(&output));
}
