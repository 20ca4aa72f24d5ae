//! Runs that go on for longer than once, or not to their ends.

use crate::bodies::MOODS;
use crate::driver::{Checked, Harness, ensure};
use crate::orphans::{is_alive, wait_until};
use libtest_mimic::Trial;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;

const MOODY: &str = "fault::call::moody";
const GOOD: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("repeated::a_test_that_fails_at_times_is_flaky", a_test_that_fails_at_times_is_flaky),
        Trial::test("repeated::a_run_stops_after_failures", a_run_stops_after_failures),
        Trial::test("repeated::what_failed_is_told_though_the_next_time_is_cut", what_failed_is_told),
    ]
}

fn a_test_that_fails_at_times_is_flaky() -> Checked {
    for (moods, outcome, says, code) in [
        ("pppp", "pass", "1 passed; 0 failed", 0),
        ("pfpf", "fail", "flaky:\n    faulty::dev0::fault::call::moody: failed 2 of 4 times (fail)\n", 1),
        ("pppc", "crash", "fault::call::moody ... FAILED (flaky, 1 of 4 times)", 1),
        ("ffff", "fail", "fault::call::moody ... FAILED\n", 1),
    ] {
        let mut harness = Harness::command(&["--no-second-look", "--repeat", "4", "--exact", MOODY]);
        let kept = tempfile::NamedTempFile::new()?;
        std::fs::write(kept.path(), moods)?;
        let ended = {
            harness.command.env(MOODS, kept.path());
            harness.run()
        };
        ended.expect(MOODY, outcome, "")?;
        ended.expect_code(code)?;
        ensure(ended.stdout.contains(says), || format!("'{says}' is missing{}", ended.describe()))?;
        ensure(std::fs::read_to_string(kept.path())?.is_empty(), || format!("{moods}{}", ended.describe()))?;
        let failed = moods.bytes().filter(|&mood| mood != b'p').count();
        let tries = &ended.record(MOODY)["tries"];
        ensure(failed == 0 && tries.is_null() || tries["failed"] == failed && tries["of"] == 4, || {
            ended.describe()
        })?;
    }
    Ok(())
}

fn a_run_stops_after_failures() -> Checked {
    let failing = ["fault::call::segfault", "fault::call::abort"];
    for (limit, seen) in [("--fail-fast", 1), ("--fail-fast=2", 2), ("--fail-fast=3", 2)] {
        let ended = Harness::command(&[limit, "--exact", failing[0], failing[1], GOOD]).run();
        ended.expect_code(1)?;
        let unreached = |id: &str| ended.record(id)["outcome"] == "not-run";
        let ran = failing.iter().filter(|id| !unreached(id)).count();
        ensure(ran == seen, || format!("{limit}{}", ended.describe()))?;
        ensure(unreached(GOOD) == (limit != "--fail-fast=3"), || format!("{limit}{}", ended.describe()))?;
        let ignored = [failing[0], failing[1], GOOD].into_iter().filter(|id| unreached(id)).count();
        let says = format!("{seen} failed; {ignored} ignored; ");
        ensure(ended.stdout.contains(&says), || format!("'{says}' is missing{}", ended.describe()))?;
        let verdict = "not verified because the run stopped early (";
        ensure(ended.stdout.contains(verdict) == unreached(GOOD), || ended.describe())?;
    }
    Ok(())
}

/// Whoever cannot wait for the time at work to end, and asks again, is told of the times before it.
fn what_failed_is_told() -> Checked {
    let mut harness = Harness::command(&["--timeout", "60", "--repeat", "4", "--exact", MOODY]);
    let moods = harness.file("moods", "pfh");
    let mut running = harness.command.arg("--no-second-look").env(MOODS, &moods).spawn()?;
    wait_until("the third time is at work", || {
        std::fs::read_to_string(&moods).is_ok_and(|moods| moods.is_empty())
    })?;
    let pid = running.id().cast_signed();
    for _ in 0..2 {
        // SAFETY: no pointers; the run has not been waited for, so the number is its own.
        unsafe { libc::kill(pid, libc::SIGTERM) };
    }
    let status = running.wait()?;
    ensure(status.signal() == Some(libc::SIGTERM), || format!("it ended with {status}"))?;
    wait_until("all processes are gone", || !harness.processes().into_iter().any(is_alive))?;
    let (json, mut told) = (harness.json(), String::new());
    running.stderr.take().expect("it is piped").read_to_string(&mut told)?;
    let record = &json["tests"][0];
    let tries = &record["tries"];
    ensure(record["outcome"] == "fail" && tries["failed"] == 1 && tries["of"] == 2, || format!("{json:#}"))?;
    ensure(record["notes"][0] == "failed 1 of 2 tries, then interrupted", || record.to_string())?;
    // Two signals are one where the second comes before the first is taken: then the run may have settled.
    ensure(json["summary"]["total"]["fail"] == 1, || json["summary"].to_string())?;
    ensure(told.contains("1 of 1 test ended (1 fail); 1 failed"), || told)
}
