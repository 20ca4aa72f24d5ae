//! Resource usage of the suite's processes.

use crate::measure::{Problem, Seconds};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Counters of processes.
pub struct Usage {
    /// Processor time.
    pub processor: Seconds,
    /// The number of times that a process had to make way for another.
    pub preemptions: i64,
    /// The number of times that a page had to be read from a file.
    pub major_faults: i64,
}

impl Usage {
    /// Of all children that have ended, and their children.
    pub fn of_children() -> Result<Self, Problem> {
        Self::of(UsageWho::RUSAGE_CHILDREN)
    }

    /// Of this process.
    pub fn of_self() -> Result<Self, Problem> {
        Self::of(UsageWho::RUSAGE_SELF)
    }

    fn of(who: UsageWho) -> Result<Self, Problem> {
        let usage = getrusage(who).map_err(|error| Problem::Unexpected(format!("no usage: {error}")))?;
        let time = usage.user_time() + usage.system_time();
        Ok(Self {
            processor: time.num_microseconds() as f64 / 1e6,
            preemptions: usage.involuntary_context_switches(),
            major_faults: usage.major_page_faults(),
        })
    }

    /// The usage added since then.
    pub fn since(&self, before: &Self) -> Self {
        Self {
            processor: self.processor - before.processor,
            preemptions: self.preemptions - before.preemptions,
            major_faults: self.major_faults - before.major_faults,
        }
    }
}
