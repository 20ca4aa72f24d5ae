//! No mutant survives, every requirement has one, and every test kills some. `cargo test` runs a sample. `--ignored` runs all usual
//! mutants, or takes the results of `ur-ipc-mutants --json`, which CI runs for all, from the file that
//! `UR_IPC_MUTANTS_RESULTS` names.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;
use ur_ipc_cts::fixtures::Depth;
use ur_ipc_mutants::{Mutant, catalogue, matrix};

/// One of so many mutants is run by `cargo test`.
const SAMPLED: usize = 23;

/// What is read of a [`matrix::Row`].
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    killed_by: BTreeSet<String>,
    outcomes: BTreeMap<String, String>,
}

impl Row {
    fn survived(&self) -> bool {
        self.killed_by.is_empty()
    }
}

impl From<matrix::Row> for Row {
    fn from(matrix::Row { id, killed_by, outcomes, .. }: matrix::Row) -> Self {
        Self { id: id.to_owned(), killed_by, outcomes }
    }
}

/// What `ur-ipc-mutants --json` writes.
#[derive(Deserialize)]
struct Results {
    mutants: Vec<Row>,
}

/// The matrix of usual mutants, made once for all tests here.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let usual = usual();
    let Some(file) = std::env::var_os("UR_IPC_MUTANTS_RESULTS") else { return rows(&usual) };
    let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let Results { mutants: mut rows } = serde_json::from_str(&text).expect("results of ur-ipc-mutants");
    rows.retain(|row| usual.iter().any(|mutant| mutant.id == row.id));
    assert_eq!(rows.len(), usual.len(), "{} is not of all mutants", file.display());
    rows
});

fn usual() -> Vec<&'static Mutant> {
    catalogue::all().into_iter().filter(|mutant| mutant.depth == Depth::Usual).collect()
}

fn rows(mutants: &[&'static Mutant]) -> Vec<Row> {
    let program = Path::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"));
    matrix::run(program, mutants, matrix::Scope::Citing, &|| ()).into_iter().map(Row::from).collect()
}

/// Tests whose kills may depend on chance, with the reason; beside those of a module `concurrent`, in which threads
/// meet as they will. On a conforming backend they always pass.
const BY_CHANCE: &[(&str, &str)] = &[(
    "cross_process::memory::consumer_killed_while_opening",
    "the kill meets the consumer in one of many calls",
)];

/// Each is killed by the tests that the snapshot of its folder names.
#[test]
fn a_sample_is_killed_as_ever() {
    let mutants: Vec<_> = usual().into_iter().step_by(SAMPLED).collect();
    for row in rows(&mutants) {
        let snapshot = format!("tests/snapshots/kill_matrix__{}.snap", folder(&row));
        let known = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&snapshot)).unwrap();
        let line = line(&row);
        assert!(!row.survived() && known.lines().any(|known| known == line), "not in {snapshot}: {line}");
    }
}

#[test]
#[ignore = "runs all mutants: CI does"]
fn no_mutant_survives() {
    let survivors: Vec<_> = ROWS.iter().filter(|row| row.survived()).collect();
    assert!(survivors.is_empty(), "{} of {} mutants survive: {survivors:#?}", survivors.len(), ROWS.len());
}

/// The mutants that each test kills, in a file for each folder of the catalogue. If this fails although the change is
/// wanted, accept the new lists by `INSTA_UPDATE=always cargo test -p ur-ipc-mutants --test kill_matrix -- --ignored`. Or
/// review each with `cargo insta review`.
#[test]
#[ignore = "runs all mutants: CI does"]
fn the_same_tests_kill() {
    // Where a row differs for once, this tells why.
    for row in ROWS.iter() {
        let accidents: Vec<_> = row.outcomes.iter().filter(|(_, outcome)| *outcome != "fail").collect();
        if !accidents.is_empty() {
            println!("{}: {accidents:?}", row.id);
        }
    }
    for group in catalogue::GROUPS.iter() {
        let rows = ROWS.iter().filter(|row| folder(row) == group.name);
        let lines: Vec<String> = rows.map(line).collect();
        insta::assert_snapshot!(group.name, lines.join("\n"));
    }
}

/// The folder of the catalogue that a row's mutant is in.
fn folder(row: &Row) -> &'static str {
    let has = |group: &&catalogue::Group| group.mutants.iter().any(|mutant| mutant.id == row.id);
    catalogue::GROUPS.iter().find(has).map_or("", |group| group.name)
}

/// The tests that kill a mutant every time. If chance has a part in all of them, the modules that they are in.
fn line(row: &Row) -> String {
    let (chance, sure): (Vec<&String>, Vec<&String>) = row.killed_by.iter().partition(|test| {
        test.contains("::concurrent::") || BY_CHANCE.iter().any(|(other, _)| other == test)
    });
    let killers: BTreeSet<&str> = if sure.is_empty() {
        chance.iter().filter_map(|test| Some(test.rsplit_once("::")?.0)).collect()
    } else {
        sure.into_iter().map(String::as_str).collect()
    };
    format!("{}: {}", row.id, Vec::from_iter(killers).join(", "))
}

#[test]
#[ignore = "runs all mutants: CI does"]
fn every_test_can_fail() {
    let killers: BTreeSet<&str> = ROWS.iter().flat_map(|row| &row.killed_by).map(String::as_str).collect();
    let suite = ur_ipc_cts::suite(Vec::new());
    let violated: BTreeSet<&str> = usual().into_iter().flat_map(|mutant| &mutant.violates).copied().collect();
    let usual = suite.tests.iter().filter(|test| test.depth == Depth::Usual);
    // The others are about what only thorough mutants violate.
    let usual = usual.filter(|test| test.requirements.iter().any(|id| violated.contains(id)));
    let idle: Vec<&str> = usual.map(|test| test.id.as_str()).filter(|id| !killers.contains(id)).collect();
    assert!(idle.is_empty(), "no mutant makes these tests fail, so nothing shows that they can: {idle:#?}");
}

#[test]
fn ids_are_unique() {
    let mut seen = BTreeSet::new();
    let twice: Vec<_> =
        catalogue::all().into_iter().map(|mutant| &mutant.id).filter(|id| !seen.insert(*id)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn what_mutants_violate_are_requirements() {
    let requirements = ur_ipc_cts::requirements();
    let known: BTreeSet<&str> =
        requirements.all().iter().map(|requirement| requirement.id.as_str()).collect();
    for mutant in catalogue::all() {
        assert!(!mutant.violates.is_empty(), "{} violates nothing", mutant.id);
        for id in &mutant.violates {
            assert!(known.contains(id), "{} violates '{id}', which is no requirement", mutant.id);
        }
    }
}

#[test]
fn every_requirement_with_a_test_has_a_mutant() {
    let violated: BTreeSet<&str> =
        catalogue::all().into_iter().flat_map(|mutant| &mutant.violates).copied().collect();
    let requirements = ur_ipc_cts::requirements();
    let without: Vec<_> = requirements
        .all()
        .iter()
        .filter(|requirement| requirement.untested.is_none())
        .map(|requirement| requirement.id.clone())
        .filter(|id| !violated.contains(id.as_str()))
        .collect();
    assert!(without.is_empty(), "{} requirements without a mutant: {without:#?}", without.len());
}
