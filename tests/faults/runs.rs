//! Whole runs: everything, in parts at once, skiplists, isolation modes, exit codes.

use crate::bodies::MOODS;
use crate::driver::{Checked, Ended, Harness, ensure, run_tests};
use libtest_mimic::Trial;
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::thread;

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("every_planned_test_has_one_record", every_planned_test_has_one_record),
        Trial::test("every_test_can_have_its_own_process", every_test_can_have_its_own_process),
        Trial::test("tests_can_run_in_process", tests_can_run_in_process),
        Trial::test("nothing_else_is_inherited", nothing_else_is_inherited),
        Trial::test("expected_failures_are_no_failures", expected_failures_are_no_failures),
        Trial::test("other_failures_than_expected_are_failures", other_failures_than_expected_are_failures),
        Trial::test("lists_lie_over_each_other", lists_lie_over_each_other),
        Trial::test("suggested_entries_make_a_run_green", suggested_entries_make_a_run_green),
        Trial::test("flaky_tests_run_again_up_to_a_ceiling", flaky_tests_run_again_up_to_a_ceiling),
        Trial::test("unexpected_passes_are_failures", unexpected_passes_are_failures),
        Trial::test("skiplist_mistakes_are_located", skiplist_mistakes_are_located),
        Trial::test("wrong_usage_is_code_2", wrong_usage_is_code_2),
        Trial::test("a_run_of_skips_proves_nothing", a_run_of_skips_proves_nothing),
        Trial::test("backends_that_do_not_work_are_told_apart", backends_that_do_not_work_are_told_apart),
        Trial::test("a_device_that_cannot_be_opened_is_given_up", a_device_that_cannot_be_opened_is_given_up),
        Trial::test("json_on_stdout_is_alone_there", json_on_stdout_is_alone_there),
    ]
}

fn every_planned_test_has_one_record() -> Checked {
    // Those that hang make a run long: its parts run at once.
    let run =
        |shard| Harness::command(&["--timeout", "3", "--shuffle", "--seed", "9", "--shard", shard]).run();
    let parts: Vec<Ended> = thread::scope(|scope| {
        let parts = ["1/4", "2/4", "3/4", "4/4"].map(|shard| scope.spawn(move || run(shard)));
        parts.into_iter().map(|part| part.join().expect("the run can be judged")).collect()
    });
    let mut outcomes = BTreeMap::new();
    let mut count = 0;
    for ended in &parts {
        ended.expect_code(1)?;
        ensure(ended.json["summary"]["complete"] == true, || ended.json["summary"].to_string())?;
        ensure(ended.json["environment"]["seed"] == 9, || ended.json["environment"].to_string())?;
        for test in ended.json["tests"].as_array().into_iter().flatten() {
            outcomes.insert(test["test"].as_str(), &test["outcome"]);
            count += 1;
        }
    }
    let expected = crate::suite::suite().tests.len();
    ensure(outcomes.len() == expected && count == expected, || format!("{count} records: {outcomes:?}"))?;
    for good in ["fault::first::good", "fault::last::good", "fault::peer::good_peer"] {
        let part = parts.iter().find(|ended| !ended.record(good).is_null());
        part.ok_or_else(|| format!("{good}: {outcomes:?}"))?.expect(good, "pass", "")?;
    }
    Ok(())
}

fn every_test_can_have_its_own_process() -> Checked {
    let ids = ["fault::first::good", "fault::call::segfault", "fault::last::good"];
    let ended = run_tests(&ids, &["--isolation", "process"]);
    ended.expect("fault::call::segfault", "crash", "SIGSEGV")?;
    ended.expect("fault::last::good", "pass", "")
}

fn tests_can_run_in_process() -> Checked {
    let ids = ["fault::first::good", "fault::call::wrong", "fault::peer::good_peer"];
    let ended = run_tests(&ids, &["--isolation", "in-process"]);
    ended.expect("fault::call::wrong", "fail", "")?;
    ended.expect("fault::peer::good_peer", "pass", "")
}

