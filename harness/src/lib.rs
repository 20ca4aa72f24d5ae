//! Plans, runs and reports conformance tests; survives what the backends do.
//!
//! A program that runs a [`Suite`] calls [`child_main`] before anything else, because probes, workers and peers
//! are the same program started anew, and then one of the fronts: [`command_main`] for the command
//! `ur-ipc-cts`, [`conformance_main`] for `cargo test`.
//!
//! From a run to its processes:
//!
//! 1. a *probe* lists the devices of each backend in a child process with a deadline;
//! 2. the *plan* is tests times devices, with what the skiplists say about each;
//! 3. the *scheduler* has a thread and a persistent worker process for each device. A test that crashes, hangs,
//!    exits or garbles its channel costs that worker, and that test its verdict, and nothing else;
//! 4. *peers* are the worker's own children;
//! 5. every outcome becomes one record, from which all reports are made.

mod audit;
mod backend;
mod call_ring;
mod child;
mod command;
mod conformance;
mod device;
mod discovery;
mod execution;
mod filter;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod options;
mod outcome;
mod output;
mod plan;
mod process;
mod report;
mod requirements;
mod scheduler;
mod skiplist;
mod yaml;

pub use audit::audit;
pub use backend::{Backend, BackendOption, MakeBackend, Suite};
pub use child::child_main;
pub use command::command_main;
pub use conformance::conformance_main;
pub use options::{DEFAULT_SEED, DEFAULT_TIMEOUT, Isolation};
pub use outcome::{Outcome, Record};
pub use requirements::{Level, Requirement, Requirements, RequirementsError};
pub use skiplist::{
    Action, Driver, Entry, Glob, Skiplist, SkiplistError, TestPattern, Version, VersionRange,
};
