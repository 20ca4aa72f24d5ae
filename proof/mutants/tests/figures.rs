//! The figures in the documents are those of the sources: they stand in `docs/figures.md`, and nowhere else.
//! `UPDATE_FIGURES=1 cargo test -p ur-ipc-mutants --test figures` writes them.

use rstest::rstest;
use std::fmt::Write as _;
use std::path::Path;
use ur_ipc_mutants::{Suite, catalogue, variants};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGE: &str = "docs/figures.md";
const MARKS: [&str; 2] = ["<!-- counted -->\n", "<!-- end -->\n"];

fn read(document: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(document)).expect("a document")
}

/// The counted things, with their numbers.
fn figures() -> [(&'static str, usize); 9] {
    let (suite, sycl) = (ur_ipc_cts::suite(Vec::new()), ur_ipc_cts::sycl_suite(Vec::new()));
    let (mutants, of_sycl) = (catalogue::all(), Suite::Sycl.mutants());
    let of_drivers = mutants.iter().filter(|mutant| mutant.base().starts_with("level-zero")).count();
    let over_broken = of_sycl.iter().filter(|mutant| mutant.id.starts_with("over_")).count();
    [
        ("tests for each device", suite.tests.len()),
        ("requirements", suite.requirements.all().len()),
        ("tests of SYCL's extension", sycl.tests.len()),
        ("requirements of SYCL's extension", sycl.requirements.all().len()),
        (
            "backends that are broken in one way each: the host backend with a layer over it",
            mutants.len() - of_drivers,
        ),
        ("… and the Level Zero backend with a layer between it and its software driver", of_drivers),
        (
            "implementations of SYCL's extension that are broken in one way each: the Rust layer",
            of_sycl.len() - over_broken,
        ),
        ("… and the layer over a broken backend", over_broken),
        ("backends that conform in another way than ours", variants::all().len()),
    ]
}

#[test]
fn figures_are_true() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(MARKS[0]).expect("the mark where they begin");
    let (there, after) = rest.split_once(MARKS[1]).expect("the mark where they end");
    let mut table = "| what | how many |\n|---|---|\n".to_owned();
    for (what, count) in figures() {
        writeln!(table, "| {what} | {count} |").expect("a text");
    }
    if std::env::var_os("UPDATE_FIGURES").is_some() {
        let [begin, end] = MARKS;
        let page = format!("{before}{begin}{table}{end}{after}");
        std::fs::write(Path::new(ROOT).join(PAGE), page).expect("it can be written");
    } else {
        assert_eq!(there, table, "UPDATE_FIGURES=1 writes them");
    }
}

/// A figure in another document would have to be changed with each test.
#[rstest]
#[case("README.md")]
#[case("CHANGELOG.md")]
#[case("CONTRIBUTING.md")]
#[case("docs/architecture.md")]
#[case("docs/performance.md")]
#[case("docs/proof.md")]
#[case("docs/findings.md")]
#[case("docs/findings-neo.md")]
#[case("docs/findings-sycl.md")]
#[case("level-zero/software-xe/README.md")]
fn no_other_document_has_them(#[case] document: &str) {
    let text = read(document);
    let words: Vec<&str> = text.split_whitespace().collect();
    // Smaller ones stand for much else.
    for (what, count) in figures().into_iter().filter(|(_, count)| *count > 100) {
        let counted = what
            .split(' ')
            .find(|word| ["tests", "requirements", "backends", "implementations"].contains(word));
        let counted = counted.unwrap_or("backends");
        let named = words.windows(2).any(|two| two[0] == count.to_string() && two[1].starts_with(counted));
        assert!(!named, "{document} has a figure of its own: {count} {counted}");
    }
}