fn nothing_else_is_inherited() -> Checked {
    let mut harness = Harness::command(&["--exact", "fault::call::inherits_nothing"]);
    let file = std::fs::File::open("/dev/null")?;
    let fd = file.as_raw_fd();
    // SAFETY: only makes a system call between fork and exec.
    unsafe {
        harness.command.pre_exec(move || {
            if libc::dup2(fd, 57) < 0 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
        });
    }
    harness.run().expect("fault::call::inherits_nothing", "pass", "")
}

fn with_skiplist(entries: &str, ids: &[&str]) -> Ended {
    let mut harness = Harness::command(&["--timeout", "1.5", "--exact"]);
    let text =
        format!("driver: {{ backend: faulty, name: 'Faulty*', version: '>=1.2' }}\nentries:\n{entries}");
    let path = harness.file("list.yaml", &text);
    harness.command.arg("--skiplist").arg(path).args(ids);
    harness.run()
}

fn expected_failures_are_no_failures() -> Checked {
    let entries = "  - { test: 'fault::call::segfault', action: expect-fail, outcome: crash, message: 'SIGSEGV in ur*', reason: known crash, issue: 'https://example.org/7' }
  - { test: 'fault::call::hang', action: expect-fail, outcome: [timeout, crash], reason: known hang }
  - { test: 'fault::call::wro*', action: skip, reason: too slow }
  - { test: 'fault::nothing::*', action: skip, reason: no such test }
  - { test: 'fault::peer::crashing_peer', action: expect-fail, outcome: crash, reason: known crash }
  - { test: 'fault::peer::hanging_peer', action: expect-fail, outcome: timeout, reason: known hang }
";
    let ids = [
        "fault::call::segfault",
        "fault::call::hang",
        "fault::call::wrong",
        "fault::peer::crashing_peer",
        "fault::peer::hanging_peer",
        "fault::last::good",
    ];
    let ended = with_skiplist(entries, &ids);
    ended.expect(
        "fault::peer::crashing_peer",
        "expected-fail",
        "known crash (fail: crash in peer 'faulty'",
    )?;
    ended.expect("fault::peer::hanging_peer", "expected-fail", "known hang (timeout: in peer 'faulty'")?;
    ended.expect("fault::call::segfault", "expected-fail", "known crash (https://example.org/7)")?;
    ended.expect("fault::call::hang", "expected-fail", "known hang")?;
    let crash = ended.record("fault::call::segfault");
    ensure(crash["entry"].as_str().is_some_and(|entry| entry.ends_with("list.yaml:3")), || {
        crash.to_string()
    })?;
    ensure(crash["call_log"].as_array().is_some_and(|calls| !calls.is_empty()), || crash.to_string())?;
    ended.expect("fault::call::wrong", "skip", "too slow")?;
    ended.expect_code(0)?;
    ensure(ended.stderr.contains("`fault::nothing::*` matches no test"), || ended.describe())
}

fn other_failures_than_expected_are_failures() -> Checked {
    let entries = "  - { test: 'fault::call::segfault', action: expect-fail, reason: a wrong code }
  - { test: 'fault::call::wrong', action: expect-fail, message: 'another', reason: a wrong code }
  - { test: 'fault::may::segfault', action: expect-fail, reason: a wrong code }
";
    let ended =
        with_skiplist(entries, &["fault::call::segfault", "fault::call::wrong", "fault::may::segfault"]);
    let expected = "list.yaml:3 expects outcome fail, got crash (reason of the entry: a wrong code)";
    ended.expect("fault::call::segfault", "crash", "SIGSEGV")?;
    ended.expect("fault::call::segfault", "crash", expected)?;
    ended.expect(
        "fault::call::wrong",
        "fail",
        "expects outcome fail with `another` in its message, got fail with another text (reason of the entry: a wrong code)",
    )?;
    ended.expect("fault::may::segfault", "crash", "expects outcome fail, got crash")?;
    ended.expect_code(1)
}

