//! Defects that the suite passes, and what exploration makes of them: the table in `docs/exploration.md`.

use rstest::rstest;
use std::path::Path;
use std::process::{Command, Stdio};
use ur_ipc_cts::harness::Level;
use ur_ipc_mutants::catalogue::UNPLANNED;
use ur_ipc_mutants::matrix;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ur-ipc-mutants");

/// A defect that a test detects is no longer unplanned: it belongs in the catalogue, and out of the table.
#[test]
#[ignore = "runs the whole suite on each: CI does"]
fn the_suite_sees_none() {
    let mutants: Vec<_> = UNPLANNED.iter().collect();
    for row in matrix::run(Path::new(PROGRAM), &mutants, matrix::Scope::Full, &|| ()) {
        let failed: Vec<_> = row.outcomes.iter().filter(|(_, outcome)| *outcome != "observed").collect();
        assert!(failed.is_empty(), "{}: {failed:?}", row.id);
        assert_eq!(row.problem, None, "{}", row.id);
    }
}

#[test]
fn each_violates_requirements_and_stands_in_the_table() {
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/exploration.md"))
        .expect("the document");
    let requirements = ur_ipc_cts::requirements();
    for mutant in UNPLANNED.iter() {
        for id in &mutant.violates {
            let binds = requirements.all().iter().any(|known| known.id == *id && known.level != Level::May);
            assert!(binds, "{} violates '{id}', which demands nothing", mutant.id);
        }
        assert!(table.contains(&format!("`{}`", mutant.id)), "the table lacks {}", mutant.id);
    }
}

/// Those that the table has as found soonest.
#[rstest]
#[ignore = "takes seconds: CI runs it"]
#[case("unplanned_physical_put_takes_reference")]
#[ignore = "takes as long as ten others: CI runs it"]
#[case("unplanned_event_release_after_wait_takes_two")]
fn exploration_finds(#[case] id: &str) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(PROGRAM)
        .args(["explore", "--backend", id, "--seed", "2", "--programs", "400", "--findings", "1", "--out"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
}
