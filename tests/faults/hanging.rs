//! Tests that hang in one call, one after the other: the last of them do not cost their full time, and nobody else loses any.

use crate::driver::{Checked, Harness, ensure};
use crate::suite::HANGING;
use libtest_mimic::Trial;
use serde_json::Value;

const FIRST: &str = "fault::first::good";
const SLOW: &str = "fault::hanging::slow";
const LAST: &str = "fault::last::good";
/// So many hang for as long as they may.
const IN_FULL: usize = 10;
const ALL: usize = 12;
/// Microseconds after which a test that may take 5 seconds gives up by itself.
const IN_TIME: u64 = 4_000_000;
const SHORTER: &str = "it had stood still in urIPCOpenMemHandleExp for 3s, where 10 tests before it hung";

pub fn trials() -> Vec<Trial> {
    vec![
        // Takes a minute, so CI runs it by `--ignored`.
        Trial::test("hanging::the_same_call_is_not_waited_for_in_full_again_and_again", in_the_same_call)
            .with_ignored_flag(true),
        Trial::test("hanging::a_device_on_which_all_hangs_is_given_up", a_device_is_given_up),
        Trial::test("hanging::the_stacks_of_the_worker_are_told", || {
            all_stacks_are_told("call::hang", &["worker"])
        }),
        Trial::test("hanging::the_stacks_of_a_peer_are_told", || {
            all_stacks_are_told("peer::hanging_peer", &["peer "])
        }),
        Trial::test("hanging::the_stacks_of_both_are_told", || {
            all_stacks_are_told("peer::hangs_with_a_peer", &["worker", "peer "])
        }),
        Trial::test("hanging::a_device_is_given_up_under_cargo_test", a_device_is_given_up_under_cargo_test),
    ]
}

fn hanging_ids(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("fault::hanging::number_{number}")).collect()
}

/// Not one test more hangs than the bound says, and nobody takes the rest for run.
fn a_device_is_given_up() -> Checked {
    let ids = hanging_ids(4);
    let verdict = "not verified because the run gave up after too many hangs in a row (";
    let reason = "gave up: 2 tests in a row hung on this device (--max-hangs)";
    for (limit, ran) in [("2", 2), ("0", 4)] {
        let options = ["--timeout", "1", "--max-hangs", limit, "--exact"];
        let mut harness = Harness::command(&options);
        harness.command.args(&ids).env(HANGING, ids.len().to_string());
        let ended = harness.run();
        for (number, id) in ids.iter().enumerate() {
            let (outcome, says) = if number < ran { ("timeout", "not done") } else { ("not-run", reason) };
            ended.expect(id, outcome, if number % 2 == 0 || number >= ran { says } else { "" })?;
        }
        let given_up = limit == "2";
        let cause = &ended.record(&ids[3])["cause"];
        ensure((cause["kind"] == "gave-up" && cause["hangs"] == 2) == given_up, || cause.to_string())?;
        ensure(ended.stdout.contains(verdict) == given_up, || ended.describe())?;
        let warned = ended
            .stderr
            .contains("faulty::dev0: 2 tests in a row hung; the other tests of the device do not run");
        ensure(warned == given_up, || ended.describe())?;
        ended.expect_code(1)?;
    }
    Ok(())
}

/// Of all that hang: the worker by itself, its peer, or both.
fn all_stacks_are_told(test: &str, processes: &[&str]) -> Checked {
    let id = format!("fault::{test}");
    let ended = Harness::command(&["--timeout", "4", "--exact", &id]).run();
    ended.expect(&id, "timeout", "")?;
    let told = ended.record(&id)["stacks"].as_array().cloned().unwrap_or_default();
    for of in processes {
        let is_of = |stacks: &&Value| stacks["process"].as_str().is_some_and(|name| name.starts_with(of));
        let stacks = told.iter().find(is_of).ok_or_else(|| format!("{id}: no {of}: {told:#?}"))?;
        let main = stacks["threads"].as_array().into_iter().flatten().find(|own| own["thread"] == "main");
        let frames = main.map(|main| main["frames"].to_string()).unwrap_or_default();
        ensure(frames.contains("Fault::perform") || frames.contains("perform::"), || {
            format!("{id}: {told:#?}")
        })?;
    }
    ensure(ended.stdout.contains("\n  thread 'main':\n   0 "), || ended.describe())
}

fn a_device_is_given_up_under_cargo_test() -> Checked {
    let mut harness = Harness::conformance(&["--test-threads=1", "fault::hanging::"]);
    harness.command.env(HANGING, "3").env("UR_IPC_CTS_TIMEOUT", "1").env("UR_IPC_CTS_MAX_HANGS", "1");
    let ended = harness.run();
    let given_up = ended.stdout.matches("not-run: gave up: 1 test in a row hung on this device").count();
    ensure(given_up == 3, || ended.describe())?;
    ended.expect_code(101)
}

fn in_the_same_call() -> Checked {
    let ids: Vec<String> = (0..ALL).map(|number| format!("fault::hanging::number_{number}")).collect();
    let mut harness = Harness::command(&["--timeout", "5", "--exact"]).with(&[FIRST, SLOW, LAST]);
    harness.command.args(&ids).env(HANGING, ALL.to_string());
    let ended = harness.run();
    ended.expect(FIRST, "pass", "")?;
    for (number, id) in ids.iter().enumerate() {
        let shorter = number >= IN_FULL;
        let in_full = if number % 2 == 0 {
            "not done after 5s, in urIPCOpenMem"
        } else {
            "the peer did not answer in time; it is still in urIPCOpenMem"
        };
        ended.expect(id, "timeout", if shorter { SHORTER } else { in_full })?;
        let reason = ended.record(id)["reason"].as_str().unwrap_or_default();
        ensure(shorter == reason.contains(SHORTER), || reason.to_owned())?;
        let took = ended.record(id)["duration_us"].as_u64().unwrap_or_default();
        ensure(shorter || took >= IN_TIME, || format!("{id} took {took} us"))?;
    }
    for id in [SLOW, LAST] {
        ended.expect(id, "pass", "")?;
        let notes = &ended.record(id)["notes"];
        ensure(notes.is_null(), || notes.to_string())?;
    }
    let warned = "::fault::hanging::slow has been running for 2.5s";
    ensure(ended.stderr.contains(warned), || ended.describe())?;
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}
