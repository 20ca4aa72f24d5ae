//! Exploration alone, without a test of the suite, sees defects, each with a requirement that the mutant violates.

use rstest::rstest;
use std::process::{Command, Stdio};
use ur_ipc_mutants::catalogue;

#[rstest]
#[case("event_create_counts_two")]
#[case("event_get_gives_size_zero")]
#[case("event_status_of_source_always_complete")]
fn a_defect_is_found(#[case] id: &str) {
    let mutant = catalogue::all().into_iter().find(|mutant| mutant.id == id).expect("a mutant of this id");
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"))
        .args(["explore", "--backend", id, "--programs", "400", "--findings", "1", "--out"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}: {told}", mutant.description);
    assert!(mutant.violates.iter().any(|requirement| told.contains(requirement)), "{told}");
    // The program is small, and stands in a file of its own.
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let program = std::fs::read_to_string(file).unwrap();
    let steps = program.lines().filter(|line| !line.starts_with('#')).count();
    assert!((1..=12).contains(&steps), "{program}");
}
