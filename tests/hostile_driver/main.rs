//! A driver whose texts act on terminals and pretend to be verdicts: people see what they are, programs get them as they
//! are.
//!
//! This program is both fronts on such a driver (`HOSTILE_AS` says which), and the trials, which start the former.

mod driver;
mod late;

use driver::{EVIL, Hostile};
use late::{Doomed, Last, Late};
use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use ur_ipc_cts::backend;
use ur_ipc_host::{HostBackend, Profile};

/// Says which front this process is.
const FRONT: &str = "HOSTILE_AS";

fn main() -> ExitCode {
    let backends = || {
        vec![
            backend("hostile", Hostile::new),
            backend("late", Late::new),
            backend("good", || HostBackend::new(Profile::default())),
            backend("last", Last::new),
            backend("doomed-at-once", || Doomed::new(Duration::from_micros(500))),
            backend("doomed-late", || Doomed::new(Duration::from_millis(20))),
            backend("absent", || Err::<Hostile, _>(format!("no library{EVIL}"))),
        ]
    };
    match std::env::var(FRONT).as_deref() {
        Ok("command") => ur_ipc_cts::command(backends()),
        Ok(_) => ur_ipc_cts::conformance(backends()),
        Err(_) => libtest_mimic::run(&Arguments::from_args(), trials()).exit_code(),
    }
}

fn trials() -> Vec<Trial> {
    let trial = |name: &str, front, arguments: &'static [&str], backend, code| {
        Trial::test(name, move || harmless(front, arguments, backend, code))
    };
    const TESTS: &str = "memory::get";
    const LATE: [&str; 3] = ["last", "doomed-at-once", "doomed-late"];
    let explored = LATE.map(|backend| {
        Trial::test(format!("an_exploration_sees_the_last_moments::{backend}"), move || {
            an_exploration_sees_the_last_moments(backend)
        })
    });
    let replayed = LATE.map(|backend| {
        Trial::test(format!("a_replay_sees_the_last_moments::{backend}"), move || {
            a_replay_sees_the_last_moments(backend)
        })
    });
    let trials = vec![
        trial("command_runs", "command", &["run", "--backend", "hostile", TESTS], "", 1),
        trial("command_tells_all", "command", &["run", "--backend", "hostile", "--verbose", TESTS], "", 1),
        trial(
            "command_keeps_stdout",
            "command",
            &["run", "--backend", "hostile", "--json", "/dev/null", TESTS],
            "",
            1,
        ),
        trial("command_lists_devices", "command", &["devices"], "", 0),
        trial("command_names_devices", "command", &["run", "--backend", "hostile", "--device", "9"], "", 2),
        trial("command_has_no_device", "command", &["run", "--backend", "absent"], "", 2),
        trial("cargo_test_runs", "conformance", &[TESTS], "hostile", 101),
        trial(
            "cargo_test_runs_one",
            "conformance",
            &["--exact", "hostile::dev0::memory::get::success"],
            "hostile",
            101,
        ),
        trial("cargo_test_lacks_a_backend", "conformance", &["device_info"], "hostile,absent", 2),
        trial("cargo_test_has_no_device", "conformance", &[], "absent", 2),
        Trial::test("programs_get_texts_as_they_are", programs_get_texts_as_they_are),
        Trial::test("a_late_death_is_no_success", || a_late_death_is_no_success(&[])),
        Trial::test("a_late_death_is_no_success_without_a_second_look", || {
            a_late_death_is_no_success(&["--no-second-look"])
        }),
    ];
    trials.into_iter().chain(explored).chain(replayed).collect()
}

fn front(name: &str, arguments: &[&str], backend: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command.args(arguments).env(FRONT, name).env("UR_IPC_CTS_BACKEND", backend).stdin(Stdio::null());
    // As behind `sudo`, in the log of a workflow.
    command.env_remove("GITHUB_ACTIONS");
    command
}

fn harmless(name: &str, arguments: &[&str], backend: &str, code: i32) -> Result<(), Failed> {
    let output = front(name, arguments, backend).output()?;
    let printed = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat();
    let acts = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{202e}' | '\u{2066}');
    let forged: Vec<&str> = printed.lines().filter(|line| line.starts_with("test result: ok")).collect();
    if output.status.code() != Some(code) {
        return Err(format!("exit code {:?} instead of {code}\n{printed}", output.status.code()).into());
    }
    let commands = printed.lines().any(|line| line.trim_start().starts_with("::") || line.contains("##["));
    if commands
        || printed.contains(acts)
        || !forged.is_empty()
        || printed.lines().any(|line| line == "CONFORMS")
    {
        return Err(format!("{printed:?}").into());
    }
    // What was said is still to be read.
    if printed.contains("9 passed") { Ok(()) } else { Err(printed.into()) }
}

