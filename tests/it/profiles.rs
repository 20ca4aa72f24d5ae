//! The host backend under each of its profiles: what a profile lacks is skipped, the rest passes, and there is no
//! test that only ever skips.

use crate::support;

use std::collections::BTreeSet;
use support::{results, text, ur_ipc_cts};

#[test]
fn every_profile_conforms_and_every_test_runs_somewhere() {
    let profiles = host_profiles();
    assert!(profiles.len() > 10, "{profiles:?}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut all, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for profile in &profiles {
        let file = folder.path().join(format!("{profile}.json"));
        let output = ur_ipc_cts(&["run", "--backend", profile, "--json", &file.to_string_lossy()], &[]);
        // A platform without devices has nothing to certify, nor has a device that shares nothing.
        let nothing = ["host@no-devices", "host@no-ipc", "host@unknown-queries"].contains(&profile.as_str());
        let expected = if nothing { 2 } else { 0 };
        assert_eq!(
            output.status.code(),
            Some(expected),
            "{profile}\n{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        if !file.exists() {
            continue;
        }
        let results = results(&file);
        assert_eq!(results["summary"]["total"]["deviates"], 0, "{profile} conforms, and yet it deviates");
        for test in results["tests"].as_array().expect("a list of tests") {
            let id = test["test"].as_str().expect("a test has an id").to_owned();
            if test["outcome"] == "pass" {
                passed.insert(id.clone());
            }
            all.insert(id);
        }
    }
    let never: Vec<_> = all.difference(&passed).collect();
    assert!(never.is_empty(), "these tests pass on no profile, so nothing shows that they can: {never:#?}");
}

/// The profiles of the host backend, as the program lists them.
fn host_profiles() -> Vec<String> {
    let output = ur_ipc_cts(&["devices", "--backend", "host"], &[]);
    text(&output.stdout)
        .lines()
        .filter_map(|line| line.trim().split_once(':'))
        .filter(|(label, _)| label.starts_with("host@"))
        .map(|(label, _)| label.to_owned())
        .collect()
}
