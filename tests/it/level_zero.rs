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
    for command in ["run", "doctor"] {
        let output = Command::new(&alone)
            .args([command, "--backend", "level-zero@soft"])
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        // Folded or not.
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("cargo build -p level-zero-soft"), "{said}");
        assert!(!words.contains("MISSING libze_loader") && !words.contains("/dev/dri"), "{said}");
    }
}

#[test]
fn a_software_driver_is_no_hardware_however_it_is_loaded() {
    let driver = ur_ipc_level_zero::soft_driver().expect("cargo builds the driver along with the tests");
    let variables = [("LEVEL_ZERO_LOADER", driver.to_str().expect("a path in UTF-8"))];
    let run = ["run", "--backend", "level-zero", "memory::get::success"];
    let output = ur_ipc_cts(&run, &variables);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}{}", text(&output.stderr));
    assert!(out.contains("no hardware was tested, only software: level-zero\n"), "{out}");
    let output = ur_ipc_cts(&[&run[..], &["--require-hardware"]].concat(), &variables);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(
        err.contains("no hardware would be tested: a driver in the processes of level-zero is software"),
        "{err}"
    );
    let output = ur_ipc_cts(&["doctor", "--backend", "level-zero"], &variables);
    let out = text(&output.stdout);
    assert!(out.contains("can be tested: level-zero; no hardware") && !out.contains("MISSING"), "{out}");
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
