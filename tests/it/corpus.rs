//! The programs of `harness/model/corpus/`, and `ur-ipc-cts replay` and `explore` on the host backend.

use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn ur_ipc_cts(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("harness/model/corpus");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "txt")).collect();
    files.sort();
    files
}

/// The backend that has what a program needs.
fn backend(program: &Path) -> String {
    let text = fs::read_to_string(program).unwrap();
    let needed = text.lines().find_map(|line| line.strip_prefix("# fine with: --backend "));
    needed.unwrap_or("host").to_owned()
}

#[test]
fn the_corpus_goes_as_it_should_and_every_step_is_taken() {
    let files = corpus();
    assert!(files.len() > 8, "{files:?}");
    for (backend, programs) in [("host", 8), ("host@two-devices", 1)] {
        let files: Vec<_> = files.iter().filter(|file| self::backend(file) == backend).collect();
        assert!(files.len() >= programs, "{backend}: {files:?}");
        let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
        let output = ur_ipc_cts(&[&["replay", "--backend", backend][..], &names].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        assert_eq!(text(&output.stderr), "", "a step was left out");
        assert_eq!(text(&output.stdout).lines().count(), files.len());
    }
}

#[rstest]
#[case::mistake("a: c1 = contxt\n", 2, "1:9: expected what is made: context,")]
#[case::not_defined(
    "a: put h1\n",
    2,
    "left out, as it is not defined here: a: put h1: h1 was released or never made"
)]
#[case::not_at_once(
    "a: c1 = context\na: q1 = queue in c1\ntogether\n  a.1: finish q1\n  a.2: finish q1\nend\n",
    0,
    "left out, as it is not defined here: a.2: finish q1: q1 is used by another thread at the same time"
)]
#[case::defined_after_all(
    "a: c1 = context\na: release c1 although undefined\n",
    0,
    "a: release c1 although undefined: this is defined here"
)]
#[case::no_second_device(
    "a: c1 = context of both\n",
    2,
    "a: c1 = context of both: the platform has no second device of the same capabilities"
)]
#[case::after_the_end("a: kill\na: c1 = context\n", 0, "a: c1 = context: the process has ended")]
fn a_program_that_cannot_be_taken_says_why(#[case] program: &str, #[case] code: i32, #[case] expected: &str) {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), program).unwrap();
    let output = ur_ipc_cts(&["replay", file.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
}

#[test]
#[ignore = "takes seconds: CI runs it"]
fn exploring_the_host_backend_finds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("findings");
    for (backend, processes, threads, at_once) in [
        ("host", "2", "2", true),
        ("host", "3", "1", true),
        ("host", "2", "0", false),
        ("host", "1", "1", false),
        ("host@no-own-handles", "2", "3", true),
        ("host@no-ipc", "2", "2", true),
        ("host@two-devices", "2", "2", true),
    ] {
        let arguments = ["explore", "--programs", "10", "--seed", "3", "--processes", processes];
        let rest = ["--threads", threads, "--backend", backend, "--out", out.to_str().unwrap()];
        let output = ur_ipc_cts(&[&arguments[..], &rest].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{backend}: {}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        let told = text(&output.stdout);
        assert!(told.contains("10 programs, "), "{told}");
        assert_eq!(!told.contains(" (0 concurrent, "), at_once, "{told}");
    }
    assert!(!out.exists(), "nothing is written where nothing is found");
}

#[test]
fn processes_that_stop_and_calls_without_descriptors_are_no_findings() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("findings");
    let arguments = ["explore", "--programs", "30", "--seed", "3", "--faults", "--out"];
    let output = ur_ipc_cts(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn what_comes_of_misuse_is_told_and_violates_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("findings");
    let arguments = ["explore", "--programs", "40", "--seed", "3", "--misuse", "--out"];
    let output = ur_ipc_cts(&[&arguments[..], &[out.to_str().unwrap()]].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}{}", text(&output.stderr));
    let (_, chapter) = told.split_once("robustness (UR requires nothing here):\n").expect("a chapter");
    let refused =
        |line: &&str| line.contains(" that was released or never made: 1 x UR_RESULT_ERROR_INVALID_");
    assert!(chapter.lines().filter(refused).count() > 5, "{told}");
}