fn lists_lie_over_each_other() -> Checked {
    let mut harness =
        Harness::command(&["--exact", "fault::call::wrong", "fault::may::wrong", "fault::last::good"]);
    let list = |name: &str, entries: &str| {
        format!("driver: {{ backend: faulty }}\nentries:\n{entries}").replace("NAME", name)
    };
    let machine = "  - { test: 'fault::last::*', action: run, reason: repaired here }
  - { test: 'fault::call::wrong', action: skip, reason: NAME, expires: 2020-12-31, owner: Ada }
  - { test: 'fault::may::*', action: skip, reason: NAME, expires: 9999-12-31 }
";
    let shared = "  - { test: '*', action: expect-fail, reason: NAME }\n";
    for (name, entries) in [("machine.yaml", machine), ("shared.yaml", shared)] {
        let file = harness.file(name, &list(name, entries));
        harness.command.arg("--skiplist").arg(file);
    }
    let ended = harness.run();
    ended.expect("fault::last::good", "pass", "")?;
    ended.expect("fault::call::wrong", "expected-fail", "shared.yaml")?;
    ended.expect("fault::may::wrong", "skip", "machine.yaml")?;
    let warning = "machine.yaml:4: the entry for `fault::call::wrong` has expired on 2020-12-31 and is not applied: ask Ada";
    ensure(ended.stderr.contains(warning), || ended.describe())?;
    ended.expect_code(0)
}

fn suggested_entries_make_a_run_green() -> Checked {
    let ids = ["fault::call::segfault", "fault::call::hang", "fault::call::wrong", "fault::last::good"];
    let run = |list: Option<&str>| {
        let mut harness = Harness::command(&["--timeout", "1.5", "--exact"]).with(&ids);
        if let Some(list) = list.map(|list| harness.file("list.yaml", list)) {
            harness.command.arg("--skiplist").arg(list);
        }
        harness.run()
    };
    let failed = run(None);
    failed.expect_code(1)?;
    let mut harness = Harness::conformance(&["skiplist", "suggest", "--from"]);
    let file = harness.file("failed.json", &failed.json.to_string());
    harness.command.env("FAULTS_AS", "command").arg(file);
    let suggested = harness.run();
    suggested.expect_code(0)?;
    let ended = run(Some(&suggested.stdout));
    ended.expect("fault::call::wrong", "expected-fail", "say what it does instead")?;
    ended.expect_code(0)
}

fn flaky_tests_run_again_up_to_a_ceiling() -> Checked {
    for (moods, outcome, says, left) in [
        ("pf", "pass", "it passes, and is known to fail now and then: known", "f"),
        ("fpff", "expected-fail", "it failed 2 of 3 times", "f"),
        ("ffff", "fail", "it failed 3 of 3 times", "f"),
        ("fcpp", "crash", "", "pp"),
    ] {
        let mut harness = Harness::command(&["--no-second-look", "--exact", "fault::call::moody"]);
        let entry = "{test: '*', action: flaky, rate: 0.02, ceiling: 0.5, reason: known}";
        let list = harness.file("list.yaml", &format!("driver: {{backend: faulty}}\nentries:\n- {entry}"));
        // The harness takes its own files away with it.
        let kept = tempfile::NamedTempFile::new()?;
        std::fs::write(kept.path(), moods)?;
        harness.command.arg("--skiplist").arg(list).env(MOODS, kept.path());
        let ended = harness.run();
        ended.expect("fault::call::moody", outcome, "")?;
        let record = ended.record("fault::call::moody");
        ensure(record["notes"].to_string().contains(says), || record.to_string())?;
        ensure(std::fs::read_to_string(kept.path())? == left, || {
            format!("{moods} {left}{}", ended.describe())
        })?;
        ended.expect_code(i32::from(!matches!(outcome, "pass" | "expected-fail")))?;
    }
    Ok(())
}

fn unexpected_passes_are_failures() -> Checked {
    let entries = "  - { test: 'fault::last::*', action: expect-fail, reason: used to fail }";
    let ended = with_skiplist(entries, &["fault::last::good"]);
    ended.expect("fault::last::good", "unexpected-pass", "used to fail")?;
    ended.expect_code(1)
}

