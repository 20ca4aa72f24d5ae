//! Built-in data: the requirements, the tests, the skiplists.

#[cfg(feature = "sycl-suite")]
pub(crate) mod sycl;

use crate::backends::{elsewhere, not_built};
use ur_ipc_harness::{Backend, Build, Requirements, Skiplist, Subject, Suite};

/// `spec/requirements.yaml`, as JSON that the build makes.
const REQUIREMENTS: &str = include_str!(concat!(env!("OUT_DIR"), "/requirements.json"));

/// The files of `skiplists/`, with their names for messages.
const SKIPLISTS: &[(&str, &str)] = &[
    ("skiplists/cuda.yaml", include_str!("../../skiplists/cuda.yaml")),
    // Before the lists that hold for every device: the first entry that names a test decides.
    (
        "skiplists/level-zero-neo-lunar-lake.yaml",
        include_str!("../../skiplists/level-zero-neo-lunar-lake.yaml"),
    ),
    (
        "skiplists/ur-level-zero-v2-neo-lunar-lake.yaml",
        include_str!("../../skiplists/ur-level-zero-v2-neo-lunar-lake.yaml"),
    ),
    ("skiplists/level-zero-neo.yaml", include_str!("../../skiplists/level-zero-neo.yaml")),
    ("skiplists/ur-cuda.yaml", include_str!("../../skiplists/ur-cuda.yaml")),
    ("skiplists/ur-level-zero-v1.yaml", include_str!("../../skiplists/ur-level-zero-v1.yaml")),
    ("skiplists/ur-level-zero-v2.yaml", include_str!("../../skiplists/ur-level-zero-v2.yaml")),
    ("skiplists/ur-level-zero-v2-neo.yaml", include_str!("../../skiplists/ur-level-zero-v2-neo.yaml")),
];

/// The requirements that the tests cite.
///
/// # Panics
/// If the built-in file is malformed, which tests rule out.
#[must_use]
pub fn requirements() -> Requirements {
    catalogue("spec/requirements.yaml", REQUIREMENTS)
}

/// The catalogue of a file that the build has made JSON of.
fn catalogue(file: &str, json: &str) -> Requirements {
    let entries = serde_json::from_str(json)
        .unwrap_or_else(|error| panic!("{file}: {error}; tests of ur-ipc-report name the place"));
    Requirements::new(entries).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The skiplists of known drivers.
///
/// # Panics
/// If a built-in file is malformed, which a test of this crate rules out.
#[must_use]
pub fn skiplists() -> Vec<Skiplist> {
    parsed(SKIPLISTS)
}

fn parsed(files: &[(&str, &str)]) -> Vec<Skiplist> {
    files.iter().map(|(name, text)| Skiplist::parse(name, text).unwrap_or_else(|e| panic!("{e}"))).collect()
}

/// The whole suite over these backends.
#[must_use]
pub fn suite(backends: Vec<Backend>) -> Suite {
    Suite { requirements: requirements(), skiplists: skiplists(), ..tests_only(backends) }
}

/// The tests over these backends, without what judges them.
pub(crate) fn tests_only(backends: Vec<Backend>) -> Suite {
    Suite {
        tests: ur_ipc_suites::all_tests(),
        requirements: Requirements::default(),
        build: Build { commit: commit(), not_built: not_built(&backends), elsewhere: elsewhere(&backends) },
        backends,
        skiplists: Vec::new(),
        subject: Subject::UNIFIED_RUNTIME,
    }
}

/// The commit that this is built of, where that could be found out.
fn commit() -> Option<&'static str> {
    let commit = env!("SUITE_COMMIT");
    (!commit.is_empty()).then_some(commit)
}
