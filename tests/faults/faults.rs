//! One fault after the other, each followed by a good test.

use crate::driver::{Checked, ensure, run_tests};
use libtest_mimic::Trial;

const CALL: &str = "urIPCOpenMemHandleExp(hContext = NULL";
/// The reason of a test that hangs where UR requires nothing.
const HANGS: &str = "timeout: ";

/// Test, outcome, and two parts of the reason.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("call::segfault", "crash", "SIGSEGV in ", CALL),
    ("call::abort", "crash", "SIGABRT in ", CALL),
    ("call::kill", "crash", "SIGKILL in ", CALL),
    ("call::stack_overflow", "crash", "SIGABRT ('", CALL),
    ("call::fork_and_die", "crash", "SIGSEGV in ", CALL),
    ("call::exit_zero", "crash", "exited with code 0 inside ", CALL),
    ("call::exit_at_once", "crash", "exited with code 3 inside ", CALL),
    ("call::hang", "timeout", "not done after 1s", CALL),
    ("call::stop", "timeout", "process was stopped", CALL),
    ("call::garble", "harness-error", "", "no frame header"),
    ("call::close_all", "harness-error", "the test closed the channel to the harness", ""),
    ("call::exhaust", "pass", "", ""),
    ("call::flood", "pass", "", ""),
    ("call::daemon", "pass", "", ""),
    ("call::device_lost", "fail", "UR_RESULT_ERROR_DEVICE_LOST", CALL),
    ("call::wrong", "fail", "UR_RESULT_ERROR_UNSUPPORTED_FEATURE", "urDeviceRetain(hDevice = device#0)"),
    ("call::panics", "fail", "the test panicked: on purpose", ""),
    ("call::skips", "skip", "the device answers ", ""),
    ("call::calls_nothing", "not-run", "no call", ""),
    ("call::checks_nothing", "not-run", "checked nothing", ""),
    ("call::waits", "timeout", "something that never comes", ""),
    ("call::many_threads", "pass", "", ""),
    ("peer::good_peer", "pass", "", ""),
    ("peer::crashing_peer", "fail", "in peer 'faulty'", "SIGSEGV"),
    ("peer::hanging_peer", "timeout", "in peer 'faulty'", ""),
    ("peer::hangs_with_a_peer", "timeout", "not done after 1s", CALL),
    ("may::wrong", "deviates", "", "UR_RESULT_ERROR_UNSUPPORTED_FEATURE"),
    ("may::segfault", "deviates", "crash: ", "SIGSEGV"),
    ("may::null_aborts", "deviates", "crash: ", "SIGABRT"),
    ("may::misuse_hangs", "deviates", HANGS, CALL),
];

pub fn trials() -> Vec<Trial> {
    let case =
        |&(test, outcome, first, second): &(&'static str, &'static str, &'static str, &'static str)| {
            Trial::test(format!("fault_costs_one_verdict::{test}"), move || {
                costs_one_verdict(&format!("fault::{test}"), outcome, [first, second])
            })
        };
    let mut trials: Vec<Trial> = CASES.iter().map(case).collect();
    trials.push(Trial::test("failures_come_with_calls_and_output", failures_come_with_calls_and_output));
    trials.push(Trial::test("peers_calls_are_shown", peers_calls_are_shown));
    trials.push(Trial::test("may_deviations_are_observed", may_deviations_are_observed));
    trials
}

fn costs_one_verdict(id: &str, outcome: &str, reasons: [&str; 2]) -> Checked {
    let ids = ["fault::first::good", id, "fault::last::good"];
    let time = match (outcome, id) {
        // These tell of it themselves, before they are ended.
        ("timeout", "fault::peer::hanging_peer" | "fault::call::waits") => "4",
        ("timeout", _) => "1",
        ("deviates", _) if reasons[0] == HANGS => "1",
        _ => "30",
    };
    let ended = run_tests(&ids, &["--timeout", time]);
    ended.expect("fault::first::good", "pass", "")?;
    ended.expect_all(id, outcome, &reasons)?;
    ended.expect_nothing_left()?;
    ended.expect("fault::last::good", "pass", "")?;
    let notes = &ended.record("fault::last::good")["notes"];
    ensure(notes.is_null(), || format!("the next test has notes: {notes}"))?;
    ended.expect_code(i32::from(!matches!(outcome, "pass" | "skip" | "deviates")))
}

fn failures_come_with_calls_and_output() -> Checked {
    let ended = run_tests(&["fault::call::wrong"], &[]);
    let record = ended.record("fault::call::wrong");
    ensure(
        {
            let call = &record["call_log"][0]["calls"][0];
            let text = "urDeviceRetain(hDevice = device#0) -> UR_RESULT_ERROR_UNSUPPORTED_FEATURE";
            record["call_log"][0]["process"] == "worker" && call["text"] == text && call["failed"] == true
        },
        || format!("{record:#}"),
    )?;
    ensure(record["output"] == "printed by the test", || format!("{record:#}"))?;
    for part in [
        "requirement fault.call (must, specified behaviour): it works",
        "seed: 1",
        "DOES NOT CONFORM",
        "... FAILED",
    ] {
        ensure(ended.stdout.contains(part), || format!("'{part}' is missing{}", ended.describe()))?;
    }
    Ok(())
}

fn peers_calls_are_shown() -> Checked {
    let ended = run_tests(&["fault::peer::crashing_peer"], &[]);
    let record = ended.record("fault::peer::crashing_peer");
    let log = &record["call_log"];
    let [own, peers] = [&log[0], &log[1]];
    ensure(own["process"] == "worker" && peers["process"] == record["crashes"][0]["process"], || {
        log.to_string()
    })?;
    ensure(peers["role"] == "faulty" && own["role"].is_null(), || log.to_string())?;
    let [first, crashing] = [&own["calls"][0], &peers["calls"][0]];
    ensure(first["end"] == "returned" && crashing["end"] == "has-not-returned", || log.to_string())?;
    // The worker has called before the peer does: their clocks are one.
    let times = [&first["at_us"], &first["took_us"], &crashing["at_us"]].map(serde_json::Value::as_u64);
    let [Some(0), Some(took), Some(later)] = times else { return Err(log.to_string().into()) };
    ensure(later >= took && crashing["took_us"].is_null(), || log.to_string())?;
    ensure(
        ended.stdout.contains("\n    faulty  urIPCOpenMemHandleExp(")
            && ended.stdout.contains("had not returned when the process ended (SIGSEGV)"),
        || ended.describe(),
    )
}

fn may_deviations_are_observed() -> Checked {
    let ended = run_tests(&["fault::may::wrong"], &[]);
    let record = ended.record("fault::may::wrong");
    ensure(record["seen"] == "fail" && record["call_log"].is_array(), || format!("{record:#}"))?;
    ensure(ended.stdout.contains("deviations that do not count (UR requires nothing here):"), || {
        ended.describe()
    })
}
