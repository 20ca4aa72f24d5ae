//! Packages that `certify` makes, and requests that it refuses.

use super::package::{PACKAGE, certified, verify};
use crate::support::{describe, shown, ur_ipc_cts};
use rstest::rstest;
use std::fs::{read_to_string, write};
use std::process::Command;
use tempfile::tempdir;
use ur_ipc_cts::harness::{Chapter, Requirement};

/// The number of requirements with tests that decide something on a device that claims to validate arguments.
fn binding() -> usize {
    let decides = |of: &Requirement| of.untested.is_none() && of.chapter() < Chapter::Robustness;
    ur_ipc_cts::requirements().all().iter().filter(|requirement| decides(requirement)).count()
}

#[test]
fn a_package_is_verified_by_whoever_has_it() {
    let (folder, output) = &*PACKAGE;
    assert_eq!(output.status.code(), Some(0), "{}", describe(output));
    assert!(describe(output).contains("certificate: "), "{}", describe(output));
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(0), "{told}");
    let of_all = format!(" of {} requirements verified", binding());
    let says = told.split_once("the package says: host@memory-only::dev0: CONFORMS, ");
    let verified =
        says.and_then(|(_, figures)| figures.split_once(&of_all)).map(|(figure, _)| figure.parse());
    assert!(matches!(verified, Some(Ok(figure)) if (51..binding()).contains(&figure)), "{of_all}: {told}");
    assert!(told.contains("no hardware was tested on host@memory-only"), "{told}");
    for name in ["report.html", "summary.md"] {
        let report = read_to_string(folder.path().join(name)).expect("a report");
        assert!(report.contains("no hardware was tested, only software: "), "{name}: {report}");
    }
    let by_others = Command::new("sha256sum").args(["-c", "MANIFEST"]).current_dir(folder.path()).output();
    assert!(by_others.expect("coreutils").status.success());
}

#[test]
fn a_run_that_verifies_nothing_gives_a_package_that_says_so() {
    let (folder, output) = certified("host@no-ipc");
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains("no certificate: "), "{}", describe(&output));
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: host@no-ipc::dev0: nothing to verify"), "{told}");
    assert!(told.contains("refused: certificate.json says that its run earned no certificate"), "{told}");
}

#[rstest]
#[case::skiplist(&["--skiplist", "a.yaml"], "certify uses no skiplist, not even the built-in ones")]
#[case::conditions(&["--family", "memory", "open"], "leave --family, the name of a test out")]
#[case::in_process(&["--isolation", "in-process"], "--isolation is worker or process")]
#[case::device(&["--device", "9"], "there is no device '9'")]
#[case::unknown(&["--json", "r.json"], "unexpected argument '--json'")]
fn what_would_not_decide_is_refused(#[case] arguments: &[&str], #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let out = shown(folder.path());
    let output = ur_ipc_cts(&[&["certify", "--backend", "host", "--out", &out], arguments].concat(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains(says), "{}", describe(&output));
    assert!(!folder.path().join("MANIFEST").exists(), "there is no package");
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let folder = tempdir().expect("a temporary folder");
    write(folder.path().join("results.json"), "mine").expect("it can be written");
    let output = ur_ipc_cts(&["certify", "--backend", "host", "--out", &shown(folder.path())], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains("is not empty"), "{}", describe(&output));
    assert_eq!(read_to_string(folder.path().join("results.json")).expect("it is there"), "mine");
}
