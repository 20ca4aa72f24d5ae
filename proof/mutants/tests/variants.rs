//! The catalogue of conforming variants is whole, and no suite accuses one.

use rstest::rstest;
use std::collections::BTreeSet;
use ur_ipc_cts::harness::Requirements;
use ur_ipc_mutants::{Suite, catalogue, variants};

#[test]
fn each_names_what_allows_it_and_what_it_does() {
    for variant in variants::all() {
        assert!(!variant.allowed_by.is_empty(), "{} names no sentence that allows it", variant.id);
        assert!(!variant.description.is_empty(), "{} does not say what it does", variant.id);
        assert!(!variant.of.is_empty(), "{} uses the freedom of no requirement", variant.id);
    }
}

/// Fewer would leave whole families to the readings of our own backends.
#[test]
fn there_are_enough() {
    let count = variants::all().len();
    assert!(count >= 80, "{count} variants");
}

/// The program finds the ids of its command line by it.
#[test]
fn ids_are_words() {
    let mutants = catalogue::all().into_iter().chain(Suite::Sycl.mutants()).chain(&*catalogue::UNPLANNED);
    let variants = variants::all().into_iter().map(|variant| &variant.id);
    for id in mutants.map(|mutant| &mutant.id).chain(variants) {
        assert!(id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'), "{id}");
    }
}

/// Variants and mutants are backends of one program.
#[test]
fn ids_are_unique() {
    let mutants = catalogue::all().into_iter().chain(Suite::Sycl.mutants()).map(|mutant| &mutant.id);
    let mut seen: BTreeSet<&String> = mutants.collect();
    let twice: Vec<_> =
        variants::all().into_iter().map(|variant| &variant.id).filter(|id| !seen.insert(id)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

fn catalogues() -> [Requirements; 2] {
    [Suite::UnifiedRuntime.requirements(), Suite::Sycl.requirements()]
}

#[test]
fn what_they_are_of_are_requirements() {
    let catalogues = catalogues();
    for variant in variants::all() {
        let unknown: Vec<_> =
            variant.of.iter().filter(|id| catalogues.iter().all(|all| all.get(id).is_none())).collect();
        assert!(unknown.is_empty(), "{} is of what is no requirement: {unknown:?}", variant.id);
    }
}

/// Ambiguities without a variant, with the reason.
const WITHOUT: &[(&str, &str)] = &[(
    "sycl.physical_memory.open.outlives_source",
    "a change of a backend does not see the end of an object in another process",
)];

/// Each ambiguity of a text has a variant that reads it otherwise than our backends do. A text without ambiguity has a
/// `remark` instead.
#[rstest]
#[case(Suite::UnifiedRuntime, "device_info")]
#[case(Suite::UnifiedRuntime, "memory")]
#[case(Suite::UnifiedRuntime, "physical_memory")]
#[case(Suite::UnifiedRuntime, "event")]
#[case(Suite::UnifiedRuntime, "lifetime")]
#[case(Suite::UnifiedRuntime, "cross_process")]
#[case(Suite::Sycl, "aspect")]
#[case(Suite::Sycl, "handle")]
#[case(Suite::Sycl, "memory")]
#[case(Suite::Sycl, "physical_memory")]
#[case(Suite::Sycl, "event")]
#[case(Suite::Sycl, "reusable_event")]
fn every_ambiguity_has_a_variant(#[case] suite: Suite, #[case] family: &str) {
    let mut of: BTreeSet<&str> =
        variants::all().into_iter().flat_map(|variant| &variant.of).copied().collect();
    of.extend(WITHOUT.iter().map(|(id, _)| id));
    let requirements = suite.requirements();
    let ambiguous = requirements.all().iter().filter(|requirement| {
        requirement.family == family && requirement.ambiguity.is_some() && requirement.untested.is_none()
    });
    let without: Vec<&str> =
        ambiguous.map(|requirement| requirement.id.as_str()).filter(|id| !of.contains(id)).collect();
    assert!(without.is_empty(), "{} ambiguities without a variant: {without:#?}", without.len());
}
