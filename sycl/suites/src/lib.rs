//! The tests of the conformance suite for `sycl_ext_oneapi_inter_process_communication`: they check the requirements of
//! `spec/requirements-sycl.yaml`.
//!
//! A test calls [`TestContext::sycl`](ur_ipc_fixtures::TestContext::sycl), so that it runs on whatever implements the
//! extension. Where Unified Runtime can be called, it is used for two things only. It holds work back, as the contract
//! has no host tasks. It also connects SYCL with another implementation, which opens SYCL's exports and the reverse.
//!
//! Nothing is done that the extension calls undefined. Nothing here is `unsafe` or sleeps to wait for something.

mod aspects;
mod event;
mod memory;
mod physical_memory;
mod reusable_event;
mod shared;
mod support;

use std::sync::Arc;
use ur_ipc_fixtures::{Test, Tests};

/// Every test, in the order in which they run.
#[must_use]
pub fn all_tests() -> Vec<Arc<Test>> {
    let mut tests = Tests::default();
    aspects::tests(&mut tests);
    shared::tests(&mut tests);
    memory::tests(&mut tests);
    physical_memory::tests(&mut tests);
    event::tests(&mut tests);
    reusable_event::tests(&mut tests);
    tests.into_vec()
}
