//! Both fronts, the command and `cargo test`, report a request that they cannot fulfil, with code 2. Where libtest's own
//! conventions differ, the front keeps to them.

use crate::support::cargo::CARGO_TEST;
use crate::support::shell::script;
use crate::support::{describe, results, text, ur_ipc_cts};
use rstest::rstest;
use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::{NamedTempFile, TempDir};

/// Runs the suite as `cargo test` does.
fn cargo_test(arguments: &[&OsStr], variables: &[(&str, &OsStr)]) -> Output {
    Command::new(&*CARGO_TEST)
        .args(arguments)
        .env("UR_IPC_CTS_BACKEND", "host")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn words<'w>(words: &[&'w str]) -> Vec<&'w OsStr> {
    words.iter().map(|word| OsStr::new(*word)).collect()
}

fn expect(output: &Output, code: i32, says: &str) {
    let told = describe(output);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(says), "'{says}' is not in: {told}");
}

/// A device beside one that can be verified: who names it wants to know of it.
#[rstest]
#[case::found(&[], 0, "\nnothing to verify on host@no-ipc::dev0\n")]
#[case::named(&["--device", "host*"], 2, "--device: nothing to verify on host@no-ipc::dev0")]
#[case::all_of_a_number(&["--device", "0"], 2, "--device: nothing to verify on host@no-ipc::dev0")]
fn a_device_without_anything_to_verify_is_told(
    #[case] device: &[&str],
    #[case] code: i32,
    #[case] says: &str,
) {
    let backends = ["run", "--backend", "host", "--backend", "host@no-ipc", "memory::get"];
    expect(&ur_ipc_cts(&[&backends, device].concat(), &[]), code, says);
}

#[rstest]
#[case::misspelt(&["memory::opne"], 0, "note: no test of this suite has 'memory::opne' in its name; did you mean 'memory::open'?")]
#[case::misspelt_name(
    &["--exact", "host::dev0::memory::get::sucess"],
    0,
    "did you mean 'host::dev0::memory::get::success'?"
)]
#[case::misspelt_id(&["--exact", "memory::get::sucess"], 0, "did you mean 'memory::get::success'?")]
fn cargo_test_says_what_may_have_been_meant(
    #[case] arguments: &[&str],
    #[case] code: i32,
    #[case] says: &str,
) {
    expect(&cargo_test(&words(arguments), &[]), code, says);
}

#[rstest]
#[case::variable(
    "UR_IPC_CTS_SEDE",
    "7",
    "UR_IPC_CTS_SEDE: the suite has no such variable; unset it, or see docs/guide/ci.md; did you mean 'UR_IPC_CTS_SEED'?"
)]
#[case::backend("UR_IPC_CTS_BACKEND", "hots", "UR_IPC_CTS_BACKEND: there is no backend 'hots'")]
#[case::selection(
    "UR_IPC_CTS_SELECTION",
    "ur-ct",
    "UR_IPC_CTS_SELECTION: there is no selection 'ur-ct': the suite has ur-cts; did you mean 'ur-cts'?"
)]
fn cargo_test_names_the_variable(#[case] name: &str, #[case] value: &str, #[case] says: &str) {
    expect(&cargo_test(&words(&["event::open::null_out"]), &[(name, OsStr::new(value))]), 2, says);
}

#[rstest]
#[case::name(&["event::open::null_out", "no::such"], "filter 'no::such' matches no test")]
#[case::exact(&["--exact", "event::open::null_out", "event::open"], "filter 'event::open' matches no test")]
#[case::pattern(&["event::open::null_out", "evnt::*"], "filter 'evnt::*' matches no test")]
#[case::skip(&["--skip", "event::*", "--skip", "evnt::*"], "--skip 'evnt::*' matches no test")]
#[case::skip_all(&["--skip", "*"], "--skip '*' skips all tests")]
#[case::thorough(&["*rows_above_4*"], "filter '*rows_above_4*' matches 1 thorough test only: add --thorough")]
#[case::part_of_thorough(&["offset_above_4"], "did you mean '*offset_above_4*' (1 test)?")]
#[case::path_exactly(&["--exact", "memory::close"], "--exact takes whole names: without it, this matches ")]
#[case::skip_exactly(&["--exact", "--skip", "event::open"], "--skip 'event::open' matches no test")]
#[case::device(&["--device", "0", "--device", "9"], "there is no device '9': the devices are host::dev0 (")]
#[case::device_name(&["--device", "0", "--device", "NVIDIA*"], "there is no device 'NVIDIA*'")]
#[case::family(&["--family", "event", "--family", "evnt"], "invalid value 'evnt' for '--family <FAMILY>'")]
#[case::topic(&["--topic", "open", "--topic", "nothing"], "there is no topic 'nothing'")]
#[case::requirement(&["--requirement", "event.*", "--requirement", "no.such"], "there is no requirement 'no.such'")]
#[case::backend(&["--backend", "nope"], "there is no backend 'nope'")]
#[case::left_out_by_others(
    &["--family", "event", "--family", "memory", "event::open::null_out"],
    "no test of family 'memory' is left by the other filters"
)]
#[case::backend_left_out_by_others(
    &["--backend", "host@two-devices", "host::dev0::event::open::null_out"],
    "no test of backend host@two-devices is left by the other filters"
)]
#[case::nothing_together(&["--family", "event", "memory::open"], "no test is left by the filters together: family 'event', filter 'memory::open'")]
fn a_filter_that_chooses_nothing_is_named_among_others(#[case] arguments: &[&str], #[case] says: &str) {
    for command in ["run", "list"] {
        let output = ur_ipc_cts(&[&[command, "--backend", "host"], arguments].concat(), &[]);
        expect(&output, 2, says);
    }
}

