//! The tests of the UR IPC conformance suite, a folder for each family: they check the requirements of
//! `spec/requirements.yaml`.
//!
//! A test is written in one place: its name, what it checks and needs, and its body. Nothing here is `unsafe` or sleeps to
//! wait for something. What a test needs of a device is data; a body may look closer where a device can do more.

mod call_checks;
mod commands;
mod device_info;
mod event;
mod fields;
mod import;
mod memory;
mod mutated_handles;
mod open_calls;
mod own_files;
mod physical_memory;
mod shared;
mod threads;
mod untouched;

use std::sync::Arc;
use ur_ipc_fixtures::{Test, Tests};

/// Every test, in the order in which they run.
#[must_use]
pub fn all_tests() -> Vec<Arc<Test>> {
    let mut tests = Tests::default();
    device_info::tests(&mut tests);
    memory::tests(&mut tests);
    physical_memory::tests(&mut tests);
    event::tests(&mut tests);
    shared::tests(&mut tests);
    tests.into_vec()
}