fn skiplist_mistakes_are_located() -> Checked {
    let ended = with_skiplist("  - { tset: 'a', action: skip, reason: r }", &[]);
    ended.expect_code(2)?;
    ensure(ended.stderr.contains("list.yaml:3:7: ") && ended.stderr.contains("unknown key `tset`"), || {
        ended.describe()
    })
}

fn wrong_usage_is_code_2() -> Checked {
    for arguments in [
        &["--backend", "nope"][..],
        &["--backend", "faulty@nope"],
        &["--family", "nope"],
        &["--requirement", "nope"],
        &["--device", "5"],
        &["--skiplist", "/nowhere.yaml"],
        &["--timeout", "never"],
        &["no_such_test"],
        &["--nope"],
    ] {
        let ended = Harness::command(arguments).run();
        ended.expect_code(2)?;
        ensure(ended.stderr.contains("error"), || format!("{arguments:?}{}", ended.describe()))?;
    }
    Ok(())
}

fn a_run_of_skips_proves_nothing() -> Checked {
    let ended = run_tests(&["fault::call::skips"], &[]);
    ended.expect("fault::call::skips", "skip", "")?;
    ended.expect_code(2)
}

fn backends_that_do_not_work_are_told_apart() -> Checked {
    let run = |arguments: &[&str]| {
        let mut harness = Harness::command(arguments);
        harness.command.env("FAULTS_BACKENDS", "broken").args([
            "--timeout",
            "1.5",
            "--exact",
            "fault::last::good",
        ]);
        harness.run()
    };
    for (backend, why) in [
        ("absent", "backend absent is not available: libfaulty.so.1 is not installed"),
        ("crashing", "backend crashing does not work: the probe ended: SIGSEGV in urAdapterGet("),
        ("hanging", "took longer than 1.5s, in urAdapterGet("),
    ] {
        let ended = run(&["--backend", backend]);
        ended.expect_code(2)?;
        ensure(ended.stderr.contains(why), || format!("'{why}' is missing{}", ended.describe()))?;
    }
    // Together with one that works, those that crash still spoil the run, but not its tests.
    let ended = run(&[]);
    ended.expect("faulty::dev0::fault::last::good", "pass", "")?;
    ensure(ended.stderr.contains("note: backend absent is not available: "), || ended.describe())?;
    let backends = &ended.json["environment"]["backends"];
    let available: Vec<&Value> = backends.as_array().into_iter().flatten().map(|b| &b["available"]).collect();
    ensure(available == [true, false, false, false, true], || backends.to_string())
}

fn a_device_that_cannot_be_opened_is_given_up() -> Checked {
    let mut harness =
        Harness::command(&["--backend", "gone", "--exact", "fault::first::good", "fault::last::good"]);
    harness.command.env("FAULTS_BACKENDS", "broken");
    let ended = harness.run();
    let why =
        "the device cannot be opened: urAdapterGet failed with UR_RESULT_ERROR_DEVICE_LOST (tried 3 times)";
    ended.expect("fault::first::good", "harness-error", why)?;
    ended.expect("fault::last::good", "harness-error", why)?;
    ended.expect_code(1)
}

fn json_on_stdout_is_alone_there() -> Checked {
    let mut harness = Harness::command(&["--exact", "fault::last::good"]);
    harness.command.args(["--json", "-"]);
    let ended = harness.run();
    // Given twice, `--json` is refused, which tells the user.
    ended.expect_code(2)?;
    let mut harness = Harness::conformance(&[]);
    harness.command.env("FAULTS_AS", "command").args(["--exact", "fault::last::good", "--json", "-"]);
    let ended = harness.run();
    ended.expect_code(0)?;
    let parsed: Result<Value, _> = serde_json::from_str(&ended.stdout);
    ensure(parsed.is_ok_and(|json| json["summary"]["ok"] == true), || ended.describe())?;
    ensure(ended.stderr.contains("test result: ok"), || ended.describe())
}
