//! No process is left behind, whichever one dies.

use crate::at_work::AtWork;
use crate::driver::{Checked, Harness, ensure, run_tests};
use libtest_mimic::Trial;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("no_daemon_survives_its_worker", || no_stray_survives("fault::call::daemon")),
        Trial::test("no_fork_survives_its_worker", || no_stray_survives("fault::call::fork_and_die")),
        Trial::test("no_peer_survives_its_worker", || no_stray_survives("fault::peer::hangs_with_a_peer")),
        Trial::test("a_killed_harness_leaves_no_orphan", || {
            a_killed_harness_leaves_no_orphan(
                "fault::first::good",
                "fault::peer::hangs_with_a_peer",
                "none@test",
                3,
            )
        }),
        Trial::test("an_undead_worker_dies_with_the_harness", || {
            a_killed_harness_leaves_no_orphan("fault::call::struck", "fault::call::hang", "undead@test", 2)
        }),
    ]
}

pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) -> Checked {
    let until = Instant::now() + Duration::from_secs(20);
    while !condition() {
        ensure(Instant::now() < until, || format!("waited in vain: {what}"))?;
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn no_stray_survives(id: &'static str) -> Checked {
    let ended = run_tests(&[id, "fault::last::good"], &["--timeout", "1.5"]);
    ended.expect("fault::last::good", "pass", "")?;
    ended.expect_nothing_left()
}

pub fn is_alive(pid: u32) -> bool {
    Path::new(&format!("/proc/{pid}/exe")).read_link().is_ok()
}

/// Kills the harness when the first test has passed and the second one hangs, in so many processes.
fn a_killed_harness_leaves_no_orphan(first: &str, hanging: &str, order: &str, processes: usize) -> Checked {
    let mut harness = Harness::command(&["--timeout", "60", "--exact", first, hanging]).order(order);
    let at_work = AtWork::told_by(&mut harness);
    let mut running = harness.command.spawn()?;
    wait_until("the second test is at work", || {
        at_work.is_said()
            && harness.processes().len() >= processes
            && harness.json()["tests"][0]["outcome"] == "pass"
    })?;
    let all = harness.processes();
    running.kill()?;
    running.wait()?;
    wait_until("all processes are gone", || !all.iter().any(|&pid| is_alive(pid)))?;
    let json = harness.json();
    ensure(json["summary"]["complete"] == false, || format!("{json:#}"))?;
    ensure(json["tests"][0]["test"] == first, || format!("{json:#}"))?;
    // The run after it is not disturbed.
    run_tests(&["fault::last::good"], &[]).expect_code(0)
}
