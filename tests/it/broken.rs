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
#[case::leak("host@broken-leak", "lifetime", "lifetime.fd.memory_cycles")]
#[case::size("host@broken-size", "memory", "memory.open.alloc_info")]
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
