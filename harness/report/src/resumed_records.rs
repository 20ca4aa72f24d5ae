//! Records that a run takes over from the one that it continues.

use crate::environment::RunEnvironment;
use crate::outcome::Record;

/// The state of an earlier run that a new one takes over.
#[derive(Clone, Debug)]
pub struct ResumedRecords {
    /// The tests of which it says how they ended.
    pub records: Vec<Record>,
    /// Problems outside of tests.
    pub incidents: Vec<String>,
    /// Its environment, or those of its parts.
    pub environments: Vec<RunEnvironment>,
    /// Its duration in microseconds, as far as known.
    pub wall_us: u64,
    /// The environment of its results, if they are complete and nothing is left to run: they stay as they are.
    pub whole: Option<RunEnvironment>,
    /// Whether the ends of its processes are accounted for.
    pub settled: bool,
}
