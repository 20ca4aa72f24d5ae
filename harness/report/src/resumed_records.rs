//! Records that a run takes over from the one that it continues.

use crate::environment::RunEnvironment;
use crate::outcome::Record;

/// What is taken over from a run.
#[derive(Clone, Debug)]
pub struct ResumedRecords {
    /// The tests of which it says how they ended.
    pub records: Vec<Record>,
    /// What went wrong outside of tests.
    pub incidents: Vec<String>,
    /// What it ran in, or its parts.
    pub environments: Vec<RunEnvironment>,
    /// How long it took, in microseconds, as far as is known.
    pub wall_us: u64,
    /// Whether the ends of its processes are accounted for.
    pub settled: bool,
}