/// A skiplist by which no test is run.
fn skip_all() -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".yaml").tempfile().expect("a temporary file");
    let yaml = "driver: { backend: host }\nentries:\n- { test: \"*\", action: skip, reason: on purpose }\n";
    file.write_all(yaml.as_bytes()).expect("it can be written");
    file
}

#[test]
fn a_run_in_which_all_is_skipped_says_nothing_and_so_do_its_results() {
    let (list, folder) = (skip_all(), TempDir::new().expect("a temporary folder"));
    let files = ["command.json", "cargo.json"].map(|name| folder.path().join(name));
    let path = |path: &Path| path.as_os_str().to_owned();
    let (list, [command, cargo]) = (path(list.path()), files.each_ref().map(|file| path(file)));
    let arguments = words(&["run", "--backend", "host", "event::open", "--skiplist"]);
    let output = ur_ipc_cts(&[&arguments[..], &[&list, OsStr::new("--json"), &command]].concat(), &[]);
    expect(&output, 2, "no test ran: all were skipped");
    expect(&output, 2, "\nno test ran on host::dev0\n");
    let variables = [("UR_IPC_CTS_SKIPLIST", &*list), ("UR_IPC_CTS_JSON", &*cargo)];
    expect(&cargo_test(&words(&["event::open"]), &variables), 2, "no test ran: all were skipped");
    for file in files {
        let summary = &results(&file)["summary"];
        assert_eq!(
            summary["problems"][0], "no test ran: all were skipped, for the reasons above",
            "{summary}"
        );
    }
}

#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case::all("host@memory-only", &[], "CONFORMS, ")]
#[case::some("host", &["event::open"], "PARTIAL: no violation in the tests that ran, ")]
#[case::json("host", &["event::open", "--format", "json", "-Zunstable-options"], "PARTIAL: no violation in the tests that ran, ")]
fn cargo_test_ends_with_the_verdict_and_says_what_it_ran_on(
    #[case] backend: &str,
    #[case] arguments: &[&str],
    #[case] says: &str,
) {
    let output = cargo_test(&words(arguments), &[("UR_IPC_CTS_BACKEND", backend.as_ref())]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.contains(&format!("{backend}::dev0 (Host device 0, driver 0.1.0): {says}")), "{err}");
    let software = format!("no hardware was tested, only software: {backend}");
    assert_eq!(err.lines().last(), Some(&*software), "{err}");
}

/// A skiplist by which a test fails that passes.
fn stale() -> NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".yaml").tempfile().expect("a temporary file");
    let yaml = "driver: { backend: host }\nentries:\n- { test: \"event::open::null_out\", action: expect-fail, reason: r }\n";
    file.write_all(yaml.as_bytes()).expect("it can be written");
    file
}

#[test]
fn a_failure_ends_with_the_command_that_runs_it_again() {
    let list = stale();
    let list = list.path().as_os_str();
    let command =
        [&words(&["run", "--backend", "host", "--seed", "7", "event::open", "--skiplist"])[..], &[list]];
    let target = [("UR_IPC_CTS_SKIPLIST", list), ("UR_IPC_CTS_SEED", OsStr::new("7"))];
    let fronts =
        [(ur_ipc_cts(&command.concat(), &[]), 1), (cargo_test(&words(&["event::open"]), &target), 101)];
    for (output, code) in fronts {
        let told = describe(&output);
        assert_eq!(output.status.code(), Some(code), "{told}");
        let mut lines = told.lines().filter_map(|line| line.split_once("run it again: "));
        let (_, again) = lines.next().unwrap_or_else(|| panic!("no command in {told}"));
        let mut shell = Command::new("sh");
        let output =
            shell.args(["-c", again]).env("UR_IPC_CTS_SKIPLIST", list).output().expect("there is a shell");
        let told = describe(&output);
        assert_eq!(output.status.code(), Some(code), "{again}\n{told}");
        assert!(told.contains("event::open::null_out") && told.contains("1 failed"), "{told}");
    }
}

