//! Reports of crashes, panics and exits: the process, the place, the address.

use crate::driver::{Checked, Harness, ensure, run_tests};
use libtest_mimic::Trial;
use serde_json::Value;

const IN_CALL: &str = "urIPCOpenMemHandleExp(hContext = NULL";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("crashes::fault_and_frames_are_told", fault_and_frames_are_told),
        Trial::test("crashes::a_peer_is_told_like_a_worker", a_peer_is_told_like_a_worker),
        Trial::test("crashes::an_overflow_of_the_stack_is_one", an_overflow_of_the_stack_is_one),
        Trial::test("crashes::a_bare_thread_is_told", a_bare_thread_is_told),
        Trial::test("crashes::one_of_many_threads_is_told", one_of_many_threads_is_told),
        Trial::test("crashes::a_jump_to_nowhere_has_its_caller", a_jump_to_nowhere_has_its_caller),
        Trial::test("crashes::a_fork_is_nobodys", a_fork_is_nobodys),
        Trial::test("crashes::a_lost_record_changes_no_end", a_lost_record_changes_no_end),
        Trial::test(
            "crashes::a_signal_with_a_made_up_code_is_deadly",
            a_signal_with_a_made_up_code_is_deadly,
        ),
        Trial::test("crashes::a_handler_that_waits_is_ended", a_handler_that_waits_is_ended),
        Trial::test("crashes::panics_are_never_inside_of_rust", panics_are_never_inside_of_rust),
        Trial::test("crashes::a_panic_that_aborts_is_told", a_panic_that_aborts_is_told),
        Trial::test("crashes::constructors_say_why", constructors_say_why),
        Trial::test("crashes::a_crash_in_process_names_its_test", a_crash_in_process_names_its_test),
        Trial::test("crashes::an_exit_in_process_names_its_test", an_exit_in_process_names_its_test),
    ]
}

/// The one crash of a test.
fn crash_of(record: &Value) -> Result<&Value, libtest_mimic::Failed> {
    let crashes = record["crashes"].as_array().map(Vec::as_slice).unwrap_or_default();
    match crashes {
        [crash] => Ok(crash),
        _ => Err(format!("{} crashes in {record:#}", crashes.len()).into()),
    }
}

/// Fails unless the texts hold these parts.
fn says(value: &Value, part: &str) -> Checked {
    ensure(value.as_str().is_some_and(|text| text.contains(part)), || format!("'{part}' is not in {value:#}"))
}

fn fault_and_frames_are_told() -> Checked {
    let ended = run_tests(&["fault::call::segfault"], &[]);
    let crash = crash_of(ended.record("fault::call::segfault"))?;
    says(&crash["process"], "worker")?;
    says(&crash["signal"], "SIGSEGV")?;
    says(&crash["fault"], "at 0x8, unmapped, near null")?;
    let frames = crash["frames"].as_array().cloned().unwrap_or_default();
    let named = |part: &str| {
        frames.iter().any(|frame| frame["function"].as_str().is_some_and(|name| name.contains(part)))
    };
    ensure(named("segfault") && named("ipc_open_mem_handle_exp"), || format!("{crash:#}"))?;
    // What calls the backend is the suite's own.
    ensure(!named("ur_ipc_fixtures"), || format!("{crash:#}"))?;
    says(&frames[0]["module"], "faults-")?;
    let shown = "crash of the worker: SIGSEGV in thread 'main', at 0x8, ";
    ensure(ended.stdout.contains(shown) && ended.stdout.contains("tests/faults/perform/ends.rs:"), || {
        ended.describe()
    })
}

fn a_peer_is_told_like_a_worker() -> Checked {
    let ended = run_tests(&["fault::peer::crashing_peer"], &[]);
    let id = "fault::peer::crashing_peer";
    ended.expect(
        id,
        "fail",
        "in peer 'faulty': the peer was ended by SIGSEGV in urIPCOpenMemHandleExp (tests/faults/",
    )?;
    let crash = crash_of(ended.record(id))?;
    says(&crash["process"], "peer ")?;
    says(&crash["fault"], "0x8, ")?;
    says(&crash["frames"][0]["function"], "segfault")
}

fn an_overflow_of_the_stack_is_one() -> Checked {
    let ended = run_tests(&["fault::call::stack_overflow"], &[]);
    // Rust's own handler has the last word.
    ended.expect("fault::call::stack_overflow", "crash", "SIGABRT ('")?;
    let crash = crash_of(ended.record("fault::call::stack_overflow"))?;
    says(&crash["signal"], "SIGSEGV")?;
    says(&crash["frames"][0]["function"], "dig")?;
    says(&crash["frames"][40]["function"], "dig")
}

fn a_bare_thread_is_told() -> Checked {
    let ended = run_tests(&["fault::call::dies_in_a_bare_thread"], &[]);
    ended.expect("fault::call::dies_in_a_bare_thread", "crash", "SIGSEGV")?;
    let crash = crash_of(ended.record("fault::call::dies_in_a_bare_thread"))?;
    says(&crash["thread"], "bare")?;
    says(&crash["frames"][0]["function"], "segfault")
}

fn one_of_many_threads_is_told() -> Checked {
    let id = "fault::call::dies_in_many_threads";
    // Which of them is first is chance.
    for _ in 0..4 {
        let ended = run_tests(&[id], &[]);
        ended.expect(id, "crash", "SIGSEGV")?;
        let crash = crash_of(ended.record(id))?;
        says(&crash["signal"], "SIGSEGV")?;
        says(&crash["frames"][0]["function"], "segfault").map_err(|_| format!("{crash:#}"))?;
        // The frames go up to the beginning of the thread.
        says(&Value::from(crash["frames"].to_string()), "die_in_many_threads")?;
    }
    Ok(())
}

