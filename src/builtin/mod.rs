//! Built-in data: the requirements, the tests, the skiplists.

/// A file of this repository, by its name without `.yaml`: its whole name, for messages, and the JSON that the build makes of it.
macro_rules! built {
    ($name:literal) => {
        (concat!($name, ".yaml"), include_str!(concat!(env!("OUT_DIR"), "/", $name, ".json")))
    };
}

#[cfg(feature = "sycl-suite")]
pub(crate) mod sycl;

use crate::backends::{elsewhere, not_built};
use ur_ipc_harness::{Backend, Build, Requirements, Skiplist, Subject, Suite};

/// The name of a file, and its JSON.
type Built = (&'static str, &'static str);

const REQUIREMENTS: Built = built!("spec/requirements");

const SKIPLISTS: &[Built] = &[
    built!("skiplists/cuda"),
    // Before the lists that hold for every device: the first entry that names a test decides.
    built!("skiplists/level-zero-neo-lunar-lake"),
    built!("skiplists/ur-level-zero-v2-neo-lunar-lake"),
    built!("skiplists/level-zero-neo"),
    built!("skiplists/ur-cuda"),
    built!("skiplists/ur-level-zero-v1"),
    built!("skiplists/ur-level-zero-v2"),
    built!("skiplists/ur-level-zero-v2-neo"),
];

/// The requirements that the tests cite.
///
/// # Panics
/// If the built-in file is malformed, which tests rule out.
#[must_use]
pub fn requirements() -> Requirements {
    catalogue(REQUIREMENTS)
}

fn catalogue((file, json): Built) -> Requirements {
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
    skiplists_of(SKIPLISTS)
}

fn skiplists_of(files: &[Built]) -> Vec<Skiplist> {
    let list = |(name, json): &Built| {
        Skiplist::from_built(name, json).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    files.iter().map(list).collect()
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
