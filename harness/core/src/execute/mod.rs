//! Running tests: a thread for each device, and on it a runner that has them run one after the other.

mod aftermath;
mod execution;
mod hangs;
mod local_runner;
mod schedule;
mod slow;
mod stop;
mod worker_process;
mod worker_runner;

pub use aftermath::{Aftermath, Late};
pub use execution::execution_of;
pub use schedule::{Event, Schedule};
pub use slow::WatchedEvents;
pub use stop::{Enough, Limits, Stop};
pub use worker_process::{Missed, WorkerProcess};
pub use worker_runner::WorkerRunner;

use crate::device::Address;
use crate::plan::Planned;
use crate::suite::Suite;
use local_runner::LocalRunner;
use ur_ipc_report::options::{ExecutionOptions, Isolation};
use ur_ipc_report::outcome::Execution;

/// Runs tests on one device, in whichever way was asked for.
enum Runner<'s> {
    Workers(Box<WorkerRunner>),
    Local(Box<LocalRunner<'s>>),
}

impl<'s> Runner<'s> {
    /// Nothing is started yet; the first test does that.
    fn new(suite: &'s Suite, address: &Address, options: ExecutionOptions) -> Self {
        match options.isolation {
            Isolation::Worker | Isolation::Process => {
                Self::Workers(Box::new(WorkerRunner::new(address, options)))
            }
            Isolation::InProcess => Self::Local(Box::new(LocalRunner::new(suite, address, options))),
        }
    }

    /// Runs a test.
    fn run(&mut self, planned: &Planned) -> Execution {
        match self {
            Self::Workers(runner) => runner.run(planned),
            Self::Local(runner) => runner.run(&planned.test),
        }
    }

    /// After the last test: lets the processes leave, and gives what has come to light.
    fn finish(self) -> Aftermath {
        match self {
            Self::Workers(mut runner) => runner.finish(),
            Self::Local(runner) => runner.finish(),
        }
    }
}
