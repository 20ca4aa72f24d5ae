//! The front for `cargo test`, and the lists of the command.

use crate::driver::{Checked, Harness, ensure};
use crate::suite::KNOWN;
use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("cargo_test_lists_full_names", cargo_test_lists_full_names),
        Trial::test("cargo_test_runs_in_workers", || cargo_test_runs_in_workers(&[])),
        Trial::test("cargo_test_runs_in_one_worker", || cargo_test_runs_in_workers(&["--test-threads", "1"])),
        Trial::test("cargo_test_runs_in_four_workers", || {
            cargo_test_runs_in_workers(&["--test-threads", "4"])
        }),
        Trial::test("cargo_test_runs_a_selection", cargo_test_runs_a_selection),
        Trial::test("lists_are_printed", lists_are_printed),
        Trial::test("certify_says_how_to_fail_again", certify_says_how_to_fail_again),
    ]
}

fn cargo_test_lists_full_names() -> Checked {
    let ended = Harness::conformance(&["--list", "--format", "terse"]).run();
    ended.expect_code(0)?;
    ensure(ended.stdout.contains("faulty::dev0::fault::call::segfault: test\n"), || ended.describe())
}

fn cargo_test_runs_in_workers(threads: &[&str]) -> Checked {
    let mut harness = Harness::conformance(threads);
    harness.command.args(["--skip", "hang", "--skip", "stop", "--skip", "waits"]);
    let ended = harness.run();
    ended.expect_code(101)?;
    ended.expect("fault::call::segfault", "crash", "SIGSEGV")?;
    ended.expect("fault::call::skips", "skip", "")?;
    ended.expect("fault::last::good", "pass", "")?;
    for line in
        ["faulty::dev0::fault::call::skips", "SIGSEGV in urIPCOpenMemHandleExp", "test result: FAILED"]
    {
        ensure(ended.stdout.contains(line), || format!("'{line}' is missing{}", ended.describe()))?;
    }
    Ok(())
}

fn cargo_test_runs_a_selection() -> Checked {
    let mut harness = Harness::conformance(&[]);
    harness.command.env("UR_IPC_CTS_SELECTION", "ur-cts").env("UR_IPC_CTS_TIMEOUT", "5");
    let ended = harness.run();
    ended.expect_code(0)?;
    ended.expect("fault::last::good", "pass", "")?;
    let count = ended.json["tests"].as_array().map_or(0, Vec::len);
    ensure(count == 1, || format!("{count} tests ran{}", ended.describe()))
}

/// The command, without a result file.
fn command(arguments: &[&str]) -> Harness {
    let mut harness = Harness::conformance(arguments);
    harness.command.env("FAULTS_AS", "command");
    harness
}

/// A test that a built-in skiplist expects to fail has failed without skiplists.
fn certify_says_how_to_fail_again() -> Checked {
    const WRONG: &str = "fault::call::wrong";
    let mut certify = command(&["certify", "--backend", "faulty", "--out", "../package"]);
    certify.command.env(KNOWN, WRONG);
    let certified = certify.run();
    certified.expect_code(1)?;
    let again = certified.stdout.lines().find_map(|line| line.split_once("run it again: "));
    let (_, again) = again.ok_or_else(|| certified.describe())?;
    let words: Vec<&str> = again.split(' ').skip(1).collect();
    let under_lists: Vec<&str> = words.iter().copied().filter(|&word| word != "--no-skiplists").collect();
    for (words, outcome, code) in [(&words, "fail", 1), (&under_lists, "expected-fail", 0)] {
        let mut harness = Harness::command(words);
        harness.command.env(KNOWN, WRONG);
        let ended = harness.run();
        ended.expect(WRONG, outcome, "")?;
        ended.expect_code(code)?;
    }
    Ok(())
}

fn lists_are_printed() -> Checked {
    let list = |arguments: &[&str], expected: &str| {
        let ended = command(arguments).run();
        ended.expect_code(0)?;
        ensure(ended.stdout.contains(expected), || format!("'{expected}' is missing{}", ended.describe()))
    };
    list(&["list", "segfault"], "faulty::dev0::fault::may::segfault: test\n\n2 tests, 0 benchmarks")?;
    list(&["devices"], "faulty::dev0\n    name            Faulty device\n    driver          1.2\n")?;
    list(
        &["requirements"],
        "may    fault.observed (observations)\n       anything\n       source: s\n       test: fault::may::wrong\n",
    )?;
    list(&["requirements", "--json"], "\"id\": \"fault.call\"")?;
    list(&["--version"], env!("CARGO_PKG_VERSION"))
}
