//! The verdict on a device: one word, and the reasons for it.

mod conclude;
mod doubt;
#[cfg(test)]
mod samples;
mod text;

use crate::requirements::Chapter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a requirement was not verified, though a test can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UnverifiedReason {
    /// The device lacks what the tests need.
    Capability,
    /// The backend leaves out an entry point that the tests call.
    EntryPoint,
    /// A skiplist leaves the tests out.
    Skiplist,
    /// The tests were not asked for.
    Filter,
    /// The run stopped before the tests.
    Stopped,
    /// The run gave the device up, as tests hung.
    GaveUp,
    /// What the tests stand on fails.
    Blocked,
    /// The tests could not be run to their ends.
    Environment,
}

/// The word for all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// Nothing that binds is violated but what a skiplist names of expected behaviour and arguments, and all of it was
    /// verified that the device can do.
    Conforms,
    /// The same, of what was asked for.
    ConformsAsFarAsAsked,
    /// The same, of what can be tested with the entry points that the backend has.
    ConformsAsFarAsOffered,
    /// What is specified is kept to, and what follows from it is not.
    ViolatesExpected,
    /// What is specified is violated.
    DoesNotConform,
    /// Nothing that binds is violated, and the run fails for something else: a skiplist that is stale, or tests of what
    /// binds nobody that did not come to an end.
    FailsOtherwise,
    /// The device can do nothing of what the suite is about.
    NothingToVerify,
    /// No test was asked for that verifies anything that binds.
    NothingVerified,
    /// A call fails that tests only stand on.
    Blocked,
    /// Tests could not be run to their ends, or the run stopped before them.
    NotDetermined,
}

/// A requirement that was violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// Its id.
    pub requirement: String,
    /// What it is about.
    pub chapter: Chapter,
    /// Whether a skiplist says so of each of the tests.
    pub known: bool,
    /// The tests that show it.
    pub tests: Vec<String>,
    /// The entry points in which they failed, where that is known. Not each is what the requirement is about: a test of
    /// Close has nothing to close if Open fails.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entry_points: Vec<String>,
    /// Whether it may be kept to: its tests failed only in calls that it is not about, and of which other requirements are
    /// violated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_doubt: bool,
}

/// What is said of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The word for all of it.
    pub verdict: VerdictKind,
    /// How many requirements were verified that bind the device, by family.
    pub verified: BTreeMap<String, usize>,
    /// The requirements that were violated.
    pub violated: Vec<Violation>,
    /// The requirements that were not verified, of those that bind the device.
    pub unverified: BTreeMap<UnverifiedReason, Vec<String>>,
    /// The entry points that the backend leaves out, with the number of tests that were skipped for each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lacking: BTreeMap<String, usize>,
    /// The tests that pass, and of which a skiplist says otherwise.
    pub stale: Vec<String>,
    /// The tests of what binds nobody for which the run fails all the same.
    #[serde(default)]
    pub otherwise: Vec<String>,
}

impl VerdictKind {
    /// True if it says that the device conforms, as far as anybody can tell.
    pub const fn is_good(self) -> bool {
        matches!(self, Self::Conforms | Self::ConformsAsFarAsAsked | Self::ConformsAsFarAsOffered)
    }
}
