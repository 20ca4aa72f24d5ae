//! Why a test ended otherwise than by its own doing, for programs: the reason says it to people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ur_ipc_fixtures::Lack;

/// Why a test was skipped or not run, that its outcome is that of a process which ended after it, or what is known of its pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// Not run, as the run ended before it.
    RunEnded,
    /// A process of the test came to a bad end when the test had ended.
    LateEnd,
    /// Passed, and an entry of a skiplist says that it fails at times.
    Flaky,
}

impl From<Lack> for Cause {
    fn from(lack: Lack) -> Self {
        match lack {
            Lack::Need { need, .. } => Self::Need { need },
            Lack::EntryPoint(entry_point) => Self::EntryPoint { entry_point },
        }
    }
}