fn a_jump_to_nowhere_has_its_caller() -> Checked {
    let ended = run_tests(&["fault::call::jumps_to_nowhere"], &[]);
    ended.expect("fault::call::jumps_to_nowhere", "crash", "SIGSEGV")?;
    let crash = crash_of(ended.record("fault::call::jumps_to_nowhere"))?;
    says(&crash["frames"][0]["address"], "0x10")?;
    says(&crash["frames"][1]["function"], "jump_to_nowhere")
}

/// One that crashes is not the process that was watched.
fn a_fork_is_nobodys() -> Checked {
    let ended = run_tests(&["fault::call::fork_aborts"], &[]);
    ended.expect("fault::call::fork_aborts", "pass", "")?;
    ensure(ended.record("fault::call::fork_aborts")["crashes"].is_null(), || ended.describe())
}

/// The handler itself faults then.
fn a_lost_record_changes_no_end() -> Checked {
    let ended = run_tests(&["fault::call::loses_its_record"], &[]);
    ended.expect("fault::call::loses_its_record", "crash", "SIGABRT")?;
    ensure(ended.record("fault::call::loses_its_record")["crashes"].is_null(), || ended.describe())
}

fn a_signal_with_a_made_up_code_is_deadly() -> Checked {
    let ended = run_tests(&["fault::call::makes_up_a_code"], &[]);
    ended.expect("fault::call::makes_up_a_code", "crash", "SIGABRT")
}

/// For its mappings, and nobody answers.
fn a_handler_that_waits_is_ended() -> Checked {
    let ended = run_tests(&["fault::call::opens_nothing_any_more"], &[]);
    ended.expect("fault::call::opens_nothing_any_more", "crash", "SIGSEGV")
}

fn panics_are_never_inside_of_rust() -> Checked {
    let id = "fault::call::looks_up";
    let mut harness = Harness::command(&["run", "--exact", id]);
    harness.command.env("RUST_BACKTRACE", "1");
    let ended = harness.run();
    ended.expect(id, "fail", "the backend panicked in urIPCOpenMemHandleExp: ")?;
    ended.expect(id, "fail", "tests/faults/backend.rs:")?;
    let log = &ended.record(id)["call_log"];
    ensure(log[0]["calls"][0]["end"] == "panicked" && ended.stdout.contains(") ... panicked\n"), || {
        ended.describe()
    })?;
    for text in [ended.json.to_string(), ended.stdout.clone(), ended.stderr.clone()] {
        ensure(!text.contains("/rustc/") && !text.contains("library/std"), || ended.describe())?;
    }
    Ok(())
}

fn a_panic_that_aborts_is_told() -> Checked {
    let id = "fault::call::panics_across_c";
    let ended = run_tests(&[id], &[]);
    ended.expect(id, "crash", "SIGABRT (panic at tests/faults/backend.rs:")?;
    ended.expect(id, "crash", &format!(": across C) in {IN_CALL}"))
}

fn constructors_say_why() -> Checked {
    let panics = Harness::command(&[]).order("panic@constructor").run();
    let why = "the probe ended: exited with code 101 (panic at tests/faults/perform/mod.rs:";
    ensure(panics.stderr.contains(why) && panics.stderr.contains(": on purpose)"), || panics.describe())?;
    let crashes = Harness::command(&[]).order("segfault@constructor").run();
    let why = "the probe ended: SIGSEGV before any call to UR\n    crash of the probe: SIGSEGV in thread 'main', at 0x8, ";
    ensure(crashes.stderr.contains(why) && crashes.stderr.contains("segfault (tests/faults/"), || {
        crashes.describe()
    })?;
    let exits = Harness::command(&[]).order("exit_at_once@constructor").run();
    let why = "the probe ended: exited with code 3 before any call to UR\n    exits on purpose";
    ensure(exits.stderr.contains(why), || exits.describe())
}

fn in_process(id: &str) -> crate::driver::Ended {
    run_tests(&[id], &["--isolation", "in-process"])
}

fn a_crash_in_process_names_its_test() -> Checked {
    for (fault, signal) in [("segfault", "SIGSEGV"), ("abort", "SIGABRT"), ("kill", "SIGKILL")] {
        let ended = in_process(&format!("fault::call::{fault}"));
        ensure(ended.code.is_none(), || ended.describe())?;
        let told = format!("error: faulty::dev0::fault::call::{fault}: {signal} in {IN_CALL}");
        ensure(ended.stderr.contains(&told), || ended.describe())?;
        let crash = format!("crash of the process of the run: {signal} in thread '");
        ensure(ended.stderr.contains(&crash) == (fault != "kill"), || ended.describe())?;
    }
    Ok(())
}

fn an_exit_in_process_names_its_test() -> Checked {
    for (fault, code) in [("exit_zero", 0), ("exit_at_once", 3)] {
        let ended = in_process(&format!("fault::call::{fault}"));
        ended.expect_code(2)?;
        let told =
            format!("error: faulty::dev0::fault::call::{fault}: exited with code {code} inside {IN_CALL}");
        ensure(ended.stderr.contains(&told), || ended.describe())?;
    }
    Ok(())
}
