//! The request of a run. Parts of one run, on several machines or one after the other, have it in common.

use crate::catalogue::Catalogue;
use crate::digest::digest;
use crate::requirements::Requirements;
use crate::shard::Shard;
use serde::{Deserialize, Serialize};

/// The `asked` of a result file's environment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestRecord {
    /// How many tests are chosen, those of all shards together.
    pub tests: usize,
    /// A digest of their names, sorted.
    pub tests_digest: String,
    /// A digest of all tests of the suite and of its requirements.
    pub suite_digest: String,
    /// A digest of what skiplists say of the tests.
    pub skiplists_digest: String,
    /// How often each test runs.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub repeat: u32,
    /// After how many failures the run stops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail_fast: Option<usize>,
    /// The shard of these tests that the run has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// A digest of the durations by which the shards were balanced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub durations_digest: Option<String>,
}

fn once() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde says so")]
fn is_once(repeat: &u32) -> bool {
    *repeat == once()
}

impl RequestRecord {
    /// True if that was asked for of a suite that demands the same as this one.
    pub fn is_of(&self, suite: &dyn Catalogue) -> bool {
        self.suite_digest == suite_digest(suite)
    }

    /// True if no skiplist says anything of any of the tests.
    pub fn is_under_no_skiplist(&self) -> bool {
        self.skiplists_digest == skiplists_digest(Vec::new())
    }

    /// True if these tests are all that were asked for.
    pub fn is_for<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> bool {
        let names: Vec<&str> = names.into_iter().collect();
        self.shard.is_none() && self.tests == names.len() && self.tests_digest == names_digest(names)
    }
}

/// A digest of names, in whatever order.
pub fn names_digest<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_unstable();
    digest(names)
}

/// A digest of what a suite demands.
pub fn suite_digest(suite: &dyn Catalogue) -> String {
    let tests = suite.tests().iter().map(|test| format!("{} {}", test.id, test.requirements.join(" ")));
    digest(tests.chain(requirements(suite.requirements())))
}

fn requirements(requirements: &Requirements) -> impl Iterator<Item = String> {
    requirements.all().iter().map(|requirement| format!("{requirement:?}"))
}

/// A digest of what skiplists say, a line for each test of which they say anything.
#[must_use]
pub fn skiplists_digest(mut said: Vec<String>) -> String {
    said.sort_unstable();
    digest(said)
}

/// The option that names files with names of tests.
pub const TESTS_FROM: &str = "--tests-from";
/// The option that names a result file whose failures are to be run again.
pub const RERUN_FAILED: &str = "--rerun-failed";
