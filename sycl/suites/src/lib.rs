//! The tests of the conformance suite for `sycl_ext_oneapi_inter_process_communication`: they check the requirements of
//! `spec/requirements-sycl.yaml`.
//!
//! A test calls [`TestContext::sycl`](ur_ipc_fixtures::TestContext::sycl) and nothing of Unified Runtime's, so that it runs on
//! whatever implements the extension.

mod memory;

use std::sync::Arc;
use ur_ipc_fixtures::{Test, Tests};

/// Every test, in the order in which they run.
#[must_use]
pub fn all_tests() -> Vec<Arc<Test>> {
    let mut tests = Tests::default();
    memory::tests(&mut tests);
    tests.into_vec()
}
