//! What tests of handles and of sharing physical memory have in common.

use std::io;
use ur_ipc_fixtures::{Failure, TestResult};

/// The result of a system call that the test itself needs.
#[track_caller]
pub(super) fn system<T>(what: &str, result: io::Result<T>) -> TestResult<T> {
    result.map_err(|error| Failure::new(format!("{what}: {error}")).into())
}
