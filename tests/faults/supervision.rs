//! Runs that are ended from outside or inside: no process is left behind, and no report takes them for complete.

use crate::at_work::AtWork;
use crate::driver::{Checked, Ended, Harness, ensure};
use crate::orphans::{is_alive, wait_until};
use crate::traces::state;
use libtest_mimic::Trial;
use nix::sys::signal::Signal;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const STRUCK: &str = "fault::call::struck";
const HANGS: &str = "fault::call::hang";
const GOOD: &str = "fault::first::good";
const LAST: &str = "fault::last::good";

/// The processes of a run whose second test hangs after the first one has left a daemon: the one that was started, the one
/// that does the work, the worker, the daemon.
const PROCESSES: usize = 4;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, signal) in
        [("int", libc::SIGINT), ("term", libc::SIGTERM), ("hup", libc::SIGHUP), ("quit", libc::SIGQUIT)]
    {
        trials.push(Trial::test(format!("supervision::sig{name}_ends_everybody"), move || {
            ends_everybody(signal, "daemon_in_disguise@test", Whom::First)
        }));
    }
    for (name, order, whom) in [
        ("a_killed_supervisor", "daemon_in_disguise@test", Whom::First),
        ("a_killed_group", "daemon_in_disguise@test", Whom::Group),
        // One in disguise cannot be found any more.
        ("a_killed_harness", "daemon@test", Whom::Second),
    ] {
        trials.push(Trial::test(format!("supervision::{name}_leaves_nobody"), move || {
            ends_everybody(libc::SIGKILL, order, whom)
        }));
    }
    let real_time = libc::SIGRTMIN() + 3;
    trials.push(Trial::test("supervision::a_signal_without_a_name_leaves_nobody", move || {
        ends_everybody(real_time, "daemon@test", Whom::Second)
    }));
    trials
        .push(Trial::test("supervision::a_run_that_stops_itself_is_ended", a_run_that_stops_itself_is_ended));
    trials.push(Trial::test(
        "supervision::a_run_that_a_worker_stops_is_ended",
        a_run_that_a_worker_stops_is_ended,
    ));
    for (test, how) in [("exit_zero", "exit code 0"), ("exit_at_once", "exit code 3")] {
        trials.push(Trial::test(format!("supervision::in_process_{test}_is_no_verdict"), move || {
            is_no_verdict(&format!("fault::call::{test}"), how)
        }));
    }
    trials.push(Trial::test("supervision::in_process_death_is_passed_on", in_process_death_is_passed_on));
    trials.push(Trial::test(
        "supervision::a_terminal_stops_the_run_and_has_it_go_on",
        a_terminal_stops_the_run,
    ));
    trials.push(Trial::test("supervision::jobs_of_others_live_on", jobs_of_others_live_on));
    trials
}

/// The receiver of the signal.
#[derive(Clone, Copy)]
enum Whom {
    /// The process that was started.
    First,
    /// Its group.
    Group,
    /// The one that does the work.
    Second,
}

impl Whom {
    fn tell(self, running: &Child, signal: libc::c_int) {
        let first = running.id().cast_signed();
        let pid = match self {
            Self::First => first,
            Self::Group => -first,
            Self::Second => second(running).expect("it has one child"),
        };
        // SAFETY: no pointers.
        unsafe { libc::kill(pid, signal) };
    }
}

/// The process that does the work.
fn second(running: &Child) -> Option<i32> {
    let first = running.id();
    let children = std::fs::read_to_string(format!("/proc/{first}/task/{first}/children"));
    children.ok()?.trim().parse().ok()
}

/// Has a signal do what it does by itself in the process that is started: who starts the trials may have it ignored, as `nohup` and
/// shells in the background do.
fn undisturbed(command: &mut Command, signal: libc::c_int) {
    // SAFETY: makes a system call only; the default action runs no code.
    unsafe {
        command.pre_exec(move || {
            libc::signal(signal, libc::SIG_DFL);
            Ok(())
        });
    }
}

fn ends_everybody(signal: libc::c_int, order: &str, whom: Whom) -> Checked {
    let mut harness = Harness::command(&["--timeout", "60", "--exact", STRUCK, HANGS]).order(order);
    harness.command.process_group(0);
    undisturbed(&mut harness.command, signal);
    let at_work = AtWork::told_by(&mut harness);
    let mut running = harness.command.spawn()?;
    wait_until("the second test is at work", || {
        at_work.is_said()
            && harness.processes().len() >= PROCESSES
            && harness.json()["tests"][0]["outcome"] == "pass"
    })?;
    whom.tell(&running, signal);
    let status = running.wait()?;
    ensure(status.signal() == Some(signal), || format!("it ended with {status}"))?;
    wait_until("all processes are gone", || !harness.processes().into_iter().any(is_alive))?;
    let json = harness.json();
    ensure(json["summary"]["complete"] == false, || format!("{json:#}"))?;
    let tests = json["tests"].as_array().map_or(0, Vec::len);
    ensure(tests == 1, || format!("what was ended has a record: {json:#}"))?;
    if matches!(whom, Whom::Second) || signal == libc::SIGKILL {
        return Ok(());
    }
    let name = Signal::try_from(signal)?.as_str();
    let summary = &json["summary"];
    ensure(summary["interrupted"] == name && summary["settled"] == false, || summary.to_string())?;
    let mut told = String::new();
    running.stderr.take().expect("it is piped").read_to_string(&mut told)?;
    let command = format!("{HANGS} --json ../results.json\n");
    for says in [
        &format!("interrupted by {name}: 1 of 2 tests ended (1 pass); 0 failed\n"),
        "continue it: ",
        " --resume ../results.json ",
        &command,
    ] {
        ensure(told.contains(says), || format!("'{says}' is missing: {told}"))?;
    }
    Ok(())
}