/// Nobody is bound in the test that it strikes, and that test alone does not die.
fn a_late_death_is_no_success(more: &[&str]) -> Result<(), Failed> {
    const TESTS: [&str; 3] = ["memory::get::success", "memory::open::stale", "event::get::success"];
    let arguments = [&["run", "--backend", "late", "--json", "-", "--exact"], more, &TESTS].concat();
    let output = front("command", &arguments, "").output()?;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let outcomes: Vec<_> = document["tests"]
        .as_array()
        .map(|tests| tests.iter().map(|test| (test["test"].as_str(), test["outcome"].as_str())).collect())
        .unwrap_or_default();
    let expected = TESTS.map(Some).into_iter().zip(["pass", "deviates", "pass"].map(Some));
    let problems = &document["summary"]["problems"];
    let problem = problems[0].as_str().unwrap_or_default();
    let names = [
        "late::dev0: memory::open::stale: SIGABRT",
        "not reproduced in a fresh process",
        "the worker had run memory::get::success before",
    ];
    let told =
        names.iter().all(|part| problem.contains(part)) && problems.as_array().map(Vec::len) == Some(1);
    if output.status.code() == Some(2) && told && outcomes.iter().copied().eq(expected) {
        Ok(())
    } else {
        Err(format!("{:?} {outcomes:?} {problems:#}", output.status).into())
    }
}

/// The programs whose last release dooms a process: all live to the end, or one is killed before.
const DOOMED: [&str; 2] = ["a: c1 = context\n", "a: c1 = context\nb: c2 = context\nb: kill\n"];

/// The report on a process that died behind its last step, before it was asked to leave.
const AFTER_ALL: &str = "process a after its last step: SIGABRT";
/// The report on a process that was lost in a step. A doomed process may end there if the machine is busy.
const LOST: &str = "the process was lost: SIGABRT";

/// An end of a process after all its steps counts for its program.
fn a_replay_sees_the_last_moments(backend: &str) -> Result<(), Failed> {
    for program in DOOMED {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("program.txt");
        std::fs::write(&file, program)?;
        let file = file.to_str().ok_or("a path in another encoding")?;
        let replayed = |backend| front("command", &["replay", "--backend", backend, file], "").output();
        let output = replayed(backend)?;
        let told = String::from_utf8_lossy(&output.stdout);
        let late = told.contains(AFTER_ALL);
        if output.status.code() != Some(1) || !late && (backend == "last" || !told.contains(LOST)) {
            return Err(format!("{:?} {program}{told}", output.status).into());
        }
        let good = replayed("good")?;
        if good.status.code() != Some(0) {
            return Err(
                format!("{:?} {program}{}", good.status, String::from_utf8_lossy(&good.stdout)).into()
            );
        }
    }
    Ok(())
}

/// Nothing comes behind the only program, in which its processes do not end.
fn an_exploration_sees_the_last_moments(backend: &str) -> Result<(), Failed> {
    const ONE: [&str; 8] = ["--programs", "1", "--processes", "1", "--steps", "4", "--threads", "0"];
    let folder = tempfile::tempdir()?;
    let out = folder.path().to_str().ok_or("a path in another encoding")?;
    let arguments = [&["explore", "--backend", backend, "--out", out][..], &ONE].concat();
    let output = front("command", &arguments, "").output()?;
    let [found, told] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    match output.status.code() {
        Some(2) if told.contains("error: after the end of the last program, process a: SIGABRT") => Ok(()),
        Some(1) if backend != "last" && (found.contains(LOST) || found.contains(AFTER_ALL)) => Ok(()),
        _ => Err(format!("{:?}\n{found}\n{told}", output.status).into()),
    }
}

fn programs_get_texts_as_they_are() -> Result<(), Failed> {
    let arguments = ["run", "--backend", "hostile", "--json", "-", "memory::get"];
    let output = front("command", &arguments, "").output()?;
    let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let name = document["devices"][0]["name"].as_str();
    if name == Some(&format!("Device{EVIL}")) { Ok(()) } else { Err(format!("{name:?}").into()) }
}
