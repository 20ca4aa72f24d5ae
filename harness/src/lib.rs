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
//! 3. the *schedule* has a thread and a persistent worker process for each device. A test that crashes, hangs,
//!    exits or garbles its channel costs that worker, and that test its verdict, and nothing else;
//! 4. *peers* are the worker's own children;
//! 5. every outcome becomes one record, from which all reports are made.

mod audit;
mod backend_options;
mod device;
mod discover;
mod doctor;
mod execute;
mod explore;
mod filter;
mod front;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod interrupted;
mod judge;
#[cfg(test)]
mod own_words;
mod pipeline;
mod plan;
mod repeat;
mod reproduce;
mod requisites;
mod resume;
mod roles;
mod shard;
mod skiplist;
mod suite;

pub use audit::audit;
pub use backend_options::{BackendOption, BackendOptions};
pub use front::{command_main, conformance_main, supervise};
pub use requisites::{LibraryRequisite, NodeRequisite, Requisites};
pub use roles::child_main;
pub use skiplist::{
    Action, Date, Driver, Entry, Failure, Glob, Rate, Skiplist, SkiplistError, TestPattern, Version,
    VersionRange,
};
pub use suite::{Backend, BackendRequest, ExtensionError, MakeBackend, Suite};
pub use ur_ipc_report::requirements::{Binds, Chapter, Level, Requirement, Requirements, RequirementsError};
pub use ur_ipc_report::{Build, LeftOut, Subject};
