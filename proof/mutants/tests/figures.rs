//! The figures in the documents are those of the sources.

use rstest::rstest;
use std::path::Path;
use ur_ipc_mutants::{Suite, catalogue, variants};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The sentence as it must stand in a document: names in braces are figures.
fn told(sentence: &str) -> String {
    let suite = ur_ipc_cts::suite(Vec::new());
    let mutants = catalogue::all();
    let of_drivers = mutants.iter().filter(|mutant| mutant.base().starts_with("level-zero")).count();
    let of_sycl = Suite::Sycl.mutants();
    let over_broken = of_sycl.iter().filter(|mutant| mutant.id.starts_with("over_")).count();
    let figures = [
        ("{tests}", suite.tests.len()),
        ("{requirements}", suite.requirements.all().len()),
        ("{mutants}", mutants.len()),
        ("{of drivers}", of_drivers),
        ("{of backends}", mutants.len() - of_drivers),
        ("{variants}", variants::all().len()),
        ("{of SYCL}", of_sycl.len()),
        ("{of the Rust layer}", of_sycl.len() - over_broken),
        ("{over broken backends}", over_broken),
    ];
    figures.iter().fold(sentence.to_owned(), |text, (name, figure)| text.replace(name, &figure.to_string()))
}

#[rstest]
#[case("README.md", "lists {requirements} requirements")]
#[case("README.md", "{mutants} backends that are broken in one way each, {of drivers} of them below")]
#[case(
    "CHANGELOG.md",
    "{mutants} backends that are broken in one way each, {of drivers} of them in the driver"
)]
#[case("docs/proof.md", "{mutants} backends, each broken in one way")]
#[case(
    "docs/proof.md",
    "{of backends} are the host backend with a layer over it, {of drivers} the Level Zero backend"
)]
#[case("docs/proof.md", "{variants} backends that conform in another way than ours")]
#[case("docs/proof.md", "each of the {tests} tests")]
#[case("docs/proof.md", "on {of SYCL} implementations of the extension that are broken in one way each")]
#[case(
    "docs/proof.md",
    "{of the Rust layer} are the Rust layer over the host backend with functions in the place of its own, {over broken backends}"
)]
#[case("CHANGELOG.md", "verdicts and {of SYCL} broken implementations")]
#[case("docs/performance.md", "full suite ({tests} tests")]
#[case("docs/run.svg", "running {tests} tests")]
fn figures_are_true(#[case] document: &str, #[case] sentence: &str) {
    let text = std::fs::read_to_string(Path::new(ROOT).join(document)).expect("a document");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = told(sentence);
    assert!(text.contains(&told), "{document} does not say: {told}");
}
