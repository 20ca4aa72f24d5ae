//! The broken devices, to try the suite on.

use crate::support::{describe, results, shown, ur_ipc_cts};
use rstest::rstest;

#[rstest]
#[case::leak("host@broken-leak", "lifetime.fd.memory_cycles")]
#[case::size("host@broken-size", "memory.open.alloc_info")]
#[case::wait("host@broken-wait", "event.imported.wait_lasts")]
fn a_broken_device_fails_for_its_defect(#[case] backend: &str, #[case] requirement: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = folder.path().join("json");
    let output = ur_ipc_cts(&["run", "--backend", backend, "--quiet", "--json", &shown(&json)], &[]);
    assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
    let results = results(&json);
    let violated = results["verdicts"][format!("{backend}::dev0")]["violated"].as_array().expect("a list");
    let ids: Vec<&str> = violated.iter().filter_map(|violation| violation["requirement"].as_str()).collect();
    assert!(ids.contains(&requirement), "{ids:?}");
}
