//! `coverage`, and the file that runs write for it.

use crate::support::{describe, text, ur_ipc_cts};
use std::fs;
use tempfile::tempdir;

#[test]
fn what_a_run_visits_is_told_of_each_entry_point() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("visited").display().to_string();
    let run = |filter: &str| {
        let output = ur_ipc_cts(&["run", "--backend", "host", filter], &[("UR_IPC_CTS_SITUATIONS", &file)]);
        assert_eq!(output.status.code(), Some(0), "{}", describe(&output));
    };
    let missed = |call: &str| {
        let output = ur_ipc_cts(&["coverage", &file, "--call", call], &[]);
        assert_eq!(output.status.code(), Some(1), "{}", describe(&output));
        text(&output.stdout)
    };
    run("memory::open::usable_in_enqueue");
    let before = missed("urEnqueueUSMFill");
    assert!(
        !before.contains("NOT VISITED: pattern = 1 ") && before.contains("NOT VISITED: pattern = 16 "),
        "{before}"
    );
    assert!(before.contains("left out: bytes = 4G- (two objects of this size"), "{before}");
    run("memory::fills::large_patterns");
    let after = missed("urEnqueueUSMFill");
    assert!(!after.contains("pattern = 1 ") && !after.contains("pattern = 16 "), "{after}");
    assert!(after.contains("\n1 entry point, "), "{after}");
}

#[test]
fn what_a_backend_does_not_offer_need_not_be_visited() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("visited").display().to_string();
    let missed = |backend: &str| {
        ur_ipc_cts(&["run", "--backend", backend, "device_info"], &[("UR_IPC_CTS_SITUATIONS", &file)]);
        let output = ur_ipc_cts(&["coverage", &file, "--call", "urIPCOpenEventHandleExp"], &[]);
        (output.status.code(), text(&output.stdout))
    };
    let (code, out) = missed("host@no-event");
    assert!(code == Some(0) && out.contains("(each call was answered with UR_RESULT_ERROR_UNSUPP"), "{out}");
    let (code, out) = missed("host");
    assert!(code == Some(1) && !out.contains("each call was answered"), "{out}");
}

#[test]
fn a_name_that_no_entry_point_has_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("visited").display().to_string();
    ur_ipc_cts(&["run", "--backend", "host", "event::put::success"], &[("UR_IPC_CTS_SITUATIONS", &file)]);
    let output = ur_ipc_cts(&["coverage", &file, "--call", "urNoSuch"], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    assert!(
        text(&output.stderr).contains("no entry point with classes has 'urNoSuch' in its name"),
        "{}",
        describe(&output)
    );
}

#[test]
fn what_is_no_such_file_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("other").display().to_string();
    fs::write(&file, "something else").expect("it can be written");
    let output = ur_ipc_cts(&["coverage", &file], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", describe(&output));
    let says =
        format!("{file}: it has no situations; coverage reads the file that UR_IPC_CTS_SITUATIONS named");
    assert!(text(&output.stderr).contains(&says), "{}", describe(&output));
    ur_ipc_cts(&["run", "--backend", "host", "event::put::success", "--json", &file], &[]);
    let output = ur_ipc_cts(&["coverage", &file], &[]);
    assert!(text(&output.stderr).contains("it has the results of a run, and no"), "{}", describe(&output));
}
