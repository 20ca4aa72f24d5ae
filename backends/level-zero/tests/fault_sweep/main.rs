//! Every error path of the backend, on the software driver: each call that it makes of the driver fails once.
//!
//! A test runs a small program through the backend in a process of its own and learns from the driver's log which calls
//! it makes. Then, for every one of these calls and several answers, a new process runs the program with just that call
//! failing. There the failure must reach the user as UR's word for it, or be one that nobody has to hear of; no output
//! may be written by a call that failed; and when the user has released what was made, descriptors, memory files and
//! threads of the process and the living objects of the driver must be as before. The same program then runs again in the
//! same process and must succeed.

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
