//! Plans and runs conformance tests, and survives crashes and hangs of the backends.
//!
//! A program that runs a [`Suite`] calls [`children::child_main`] before anything else, because probes, workers and peers
//! are the same program started anew.
//!
//! From a run to its processes:
//!
//! 1. a *probe* lists the devices of each backend in a child process with a deadline;
//! 2. the *plan* has each test on each device, with its entry of the skiplists;
//! 3. the *schedule* has a thread and a persistent worker process for each device. A test that crashes, hangs,
//!    exits or garbles its channel fails, and costs that worker. No other test is lost;
//! 4. *peers* are the worker's own children;
//! 5. every outcome becomes one record, from which all reports are made.
//!
//! The modules follow a run. [`discover`] and [`device`] find devices. [`plan`], [`filter`], [`shard`] and [`skiplist`]
//! choose tests. [`execute`] and [`children`] run them, and [`pipeline`] joins the stages. [`resume`] continues an
//! interrupted run. The module `harness` of `ur-ipc-cts` has a map of all crates of the harness.

mod audit;
pub mod backend_options;
pub mod children;
pub mod device;
pub mod discover;
pub mod execute;
pub mod filter;
pub mod host_dependencies;
mod interrupted;
mod judge;
pub mod pipeline;
pub mod plan;
mod repeat;
pub mod resume;
pub mod shard;
pub mod skiplist;
pub mod suite;

pub use audit::audit;
pub use backend_options::{BackendOption, BackendOptions};
pub use host_dependencies::{HostDependencies, LibraryDependency, NodeDependency};
pub use skiplist::{
    Action, Date, Driver, Entry, Failure, Glob, Rate, Skiplist, SkiplistError, TestPattern, Version,
    VersionRange,
};
pub use suite::{Backend, BackendError, BackendRequest, ExtensionError, MakeBackend, Suite, UnknownBackend};
pub use ur_ipc_report::requirements::{Binds, Chapter, Level, Requirement, Requirements, RequirementsError};
pub use ur_ipc_report::{Build, Elsewhere, NotBuilt, Subject};
