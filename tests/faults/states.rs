//! Faults in state that processes share, or that lives on in them.

use crate::driver::{Checked, Ended, Harness, ensure};
use libtest_mimic::Trial;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

const STRUCK: &str = "fault::call::struck";
const LAST: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("a_late_death_names_the_test_before", a_late_death_names_the_test_before),
        Trial::test("a_worn_process_runs_no_other_test", a_worn_process_runs_no_other_test),
        Trial::test("a_forgotten_peer_fails_its_test", a_forgotten_peer_fails_its_test),
        Trial::test("closed_descriptors_of_a_peer_are_named", closed_descriptors_of_a_peer_are_named),
        Trial::test("an_end_that_cannot_be_seen_is_said_so", an_end_that_cannot_be_seen_is_said_so),
        Trial::test("peers_start_with_clean_signals", peers_start_with_clean_signals),
        Trial::test("peers_start_without_standard_streams", peers_start_without_standard_streams),
        Trial::test("the_harness_may_be_started_deaf", the_harness_may_be_started_deaf),
        Trial::test("results_stay_where_they_were_asked_for", results_stay_where_they_were_asked_for),
        Trial::test("results_stay_readable", results_stay_readable),
        Trial::test("a_process_of_one_test_is_judged_to_its_end", a_process_of_one_test_is_judged_to_its_end),
        Trial::test("cargo_test_fails_for_a_bad_leave", cargo_test_fails_for_a_bad_leave),
    ]
}

/// The thread that one test leaves dies in the next.
fn a_late_death_names_the_test_before() -> Checked {
    let ids = [STRUCK, "fault::call::hang", LAST];
    let ended = Harness::command(&["--timeout", "4", "--exact"]).with(&ids).order("die_later@test").run();
    ended.expect(STRUCK, "pass", "")?;
    ended.expect("fault::call::hang", "crash", "SIGSEGV")?;
    let notes = ended.record("fault::call::hang")["notes"].to_string();
    ensure(notes.contains(&format!("this process had already run {STRUCK};")), || notes.clone())?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_nothing_left()
}

/// The output of the next test would be lost in a process whose streams the test before has closed.
fn a_worn_process_runs_no_other_test() -> Checked {
    let next = "fault::call::wrong";
    let ended = Harness::command(&["--exact"]).with(&[STRUCK, next]).order("close_streams@test").run();
    ended.expect(STRUCK, "pass", "")?;
    ended.expect(next, "fail", "UR_RESULT_ERROR_UNSUPPORTED_FEATURE")?;
    let output = &ended.record(next)["output"];
    ensure(output == "printed by the test", || output.to_string())
}

/// A body that lets go of a peer without waiting for it has not seen its end.
fn a_forgotten_peer_fails_its_test() -> Checked {
    let ids = ["fault::peer::forgets_its_peer", LAST];
    let ended = Harness::command(&["--timeout", "2", "--exact"]).with(&ids).run();
    ended.expect("fault::peer::forgets_its_peer", "fail", "was let go in a step that was started")?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}

fn peer_test(name: &str) -> Ended {
    let id = format!("fault::peer::{name}");
    Harness::command(&["--timeout", "20", "--exact"]).with(&[&id, "fault::peer::good_peer", LAST]).run()
}

fn next_are_good(ended: &Ended) -> Checked {
    for id in ["fault::peer::good_peer", LAST] {
        ended.expect(id, "pass", "")?;
    }
    ended.expect_nothing_left()
}

fn closed_descriptors_of_a_peer_are_named() -> Checked {
    let ended = peer_test("loses_its_peer");
    ended.expect(
        "fault::peer::loses_its_peer",
        "fail",
        "in peer 'faulty': the peer cannot be spoken with: the channel cannot be used: its descriptor was closed",
    )?;
    next_are_good(&ended)
}

fn an_end_that_cannot_be_seen_is_said_so() -> Checked {
    let ended = peer_test("cannot_see_its_peer_die");
    ended.expect("fault::peer::cannot_see_its_peer_die", "fail", "is gone, how is not known")?;
    next_are_good(&ended)
}

