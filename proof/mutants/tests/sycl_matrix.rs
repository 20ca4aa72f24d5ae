//! Mutants of SYCL's extension are killed by its suite, and every requirement has one.

use std::collections::BTreeSet;
use std::path::Path;
use ur_ipc_mutants::{Mutant, Suite, matrix};

/// One of so many mutants is run by `cargo test`; CI runs all, as a release.
const SAMPLED: usize = 7;

/// Requirements without a mutant, with the reason.
const WITHOUT: &[(&str, &str)] = &[(
    "sycl.physical_memory.consumer_dies",
    "no backend knows who maps its memory, so none can be harmed by an end",
)];

#[test]
fn a_sample_is_killed() {
    let program = Path::new(env!("CARGO_BIN_EXE_ur-ipc-mutants"));
    let mutants: Vec<_> = Suite::Sycl.mutants().into_iter().step_by(SAMPLED).collect();
    let rows = matrix::run(program, &mutants, matrix::Scope::Citing, &|| ());
    let survivors: Vec<_> = rows.iter().filter(|row| row.survived()).collect();
    assert!(survivors.is_empty(), "{} of {} mutants survive: {survivors:#?}", survivors.len(), rows.len());
}

#[test]
fn ids_are_unique_and_what_they_violate_is_required() {
    let requirements = Suite::Sycl.requirements();
    let mut seen = BTreeSet::new();
    for Mutant { id, description, violates, .. } in Suite::Sycl.mutants() {
        assert!(seen.insert(id), "{id} is there twice");
        assert!(!description.is_empty(), "{id} does nothing");
        let unknown: Vec<_> =
            violates.iter().filter(|violated| requirements.get(violated).is_none()).collect();
        assert!(unknown.is_empty(), "{id} violates what is no requirement: {unknown:?}");
    }
}

#[test]
fn every_requirement_with_a_test_has_a_mutant() {
    let violated: BTreeSet<&str> =
        Suite::Sycl.mutants().into_iter().flat_map(|mutant| &mutant.violates).copied().collect();
    let requirements = Suite::Sycl.requirements();
    let tested = requirements.all().iter().filter(|requirement| requirement.untested.is_none());
    let without: Vec<&str> =
        tested.map(|requirement| requirement.id.as_str()).filter(|id| !violated.contains(id)).collect();
    assert_eq!(without, WITHOUT.iter().map(|(id, _)| *id).collect::<Vec<_>>());
}