#[rstest]
#[case("1", 2, "no hardware would be tested")]
#[case("0", 0, "1 passed")]
#[case("yes", 2, "UR_IPC_CTS_REQUIRE_HARDWARE: 'yes' is neither 0 nor 1")]
fn hardware_may_be_required(#[case] value: &str, #[case] code: i32, #[case] says: &str) {
    let variables = [("UR_IPC_CTS_REQUIRE_HARDWARE", OsStr::new(value))];
    let arguments = words(&["event::open::null_out"]);
    expect(&cargo_test(&arguments, &variables), code, says);
    let arguments = words(&["run", "--backend", "host", "event::open::null_out"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
    let output = command.args(arguments).envs(variables).output().expect("the program starts");
    expect(&output, code, says);
}

#[rstest]
#[case::no_match(&["no::such::test"], "0 passed")]
#[case::no_match_exactly(&["--exact", "no::such::test"], "0 passed")]
#[case::a_skipped_test_by_its_full_name(&["--exact", "host::dev0::event::open::null_out"], "1 ignored")]
fn conventions_of_libtest_are_held_to(#[case] arguments: &[&str], #[case] says: &str) {
    let list = skip_all();
    let output = cargo_test(&words(arguments), &[("UR_IPC_CTS_SKIPLIST", list.path().as_os_str())]);
    expect(&output, 0, says);
}

#[test]
fn a_run_without_isolation_says_that_it_has_no_time_limit() {
    let arguments = ["run", "--backend", "host", "--isolation", "in-process", "event::open::null_out"];
    let output = ur_ipc_cts(&arguments, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let note = "note: with --isolation in-process, only other processes of tests have a time limit: Ctrl-C ends a test that hangs";
    assert!(text(&output.stderr).lines().any(|line| line == note), "{}", describe(&output));
}

/// The lists that nextest asks for, to show these tests as skipped.
#[rstest]
#[case::device("host@no-event", false, true)]
#[case::skiplist("host", true, true)]
#[case::nothing("host", false, false)]
fn tests_that_are_left_out_are_listed_as_ignored(
    #[case] backend: &str,
    #[case] skipped: bool,
    #[case] expected: bool,
) {
    let list = skip_all();
    let mut variables = vec![("UR_IPC_CTS_BACKEND", OsStr::new(backend))];
    if skipped {
        variables.push(("UR_IPC_CTS_SKIPLIST", list.path().as_os_str()));
    }
    let name = format!("{backend}::dev0::event::open::null_out");
    for (arguments, is_listed) in [(&["--list"][..], true), (&["--list", "--ignored"], expected)] {
        let output = cargo_test(&words(arguments), &variables);
        assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
        let listed = text(&output.stdout).lines().any(|line| line == format!("{name}: test"));
        assert_eq!(listed, is_listed, "{arguments:?}: {}", describe(&output));
    }
    let output = cargo_test(&words(&["--exact", &name, "--ignored"]), &variables);
    let says = if expected { "0 passed; 0 failed; 1 ignored" } else { "1 passed; 0 failed; 0 ignored" };
    expect(&output, 0, says);
}

/// Tests that only thorough runs have are ignored by libtest.
#[rstest]
#[case::usual(&["--exact", "host::dev0::lifetime::exiting_child::memory"], "0 passed; 0 failed; 1 ignored")]
#[case::usual_on_all_devices(&["--exact", "lifetime::exiting_child::memory"], "0 passed; 0 failed; 1 ignored")]
#[case::ignored(&["--ignored", "--exact", "host::dev0::lifetime::exiting_child::memory"], "1 passed; 0 failed; 0 ignored")]
#[case::ignored_in_part(&["--ignored", "lifetime::exiting_child"], "3 passed; 0 failed; 0 ignored")]
fn thorough_tests_are_ignored(#[case] arguments: &[&str], #[case] says: &str) {
    expect(&cargo_test(&words(arguments), &[]), 0, says);
}

#[rstest]
#[case::on_one_device("host", 1)]
#[case::on_each_device("host@two-devices", 2)]
#[case::on_each_backend("host, host@two-devices", 3)]
fn an_exact_name_without_the_device_is_that_test_on_all(#[case] backends: &str, #[case] count: usize) {
    let variables = [("UR_IPC_CTS_BACKEND", backends.as_ref())];
    let output = cargo_test(&words(&["--exact", "event::open::null_out"]), &variables);
    expect(&output, 0, &format!("test result: ok. {count} passed; 0 failed;"));
    let output = cargo_test(&words(&["--list", "--exact", "event::open::null_out"]), &variables);
    assert_eq!(text(&output.stdout).lines().count(), count, "{}", text(&output.stdout));
}

#[rstest]
#[case("UR_IPC_CTS_BACKEND", b"ho\xffst")]
#[case("UR_IPC_CTS_SELECTION", b"\xff")]
#[case("UR_IPC_CTS_TIMEOUT", b"3\xff")]
#[case("UR_IPC_CTS_SEED", b"\xff")]
#[case("UR_IPC_CTS_LOG", b"\xff")]
#[case("UR_IPC_CTS_SEED", b"x")]
#[case("UR_IPC_CTS_TIMEOUT", b"0")]
#[case("UR_IPC_CTS_SELECTION", b"nope")]
#[case("UR_IPC_CTS_LOG", b"a=b=c")]
fn a_setting_that_is_not_understood_is_named(#[case] variable: &str, #[case] value: &[u8]) {
    let variables = [(variable, OsStr::from_bytes(value))];
    for arguments in
        [&["event::open::null_out"][..], &["--exact", "host::dev0::event::open::null_out"], &["--list"]]
    {
        expect(&cargo_test(&words(arguments), &variables), 2, &format!("{variable}: "));
    }
}

#[rstest]
fn the_command_names_a_log_filter_that_is_not_understood(
    #[values("run", "list", "devices")] subcommand: &str,
) {
    let commands = format!("UR_IPC_CTS_LOG=$(printf '\\377') exec \"$0\" {subcommand}");
    expect(&script(&commands, Path::new("/")), 2, "UR_IPC_CTS_LOG: ");
}

#[rstest]
#[case::all(&["--test-threads", "0"])]
#[case::one(&["--test-threads=0", "--exact", "host::dev0::event::open::null_out"])]
fn no_threads_are_refused(#[case] arguments: &[&str]) {
    expect(&cargo_test(&words(arguments), &[]), 2, "--test-threads 0");
}

#[test]
fn words_that_are_not_text_are_refused() {
    let word = OsStr::from_bytes(b"\xff");
    expect(&cargo_test(&[word], &[]), 2, "invalid UTF-8");
    expect(&ur_ipc_cts(&[word], &[]), 2, "invalid UTF-8");
}

/// A command line that cannot be parsed says all the same what it wants.
#[rstest]
#[case::behind(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false)]
#[case::within(&["--color=always"], &[], true)]
#[case::unknown(&["--color", "mauve"], &[("CLICOLOR_FORCE", "1")], true)]
#[case::filter(&["--", "--color", "always"], &[], false)]
fn errors_have_the_colours_that_are_wanted(
    #[case] arguments: &[&str],
    #[case] variables: &[(&str, &str)],
    #[case] wanted: bool,
) {
    let output = ur_ipc_cts(&[&["run", "--bogus"], arguments].concat(), variables);
    expect(&output, 2, "unexpected argument '--bogus' found");
    assert_eq!(text(&output.stderr).contains('\x1b'), wanted, "{}", text(&output.stderr));
}

/// Colours are for people: of those who ask for them and of those who look at a terminal, which these tests do not.
#[rstest]
#[case::no_terminal(&[], &[], false)]
#[case::always(&["--color", "always"], &[], true)]
#[case::never(&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false)]
#[case::forced(&[], &[("CLICOLOR_FORCE", "1")], true)]
#[case::unwanted(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false)]
#[case::always_says_more(&["--color", "always"], &[("NO_COLOR", "1")], true)]
fn colours_are_there_when_they_are_wanted(
    #[case] arguments: &[&str],
    #[case] variables: &[(&str, &str)],
    #[case] wanted: bool,
) {
    let command =
        ur_ipc_cts(&[&["run", "--backend", "host", "event::open::null_out"], arguments].concat(), variables);
    let variables: Vec<(&str, &OsStr)> =
        variables.iter().map(|(name, value)| (*name, OsStr::new(*value))).collect();
    let cargo = cargo_test(&words(&[&["event::open::null_out"], arguments].concat()), &variables);
    for (front, stream) in [("command", &command.stdout), ("cargo test", &cargo.stderr)] {
        let told = text(stream);
        assert_eq!(
            told.contains(": \x1b[32mPARTIAL: no violation in the tests that ran"),
            wanted,
            "{front}: {told}"
        );
        assert_eq!(told.contains('\x1b'), wanted, "{front}: {told}");
    }
}
