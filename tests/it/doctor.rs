//! Reports of `doctor` on this machine, and on one that forbids the system calls for sharing.

use crate::support::schema::{published, unlike};
use crate::support::{describe, results, ur_ipc_cts};
use rstest::rstest;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output};
use ur_ipc_sys::seccomp::deny_pidfd_getfd;

fn doctor(arguments: &[&str]) -> Output {
    ur_ipc_cts(&[&["doctor"], arguments].concat(), &[])
}

/// Runs the program where no process may take a descriptor of another, as in a container with such a filter.
fn confined(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
    // SAFETY: what runs between fork and exec makes system calls only.
    unsafe { command.args(arguments).pre_exec(deny_pidfd_getfd) };
    command.output().expect("the program starts")
}

#[test]
fn it_says_what_can_be_tested() {
    let output = doctor(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let said = describe(&output);
    for line in [
        "  ok       pidfd_getfd: works: one process took a descriptor of another\n",
        "  ok       memfd_create: works\n",
        "    limits       address space ",
        "    namespaces   ipc ",
        "  ok       host::dev0 (Host device 0): shares memory: yes, physical memory: yes, events: yes\n",
        "can be tested: host",
    ] {
        assert!(said.contains(line), "'{line}' is not in: {said}");
    }
    #[cfg(not(feature = "cuda"))]
    assert!(said.contains("not in this build: rebuild with --features cuda\n"), "{said}");
}

#[test]
fn programs_get_the_same() {
    let output = doctor(&["--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), &output.stdout).expect("it can be written");
    let found = results(file.path());
    assert_eq!(unlike(&published("doctor"), &found), None);
    assert_eq!(found["schema"], "ur-ipc-cts/doctor/1");
    assert_eq!(found["usable"], true);
    assert!(found["machine"]["limits"]["nofile"]["soft"].is_u64());
    let backends = found["backends"].as_array().expect("a list");
    let host = backends.iter().find(|backend| backend["label"] == "host").expect("it is built in");
    assert!(host["usable"] == true && host["software"] == true, "{host}");
    assert_eq!(host["devices"][0]["id"], "host::dev0");
    #[cfg(not(feature = "cuda"))]
    assert!(backends.iter().any(|backend| backend["rebuild_with"] == "cuda"), "{backends:?}");
}

#[rstest]
#[case::no_devices(&["--backend", "host@no-devices"], "  MISSING  devices: none")]
#[case::one_of_two(&["--backend", "host", "--backend", "host@no-devices"], "not ready: see the lines with MISSING or WRONG")]
#[case::misspelt(&["--backend", "hots"], "did you mean 'host'?")]
fn what_was_named_and_cannot_be_tested_ends_with_2(#[case] arguments: &[&str], #[case] says: &str) {
    let output = doctor(arguments);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(describe(&output).contains(says), "{}", describe(&output));
}

#[test]
fn what_the_machine_forbids_is_said_with_what_to_do() {
    let output = confined(&["doctor", "--backend", "host"]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let said = describe(&output);
    for line in [
        "  MISSING  pidfd_getfd: Operation not permitted",
        "to do: a seccomp filter is in force and may refuse the call",
        "  note     seccomp: system calls are filtered",
        "  MISSING  sharing: its processes take descriptors from each other, which is not allowed here",
        "  MISSING  devices: ",
        "can be tested: nothing",
    ] {
        assert!(said.contains(line), "'{line}' is not in: {said}");
    }
}

#[cfg(feature = "level-zero")]
#[test]
fn what_the_machine_forbids_is_no_lack_of_the_device() {
    let output = confined(&["run", "--backend", "level-zero@soft", "physical_memory::get::success"]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let said = describe(&output);
    assert!(said.contains("not-determined") || said.contains("not determined"), "{said}");
    assert!(
        said.contains("on this machine no process may take descriptors from another (pidfd_getfd"),
        "{said}"
    );
    assert!(said.contains("`ur-ipc-cts doctor` says"), "{said}");
}

#[cfg(feature = "level-zero")]
#[test]
fn why_a_library_cannot_be_opened_is_said() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), "no library ".repeat(100)).expect("it can be written");
    let path = file.path().to_string_lossy().into_owned();
    let output = ur_ipc_cts(&["doctor", "--backend", "level-zero"], &[("LEVEL_ZERO_LOADER", &path)]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let expected =
        format!("  MISSING  {path} (Level Zero's loader): cannot be opened: {path}: invalid ELF header\n");
    assert!(describe(&output).contains(&expected), "{}", describe(&output));
}
