//! Runs that go on for longer than once, or not to their ends.

use crate::bodies::MOODS;
use crate::driver::{Checked, Harness, ensure};
use libtest_mimic::Trial;

const MOODY: &str = "fault::call::moody";
const GOOD: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("repeated::a_test_that_fails_at_times_is_flaky", a_test_that_fails_at_times_is_flaky),
        Trial::test("repeated::a_run_stops_after_failures", a_run_stops_after_failures),
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
        ensure(ended.stdout.contains(says), || format!("'{says}' is missing{}", ended.told()))?;
        ensure(std::fs::read_to_string(kept.path())?.is_empty(), || format!("{moods}{}", ended.told()))?;
        let failed = moods.bytes().filter(|&mood| mood != b'p').count();
        let tries = &ended.record(MOODY)["tries"];
        ensure(failed == 0 && tries.is_null() || tries["failed"] == failed && tries["of"] == 4, || {
            ended.told()
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
        ensure(ran == seen, || format!("{limit}{}", ended.told()))?;
        ensure(unreached(GOOD) == (limit != "--fail-fast=3"), || format!("{limit}{}", ended.told()))?;
        let ignored = [failing[0], failing[1], GOOD].into_iter().filter(|id| unreached(id)).count();
        let says = format!("{seen} failed; {ignored} ignored; ");
        ensure(ended.stdout.contains(&says), || format!("'{says}' is missing{}", ended.told()))?;
        let verdict = "not verified, not run, as the run stopped before: ";
        ensure(ended.stdout.contains(verdict) == unreached(GOOD), || ended.told())?;
    }
    Ok(())
}
