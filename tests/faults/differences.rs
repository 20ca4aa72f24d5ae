//! Devices that answer otherwise in one process than in another, or later: no skip hides that.

use crate::driver::{Checked, Ended, Harness};
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const SKIPS: &str = "fault::call::skips";
const PEER: &str = "fault::peer::good_peer";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("differences::of_a_worker_from_the_probe", of_a_worker_from_the_probe),
        Trial::test("differences::of_a_peer_from_its_test", of_a_peer_from_its_test),
        Trial::test("differences::of_a_device_from_what_it_was", of_a_device_from_what_it_was),
        Trial::test("differences::with_exact_names", with_exact_names),
    ]
}

fn run(backend: &str, ids: &[&str]) -> Ended {
    let mut harness = Harness::command(&["--backend", backend, "--exact"]).with(ids);
    harness.command.env("FAULTS_BACKENDS", "different");
    harness.run()
}

const CHANGED: &str = "the device answers otherwise than before: its ipc_memory was true and is false now";

fn of_a_worker_from_the_probe() -> Checked {
    let ended = run("forgetful", &[FIRST, SKIPS, PEER]);
    for id in [FIRST, SKIPS, PEER] {
        ended.expect(id, "fail", CHANGED)?;
    }
    ended.expect_code(1)
}

fn of_a_peer_from_its_test() -> Checked {
    let ended = run("forgetful-peer", &[FIRST, PEER]);
    ended.expect(FIRST, "pass", "")?;
    ended.expect(PEER, "fail", CHANGED)?;
    ended.expect_code(1)
}

fn of_a_device_from_what_it_was() -> Checked {
    let ended = run("fading", &[FIRST, SKIPS]);
    ended.expect(FIRST, "pass", "")?;
    ended.expect(SKIPS, "fail", CHANGED)?;
    ended.expect_code(1)
}

/// There is no probe: what the worker sees first is what holds.
fn with_exact_names() -> Checked {
    for backend in ["forgetful-peer", "fading"] {
        let id = if backend == "fading" { SKIPS } else { PEER };
        let name = format!("{backend}::dev0::{id}");
        let mut harness = Harness::conformance(&["--exact", "--nocapture"]).with(&[&name]);
        harness.command.env("FAULTS_BACKENDS", "different");
        harness.run().expect_code(101)?;
    }
    Ok(())
}