fn peers_start_with_clean_signals() -> Checked {
    let ended = peer_test("has_peers_with_clean_signals");
    ended.expect("fault::peer::has_peers_with_clean_signals", "pass", "")?;
    next_are_good(&ended)
}

fn peers_start_without_standard_streams() -> Checked {
    let ids = ["fault::peer::good_peer", LAST];
    let ended = Harness::command(&["--exact"]).with(&ids).order("close_streams@worker_start").run();
    next_are_good(&ended)
}

/// With all signals blocked and ignored, SIGCHLD among them, as by a careless parent.
fn the_harness_may_be_started_deaf() -> Checked {
    let mut harness = Harness::command(&["--timeout", "1.5", "--exact"]).with(&[
        "fault::call::segfault",
        "fault::call::hang",
        "fault::peer::crashing_peer",
        LAST,
    ]);
    // SAFETY: only makes system calls between fork and exec.
    unsafe {
        harness.command.pre_exec(|| {
            for signal in 1..=64 {
                libc::signal(signal, libc::SIG_IGN);
            }
            let mut all = std::mem::zeroed();
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, std::ptr::null_mut());
            Ok(())
        });
    }
    let ended = harness.run();
    ended.expect("fault::call::segfault", "crash", "SIGSEGV in ")?;
    ended.expect("fault::call::hang", "timeout", "not done after")?;
    ended.expect("fault::peer::crashing_peer", "fail", "SIGSEGV")?;
    ended.expect(LAST, "pass", "")?;
    ended.expect_nothing_left()
}

/// The paths of results and skiplists are relative, and the test that changes the directory runs in the harness itself.
fn results_stay_where_they_were_asked_for() -> Checked {
    for isolation in ["worker", "in-process"] {
        let mut harness = Harness::command(&["--isolation", isolation, "--exact"]);
        harness.file(
            "list.yaml",
            "driver: {backend: faulty}\nentries:\n- {test: '*::wrong', action: skip, reason: r}",
        );
        harness.command.args(["--skiplist", "../list.yaml"]);
        let ended = harness.with(&[STRUCK, "fault::call::wrong", LAST]).order("chdir@test").run();
        ended.expect_code(0)?;
        ended.expect("fault::call::wrong", "skip", "r")?;
        ended.expect(LAST, "pass", "")?;
        ensure(ended.json["summary"]["complete"] == true, || ended.describe())?;
        ended.expect_nothing_left()?;
    }
    Ok(())
}

fn results_stay_readable() -> Checked {
    for isolation in ["worker", "in-process"] {
        let mut harness = Harness::command(&["--isolation", isolation, "--exact"]).with(&[STRUCK, LAST]);
        harness = harness.order("umask@test");
        let json = harness.json_path();
        let code = harness.command.status()?.code();
        let mode = std::fs::metadata(&json)?.permissions().mode();
        ensure(code == Some(0) && mode & 0o400 != 0, || format!("{isolation}: {code:?}, mode {mode:o}"))?;
    }
    Ok(())
}

fn a_process_of_one_test_is_judged_to_its_end() -> Checked {
    for (order, outcome, reason) in [
        ("segfault@drop", "crash", "SIGSEGV while the process was leaving"),
        ("hang@exit", "timeout", "the process did not leave within 1.5s"),
    ] {
        let ended = Harness::command(&["--isolation", "process", "--timeout", "1.5", "--exact"])
            .with(&[LAST])
            .order(order)
            .run();
        ended.expect(LAST, outcome, reason)?;
        ended.expect_code(1)?;
        ended.expect_nothing_left()?;
    }
    Ok(())
}

fn cargo_test_fails_for_a_bad_leave() -> Checked {
    let mut harness = Harness::conformance(&["last::good"]).order("segfault@exit");
    harness.command.env("UR_IPC_CTS_BACKEND", "faulty");
    let ended = harness.run();
    ended.expect(LAST, "pass", "")?;
    ended.expect_code(2)?;
    ensure(ended.stderr.contains("error: faulty::dev0: SIGSEGV while the process was leaving"), || {
        ended.describe()
    })?;
    ended.expect_nothing_left()
}
