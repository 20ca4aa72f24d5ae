//! No mutant survives, and every requirement has one.

use std::collections::BTreeSet;
use std::path::Path;
use ur_ipc_cts::harness::Level;
use ur_ipc_mutants::{catalogue, matrix};

#[test]
fn no_mutant_survives() {
    let program = Path::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"));
    let rows = matrix::run(program, &catalogue::all(), matrix::Scope::Citing);
    let survivors: Vec<_> = rows.iter().filter(|row| row.survived()).collect();
    assert!(survivors.is_empty(), "{} of {} mutants survive: {survivors:#?}", survivors.len(), rows.len());
}

#[test]
fn ids_are_unique() {
    let mut seen = BTreeSet::new();
    let twice: Vec<_> =
        catalogue::all().iter().map(|mutant| mutant.id).filter(|id| !seen.insert(*id)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn what_mutants_violate_are_requirements() {
    let requirements = ur_ipc_cts::requirements();
    let known: BTreeSet<&str> =
        requirements.all().iter().map(|requirement| requirement.id.as_str()).collect();
    for mutant in catalogue::all() {
        assert!(!mutant.violates.is_empty(), "{} violates nothing", mutant.id);
        for id in mutant.violates {
            assert!(known.contains(id), "{} violates '{id}', which is no requirement", mutant.id);
        }
    }
}

#[test]
fn every_requirement_that_a_run_can_fail_has_a_mutant() {
    let violated: BTreeSet<&str> =
        catalogue::all().iter().flat_map(|mutant| mutant.violates).copied().collect();
    let requirements = ur_ipc_cts::requirements();
    let without: Vec<_> = requirements
        .all()
        .iter()
        .filter(|requirement| requirement.level != Level::May && requirement.untested.is_none())
        .map(|requirement| requirement.id.clone())
        .filter(|id| !violated.contains(id.as_str()))
        .collect();
    assert!(without.is_empty(), "{} requirements without a mutant: {without:#?}", without.len());
}
