//! Late findings about tests that have ended, and findings outside of all tests.

use crate::children::{Before, LateEnd};
use ur_ipc_report::outcome::Outcome;

/// Findings beside the tests' own results.
#[derive(Debug, Default)]
pub struct Aftermath {
    /// Bad ends of processes, each after the last test that the process was used in.
    pub late: Vec<Late>,
    /// Problems that belong to no test. Each makes the run fail.
    pub problems: Vec<String>,
}

/// The bad end of a process after a test.
#[derive(Debug)]
pub struct Late {
    /// The id of the test.
    pub test: String,
    /// The outcome of the test because of this, if it had gone well.
    pub outcome: Outcome,
    /// The way in which the process ended, in words.
    pub how: String,
    /// Other tests that the process had run, or had a part in, before.
    pub before: Before,
}

impl From<LateEnd> for Late {
    /// Of a peer.
    fn from(LateEnd { test, how, before }: LateEnd) -> Self {
        Self { test, outcome: Outcome::Crash, how, before }
    }
}

impl Aftermath {
    /// Joins the findings of two.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.late.extend(other.late);
        self.problems.extend(other.problems);
        self
    }

    /// All of it, for people.
    pub fn in_words(self) -> Vec<String> {
        let late = self.late.into_iter().map(|Late { test, how, .. }| format!("after {test}: {how}"));
        late.chain(self.problems).collect()
    }
}
