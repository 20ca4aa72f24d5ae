//! The backend `level-zero`, where no GPU need be: on the software driver, with and without a loader.
#![cfg(feature = "level-zero")]

use crate::support::{results, text, ur_ipc_cts};
use std::process::{Command, Stdio};

/// A setting that certainly names no loader.
const NOWHERE: (&str, &str) = ("LEVEL_ZERO_LOADER", "/no/such/libze_loader.so.1");

#[test]
fn the_reference_backend_conforms_on_the_software_driver() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let path = file.path().to_string_lossy().into_owned();
    let output = ur_ipc_cts(
        &["run", "--backend", "level-zero@soft", "--json", &path],
        &[("LEVEL_ZERO_SOFT_DEVICES", "2")],
    );
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}{}", text(&output.stderr));
    for device in ["level-zero@soft::dev0", "level-zero@soft::dev1"] {
        assert!(out.contains(&format!("\n{device} (Software GPU ")) && out.contains(": CONFORMS"), "{out}");
    }
    let found = results(file.path());
    let count = |outcome: &str| {
        let tests = found["tests"].as_array().expect("a list of tests");
        tests.iter().filter(|test| test["outcome"] == outcome).count()
    };
    assert!(count("pass") > 580, "{out}");
    assert_eq!(count("expected-fail"), 0, "the reference backend needs no skiplist: {out}");
}

#[test]
fn the_software_driver_stands_in_and_is_named() {
    let output = ur_ipc_cts(&["run", "memory::get::success"], &[NOWHERE]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(err.contains("backend level-zero is not available: cannot open the Level Zero loader"), "{err}");
    assert!(err.contains("level-zero@soft stands in for it"), "{err}");
    assert!(out.contains("test level-zero@soft::dev0::memory::get::success ... ok"), "{out}");
}

#[test]
fn nothing_stands_in_for_a_backend_that_was_asked_for() {
    let output = ur_ipc_cts(&["run", "--backend", "level-zero"], &[NOWHERE]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    for says in ["/no/such/libze_loader.so.1", "package libze1", "level-zero@soft could stand in for it"] {
        assert!(err.contains(says), "'{says}' is not in: {err}");
    }
}

#[test]
fn a_driver_without_devices_is_said_to_have_none() {
    let output = ur_ipc_cts(&["run", "--backend", "level-zero@soft"], &[("LEVEL_ZERO_SOFT_DEVICES", "0")]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("/dev/dri"), "{}", text(&output.stderr));
}

#[test]
fn a_program_without_the_software_driver_beside_it_says_so() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = folder.path().join("ur-ipc-cts");
    std::fs::copy(env!("CARGO_BIN_EXE_ur-ipc-cts"), &alone).expect("the program can be copied");
    let output = Command::new(alone)
        .args(["run", "--backend", "level-zero@soft"])
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("cargo build -p level-zero-soft"), "{}", text(&output.stderr));
}

#[test]
fn exploration_tells_leaks_of_different_families_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let explore = |out: &str, known: &[&str]| {
        let out = folder.path().join(out).to_string_lossy().into_owned();
        let small = ["--threads", "0", "--processes", "1", "--steps", "30", "--programs", "100"];
        let arguments =
            [&["explore", "--backend", "level-zero@soft", "--out", &out], &small[..], known].concat();
        let output = ur_ipc_cts(&arguments, &[("LEVEL_ZERO_SOFT_KEEP_IMPORTS", "1")]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        out
    };
    let program = |out: &str, number: u32| {
        std::fs::read_to_string(format!("{out}/finding-0-{number}.txt")).expect("a program is written")
    };
    // Which of the two comes first is the generator's affair.
    let families =
        |out: &str, number: u32| ["= alloc", "= event"].map(|made| program(out, number).contains(made));
    let both = explore("both", &["--findings", "2"]);
    let (first, second) = (families(&both, 1), families(&both, 2));
    assert!([[true, false], [false, true]].contains(&first), "{}", program(&both, 1));
    assert_eq!(second, first.map(|has| !has), "{}", program(&both, 2));
    let known = format!("{both}/finding-0-1.txt");
    let other = explore("other", &["--findings", "1", "--known", &known]);
    assert_eq!(families(&other, 1), second, "{}", program(&other, 1));
}
