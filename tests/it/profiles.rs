//! The host backend under each of its profiles. Tests that need a missing capability are skipped, the rest passes, and
//! no test skips under all of them.

use crate::support::{results, text, ur_ipc_cts};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::thread;

/// One of so many profiles is tried by `cargo test`.
const SAMPLED: usize = 16;

#[test]
fn a_sample_of_profiles_conforms() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let profiles = host_profiles();
    assert!(profiles.len() > SAMPLED, "{profiles:?}");
    for profile in profiles.iter().skip(SAMPLED / 2).step_by(SAMPLED) {
        run(profile, folder.path());
    }
}

#[test]
#[ignore = "runs the whole suite on each: CI does"]
fn every_profile_conforms_and_every_test_runs_somewhere() {
    let profiles = host_profiles();
    assert!(profiles.len() > 10, "{profiles:?}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut all, mut passed) = (BTreeSet::new(), BTreeSet::new());
    // A run waits more than it computes.
    for some in profiles.chunks(4) {
        let runs: Vec<_> = thread::scope(|scope| {
            let runs: Vec<_> =
                some.iter().map(|profile| scope.spawn(|| run(profile, folder.path()))).collect();
            runs.into_iter().map(|run| run.join().expect("the run can be judged")).collect()
        });
        for results in runs.into_iter().flatten() {
            for test in results["tests"].as_array().expect("a list of tests") {
                let id = test["test"].as_str().expect("a test has an id").to_owned();
                if test["outcome"] == "pass" {
                    passed.insert(id.clone());
                }
                all.insert(id);
            }
        }
    }
    let never: Vec<_> = all.difference(&passed).collect();
    assert!(never.is_empty(), "these tests pass on no profile, so nothing shows that they can: {never:#?}");
}

/// Runs the suite on a profile, which has to conform, and gives its results, if there is anything to certify.
fn run(profile: &str, folder: &Path) -> Option<Value> {
    let file = folder.join(format!("{profile}.json"));
    let output = ur_ipc_cts(&["run", "--backend", profile, "--json", &file.to_string_lossy()], &[]);
    // A platform without devices has nothing to certify, nor has a device that shares nothing.
    let nothing = ["host@no-devices", "host@no-ipc", "host@unknown-queries"].contains(&profile);
    let expected = if nothing { 2 } else { 0 };
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{profile}\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    let results = file.exists().then(|| results(&file))?;
    assert_eq!(results["summary"]["total"]["deviates"], 0, "{profile} conforms, and yet it deviates");
    Some(results)
}

/// The profiles of the host backend, as the program lists them, but those that are broken on purpose.
fn host_profiles() -> Vec<String> {
    let output = ur_ipc_cts(&["devices", "--backend", "host"], &[]);
    text(&output.stdout)
        .lines()
        .filter_map(|line| line.trim().split_once(':'))
        .filter(|(label, _)| label.starts_with("host@") && !label.starts_with("host@broken-"))
        .map(|(label, _)| label.to_owned())
        .collect()
}
