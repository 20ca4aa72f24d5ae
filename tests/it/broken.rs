//! The broken devices, to try the suite on.

use crate::support::{describe, results, shown, ur_ipc_cts};
use rstest::rstest;
use serde_json::Value;

/// Runs the tests that a filter leaves on a broken device, which fails for its defect, and gives the results.
fn run(backend: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = folder.path().join("json");
    let json = shown(&json);
    let output =
        ur_ipc_cts(&[&["run", "--backend", backend, "--quiet", "--json", &json], more].concat(), &[]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    results(json.as_ref())
}

#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case::leak("host@broken-leak", "lifetime", "lifetime.fd.memory_cycles")]
#[ignore = "takes seconds: CI runs it"]
#[case::size("host@broken-size", "memory", "memory.open.alloc_info")]
#[ignore = "takes seconds: CI runs it"]
#[case::wait("host@broken-wait", "event::imported", "event.imported.wait_lasts")]
#[case::crash("host@broken-crash", "memory::close", "memory.close.success")]
fn a_broken_device_fails_for_its_defect(
    #[case] backend: &str,
    #[case] tests: &str,
    #[case] requirement: &str,
) {
    let results = run(backend, &[tests]);
    let violated = results["verdicts"][format!("{backend}::dev0")]["violated"].as_array().expect("a list");
    let ids: Vec<&str> = violated.iter().filter_map(|violation| violation["requirement"].as_str()).collect();
    assert!(ids.contains(&requirement), "{ids:?}");
}

#[rstest]
#[case::hang("host@broken-hang", &["--timeout", "2", "event::imported::wait_lasts"], "timeout", "urEventWait")]
#[case::crash("host@broken-crash", &["memory::close::own_handle"], "crash", "SIGSEGV in urIPCCloseMemHandleExp")]
fn a_broken_device_shows_a_hang_or_a_crash_in_one_test(
    #[case] backend: &str,
    #[case] more: &[&str],
    #[case] outcome: &str,
    #[case] says: &str,
) {
    let results = run(backend, more);
    let tests = results["tests"].as_array().expect("a list");
    let found = tests.iter().find(|test| test["outcome"] == outcome);
    let reason = found.and_then(|test| test["reason"].as_str()).unwrap_or_default();
    assert!(reason.contains(says), "{tests:?}");
}

/// The process of an observation crashes: the test does not count, and its outcome is that crash.
#[rstest]
#[case::by_itself(
    false,
    "deviates",
    "crash in peer 'alone': the peer was ended by SIGSEGV in urIPCCloseMemHandleExp"
)]
#[case::as_a_list_says(true, "expected-fail", "known (fail: crash in peer 'alone'")]
fn a_crash_in_an_observation_is_its_outcome(
    #[case] is_known: bool,
    #[case] outcome: &str,
    #[case] reason: &str,
) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [json, list] = ["json", "list.yaml"].map(|name| shown(&folder.path().join(name)));
    let entry = "{test: '*', action: expect-fail, outcome: crash, reason: known}";
    let text = format!("driver: {{backend: host@broken-crash}}\nentries:\n- {entry}\n");
    std::fs::write(&list, text).expect("the list can be written");
    let mut arguments = vec!["run", "--backend", "host@broken-crash", "--json", &json];
    arguments.extend(["--exact", "memory::open::same_process"]);
    arguments.extend(if is_known { vec!["--skiplist", &list] } else { Vec::new() });
    let output = ur_ipc_cts(&arguments, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let results = results(json.as_ref());
    let test = &results["tests"][0];
    assert_eq!(test["outcome"], outcome, "{test}");
    assert!(test["reason"].as_str().is_some_and(|told| told.starts_with(reason)), "{test}");
}
