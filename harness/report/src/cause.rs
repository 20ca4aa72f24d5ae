//! Causes of outcomes, for programs. The reason tells the same to people.

use serde::{Deserialize, Serialize};
use ur_ipc_fixtures::{Failure, Lack, PeerDeath, Symptom};

/// Why a test was skipped or not run, how it went wrong, or what is known of its pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Cause {
    /// Skipped by an entry of a skiplist.
    Skiplist,
    /// Skipped as the device lacks what the test needs.
    Need {
        /// The name of the need.
        need: String,
    },
    /// Skipped as the backend leaves out an entry point that the test calls.
    EntryPoint {
        /// The entry point.
        entry_point: String,
    },
    /// Not run, as the run was to stop after so many failures.
    Stopped,
    /// Not run, as so many tests before it in a row hung on the device.
    GaveUp {
        /// How many.
        hangs: usize,
    },
    /// Not run, as the run ended before it.
    RunEnded,
    /// A process of the test came to a bad end when the test had ended.
    LateEnd,
    /// A check failed, the first if several did.
    Failed {
        /// What it shows.
        symptom: Symptom,
        /// The peer in which it failed, as the test calls it; absent of the test's own process.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        peer: Option<String>,
        /// The call at fault, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<FailedCall>,
        /// The death of the peer, if it shows one; absent in results of suites that did not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        death: Option<PeerDeath>,
        /// What was expected and seen, in a line.
        says: String,
    },
    /// The process of the test ended.
    Died {
        /// How: `SIGSEGV`, `exited with code 3`.
        how: String,
        /// Whether it ended itself.
        #[serde(default, skip_serializing_if = "is_false")]
        exited: bool,
        /// The entry points in which it was; none if that was outside of all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<String>,
    },
    /// Passed, and an entry of a skiplist says that it fails at times.
    Flaky,
}

/// A call that a check is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedCall {
    /// The entry point.
    pub name: String,
    /// What came back.
    pub result: String,
}

/// A process that died so in these calls: "SIGSEGV in urX and urY".
pub fn died_in(how: &str, exited: bool, calls: &str) -> String {
    format!("{how} {} {calls}", if exited { "inside" } else { "in" })
}

impl From<Lack> for Cause {
    fn from(lack: Lack) -> Self {
        match lack {
            Lack::Need { need, .. } => Self::Need { need },
            Lack::EntryPoint(entry_point) => Self::EntryPoint { entry_point },
        }
    }
}

impl From<&Failure> for Cause {
    fn from(failure: &Failure) -> Self {
        Self::Failed {
            symptom: failure.symptom,
            peer: failure.peer.clone(),
            call: failure.call.as_ref().map(|call| FailedCall {
                name: call.name(),
                result: call.result.clone().unwrap_or_default(),
            }),
            death: failure.death.clone(),
            says: failure.message.lines().next().unwrap_or_default().to_owned(),
        }
    }
}

fn is_false(yes: &bool) -> bool {
    !yes
}
