//! Running one test after the other on one device.

mod device_runner;
mod local;
mod verdict;
mod wait;
mod worker_process;

pub(crate) use device_runner::DeviceRunner;
pub(crate) use local::LocalRunner;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use verdict::execution_of;
pub(crate) use wait::Waited;
pub(crate) use worker_process::{WorkerProcess, hanging, worker_end};

use crate::backend::Suite;
use crate::options::{ExecutionOptions, Isolation};
use crate::outcome::Execution;
use ur_ipc_fixtures::Test;

/// How many calls a report shows.
pub(crate) const SHOWN_CALLS: usize = 16;

/// Runs tests on one device, in whichever way was asked for.
pub(crate) enum Runner<'s> {
    Workers(Box<DeviceRunner>),
    Local(Box<LocalRunner<'s>>),
}

impl<'s> Runner<'s> {
    /// Nothing is started yet; the first test does that.
    pub(crate) fn new(suite: &'s Suite, label: &str, index: usize, options: ExecutionOptions) -> Self {
        match options.isolation {
            Isolation::Worker | Isolation::Process => {
                Self::Workers(Box::new(DeviceRunner::new(label, index, options)))
            }
            Isolation::InProcess => Self::Local(Box::new(LocalRunner::new(suite, label, index, options))),
        }
    }

    /// Runs a test.
    pub(crate) fn run(&mut self, test: &Test) -> Execution {
        match self {
            Self::Workers(runner) => runner.run(test),
            Self::Local(runner) => runner.run(test),
        }
    }

    /// After the last test: lets the worker leave.
    ///
    /// # Errors
    /// What went wrong with that.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        match self {
            Self::Workers(runner) => runner.finish(),
            Self::Local(_) => Ok(()),
        }
    }
}