fn is_no_verdict(test: &str, how: &str) -> Checked {
    let ended = Harness::command(&["--isolation", "in-process", "--exact", test]).run();
    ended.expect_code(2)?;
    ended.expect_nothing_left()?;
    ensure(ended.stderr.contains(&format!("error: the run was ended from inside, with {how}")), || {
        ended.describe()
    })?;
    ensure(ended.json["summary"]["complete"] == false, || ended.json.to_string())
}

const STOPPED: &str = "error: the run was stopped (SIGSTOP) and not continued within 10s; it was killed";

fn a_run_that_stops_itself_is_ended() -> Checked {
    const STOPS: &str = "fault::call::stop";
    let ended = Harness::command(&["--isolation", "in-process", "--exact", GOOD, STOPS, LAST]).run();
    ended.expect_code(2)?;
    let test = format!("error: faulty::dev0::{STOPS}: stopped in urIPCOpenMemHandleExp(");
    ensure(ended.stderr.contains(STOPPED) && ended.stderr.contains(&test), || ended.describe())?;
    // The thread that writes may have been stopped before it had written anything.
    is_cut(&ended)
}

fn a_run_that_a_worker_stops_is_ended() -> Checked {
    let ended = Harness::command(&["--exact", GOOD, STRUCK, LAST]).order("stop_parent@test").run();
    ended.expect_code(2)?;
    ensure(ended.stderr.contains(STOPPED), || ended.describe())?;
    // The worker may have stopped it before it had written that down.
    if !ended.record(GOOD).is_null() {
        ended.expect(GOOD, "pass", "")?;
    }
    is_cut(&ended)
}

/// It is no whole run, and nobody is left.
fn is_cut(ended: &Ended) -> Checked {
    ensure(ended.json["summary"]["complete"] == false, || ended.json.to_string())?;
    ensure(ended.record(LAST).is_null(), || ended.json.to_string())?;
    ended.expect_nothing_left()
}

/// The run is in a session of its own, which no terminal stops.
fn a_terminal_stops_the_run() -> Checked {
    let mut harness = Harness::command(&["--timeout", "3", "--exact", HANGS, LAST]);
    undisturbed(&mut harness.command, libc::SIGTSTP);
    let at_work = AtWork::told_by(&mut harness);
    let mut running = harness.command.spawn()?;
    wait_until("a test is at work", || at_work.is_said())?;
    let second = second(&running).ok_or("the run is a child")?.cast_unsigned();
    let stopped = || {
        let stand_still = |pid| state(Path::new(&format!("/proc/{pid}/stat"))) == Some('T');
        [running.id(), second].map(stand_still)
    };
    Whom::First.tell(&running, libc::SIGTSTP);
    wait_until("both stand still", || stopped() == [true; 2])?;
    Whom::First.tell(&running, libc::SIGCONT);
    wait_until("both go on", || stopped() == [false; 2])?;
    let status = running.wait()?;
    let outcomes =
        ["fail", "timeout", "pass"].map(|outcome| harness.json()["summary"]["total"][outcome].clone());
    ensure(status.code() == Some(1), || format!("it ended with {status}: {outcomes:?}"))?;
    ensure(harness.json()["summary"]["complete"] == true, || harness.json().to_string())
}

fn in_process_death_is_passed_on() -> Checked {
    let mut harness = Harness::command(&["--isolation", "in-process", "--exact", "fault::call::segfault"]);
    let status = harness.command.status()?;
    ensure(status.signal() == Some(libc::SIGSEGV), || format!("it ended with {status}"))?;
    ensure(harness.json()["summary"]["complete"] == false, || harness.json().to_string())
}

/// A shell that becomes the harness leaves it its own jobs. What one of these leaves behind during the run is no stray.
fn jobs_of_others_live_on() -> Checked {
    let mut harness = Harness::command(&["--timeout", "1.5", "--exact", HANGS]);
    let folder = tempfile::tempdir()?;
    let note = folder.path().join("pid");
    let job = format!("sleep 60 & echo $! > {}; sleep 0.5", note.display());
    let inner = std::mem::replace(&mut harness.command, Command::new("sh"));
    harness.command.args(["-c", "env -i PATH=\"$PATH\" sh -c \"$0\" > /dev/null 2>&1 & exec \"$@\"", &job]);
    harness.command.arg(inner.get_program()).args(inner.get_args());
    for (name, value) in inner.get_envs() {
        harness.command.env(name, value.unwrap_or_default());
    }
    harness.command.current_dir(inner.get_current_dir().expect("it has one"));
    harness.command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let ended = harness.run();
    ended.expect(HANGS, "timeout", "")?;
    let pid: u32 = std::fs::read_to_string(note)?.trim().parse()?;
    let lives = is_alive(pid);
    // SAFETY: no pointers.
    unsafe { libc::kill(pid.cast_signed(), libc::SIGKILL) };
    ensure(lives, || "it was killed".to_owned())
}
