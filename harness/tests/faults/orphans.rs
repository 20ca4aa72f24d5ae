//! Nobody is left behind, whatever dies.

use crate::driver::{Checked, Ended, Harness, ensure, run_tests};
use libtest_mimic::Trial;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("no_daemon_survives_its_worker", || no_stray_survives("fault::call::daemon")),
        Trial::test("no_fork_survives_its_worker", || no_stray_survives("fault::call::fork_and_die")),
        Trial::test("no_peer_survives_its_worker", || no_stray_survives("fault::peer::hangs_with_a_peer")),
        Trial::test("a_killed_harness_leaves_no_orphan", a_killed_harness_leaves_no_orphan),
    ]
}

/// All processes whose environment has this variable.
fn processes_with(variable: &str) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| {
            std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environment| {
                environment.split(|&byte| byte == 0).any(|entry| entry == variable.as_bytes())
            })
        })
        .collect()
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) -> Checked {
    let until = Instant::now() + Duration::from_secs(20);
    while !condition() {
        ensure(Instant::now() < until, || format!("waited in vain: {what}"))?;
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn no_stray_survives(id: &'static str) -> Checked {
    let mut harness = Harness::command(&["--timeout", "1", "--exact", id, "fault::last::good"]);
    let mark = format!("FAULTS_RUN={}-{id}", std::process::id());
    harness.command.env("FAULTS_RUN", &mark["FAULTS_RUN=".len()..]);
    let ended: Ended = harness.run();
    ended.expect("fault::last::good", "pass", "")?;
    let left = processes_with(&mark);
    ensure(left.is_empty(), || format!("{left:?} are left{}", ended.told()))
}

fn is_alive(pid: u32) -> bool {
    Path::new(&format!("/proc/{pid}/exe")).read_link().is_ok()
}

fn a_killed_harness_leaves_no_orphan() -> Checked {
    let ids = ["fault::first::good", "fault::peer::hangs_with_a_peer"];
    let mut harness = Harness::command(&["--timeout", "60", "--exact", ids[0], ids[1]]);
    let mark = format!("FAULTS_RUN={}-killed", std::process::id());
    harness.command.env("FAULTS_RUN", &mark["FAULTS_RUN=".len()..]);
    let mut running = harness.command.spawn()?;
    // Harness, worker and peer.
    wait_until("worker and peer are at work", || {
        processes_with(&mark).len() >= 3 && harness.json()["tests"][0]["outcome"] == "pass"
    })?;
    let all = processes_with(&mark);
    running.kill()?;
    running.wait()?;
    wait_until("all processes are gone", || !all.iter().any(|&pid| is_alive(pid)))?;
    let json = harness.json();
    ensure(json["summary"]["complete"] == false, || format!("{json:#}"))?;
    ensure(json["tests"][0]["test"] == ids[0], || format!("{json:#}"))?;
    // The run after it is not disturbed.
    run_tests(&["fault::last::good"], &[]).expect_code(0)
}
