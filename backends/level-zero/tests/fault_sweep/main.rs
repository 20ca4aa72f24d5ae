//! Every error path of the backend, on the software driver: each call that it makes of the driver fails once.
//!
//! A test runs a small program through the backend in a process of its own and learns from the driver's log which calls
//! it makes. Then, for every one of these calls and several answers, a new process runs the program with just that call
//! failing. The failure must reach the user as UR's code for it, unless it is one that need not be reported. A call that
//! failed may not write an output. After the user has released all objects, the process must hold the same descriptors,
//! memory files and threads as before, and the driver the same objects. The same program then runs again in the same
//! process and must succeed.

#[path = "../support/mod.rs"]
mod support;

mod absorbed;
mod child;
mod commands;
mod driver_log;
mod exporter;
mod faults;
mod incomplete;
mod journal;
mod objects;
mod process;
mod programs;
mod resources;
mod subject;
mod sweep;
mod user;
