//! The tests of the UR IPC conformance suite, by family: each checks requirements of `spec/requirements.yaml`.
//!
//! Nothing here is `unsafe`, sleeps to wait for something, or asks for a capability: fixtures do that.

mod device_info;
mod event;
mod memory;
mod physical_memory;
mod shared;

use ur_ipc_fixtures::Test;

/// Every test, in the order in which they run.
#[must_use]
pub fn all_tests() -> Vec<Test> {
    [device_info::TESTS, memory::TESTS, physical_memory::TESTS, event::TESTS, shared::TESTS]
        .into_iter()
        .flat_map(|lists| lists.iter().copied())
        .flatten()
        .copied()
        .collect()
}
