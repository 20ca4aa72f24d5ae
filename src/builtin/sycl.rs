//! Built-in data of SYCL's extension: the requirements, the tests, the skiplists.

use super::{Built, catalogue, commit, skiplists_of, tests_only};
use crate::backends::sycl_not_built;
use ur_ipc_harness::{Backend, Build, Requirements, Skiplist, Subject, Suite};

const SYCL_REQUIREMENTS: Built = built!("spec/requirements-sycl");

/// The requirements that the tests of SYCL's extension cite.
///
/// # Panics
/// If the built-in file is malformed, which tests rule out.
#[must_use]
pub fn sycl_requirements() -> Requirements {
    catalogue(SYCL_REQUIREMENTS)
}

const SYCL_SKIPLISTS: &[Built] = &[
    built!("skiplists/sycl/level-zero-v2"),
    built!("skiplists/sycl/level-zero-v2-neo-lunar-lake"),
    built!("skiplists/sycl/level-zero-v2-neo"),
    built!("skiplists/sycl/level-zero-v1-neo"),
];

/// The skiplists of known runtimes of SYCL.
///
/// # Panics
/// If a built-in file is malformed, which a test of this crate rules out.
#[must_use]
pub fn sycl_skiplists() -> Vec<Skiplist> {
    skiplists_of(SYCL_SKIPLISTS)
}

/// The whole suite for SYCL's extension over these backends: what they implement of it, or else the Rust layer over them.
#[must_use]
pub fn sycl_suite(backends: Vec<Backend>) -> Suite {
    Suite { requirements: sycl_requirements(), skiplists: sycl_skiplists(), ..sycl_tests_only(backends) }
}

/// The tests of SYCL's extension over these backends, without what judges them.
pub(crate) fn sycl_tests_only(backends: Vec<Backend>) -> Suite {
    let tests = ur_ipc_sycl_suites::all_tests();
    let build = Build { commit: commit(), not_built: sycl_not_built(&backends), elsewhere: Vec::new() };
    Suite { tests, build, subject: Subject::SYCL, ..tests_only(backends) }
}
