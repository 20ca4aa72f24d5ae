//! What is handed over of a run that decides conformance, and how another person looks through it.
//!
//! A package is a folder: what came out of the run, what it was held against, and the hash of each file. [`seal`] writes what
//! the run itself has not written; [`verify`] holds a package against the suite of whoever verifies it.

mod findings;
mod lists;
mod manifest;
mod package;
mod statement;
mod verify;

pub(crate) use findings::Findings;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use manifest::Manifest;
pub(crate) use package::{begin, reports, seal};
pub(crate) use verify::verify;

/// The names of the files of a package.
mod file {
    pub(super) const RESULTS: &str = "results.json";
    pub(super) const ENVIRONMENT: &str = "environment.json";
    pub(super) const REQUIREMENTS: &str = "requirements.json";
    pub(super) const TESTS: &str = "tests.json";
    pub(super) const STATEMENT: &str = "certificate.json";
    pub(super) const PAGE: &str = "report.html";
    pub(super) const SUMMARY: &str = "summary.md";
    /// Those with a hash each in [`MANIFEST`].
    pub(super) const ALL: [&str; 7] = [STATEMENT, ENVIRONMENT, PAGE, REQUIREMENTS, RESULTS, SUMMARY, TESTS];
    /// What a signature has to be about.
    pub(super) const MANIFEST: &str = "MANIFEST";
}
