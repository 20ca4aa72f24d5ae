//! The command for SYCL's extension, where it says other things than that for Unified Runtime.

use rstest::rstest;
use std::process::{Command, Output, Stdio};

fn ur_ipc_sycl_cts(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-sycl-cts"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[rstest]
#[case(&["explore", "--programs", "1"])]
#[case(&["replay", "program.txt"])]
#[case(&["--color", "never", "explore", "--help"])]
fn what_is_of_unified_runtime_is_refused(#[case] arguments: &[&str]) {
    let output = ur_ipc_sycl_cts(arguments);
    assert_eq!(output.status.code(), Some(2));
    let err = text(&output.stderr);
    assert!(err.contains("of Unified Runtime's level: `ur-ipc-cts "), "{err}");
}

#[rstest]
#[case(&["--help"])]
#[case(&["completions", "bash"])]
#[case(&["completions", "zsh"])]
#[case(&["man"])]
fn what_is_of_unified_runtime_is_not_offered(#[case] arguments: &[&str]) {
    let said = text(&ur_ipc_sycl_cts(arguments).stdout);
    assert!(said.contains("certify") && said.contains("reusable_event"), "{said}");
    for other in ["explore", "replay", "refcount", "ur-cts", "ur-ipc-cts"] {
        assert!(!said.contains(other), "{other} in {said}");
    }
}

/// Letters that the help has as an example are those of a test and of a requirement.
#[test]
fn the_examples_find_something() {
    for arguments in [&["list", "*overload*", "--level", "must"][..], &["requirements", "overload"]] {
        let output = ur_ipc_sycl_cts(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
}

#[test]
fn a_runtime_of_sycl_that_is_not_built_in_names_its_feature() {
    if cfg!(not(feature = "sycl")) {
        let err = text(&ur_ipc_sycl_cts(&["run", "--backend", "sycl"]).stderr);
        assert!(err.contains("rebuild with `--features sycl`"), "{err}");
    }
}

/// The other program refuses the package with one reason: it is another program's. It does not compare the tests.
#[test]
#[ignore = "takes seconds: CI runs it"]
fn a_package_is_for_the_program_that_made_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let package = folder.path().join("package").to_string_lossy().into_owned();
    let certified = ur_ipc_sycl_cts(&["certify", "--usual", "--backend", "host", "--out", &package]);
    assert_eq!(certified.status.code(), Some(0), "{}", text(&certified.stderr));
    assert_eq!(ur_ipc_sycl_cts(&["verify", &package]).status.code(), Some(0));
    let other = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts")).args(["verify", &package]).output();
    let other = other.expect("the program starts");
    let said = text(&other.stdout);
    assert_eq!(other.status.code(), Some(1), "{said}");
    assert!(said.contains("`ur-ipc-sycl-cts verify` checks it"), "{said}");
    assert_eq!(said.matches("refused:").count(), 1, "{said}");
}
