//! Tests of the device_info family: the three questions about sharing, and what their answers promise.

mod false_answer;
mod fixtures;
mod gating;
mod queries;
mod true_answer;

use ur_ipc_fixtures::Test;

/// The family's tests, a list a file.
pub(crate) const TESTS: &[&[Test]] =
    &[queries::TESTS, gating::TESTS, true_answer::TESTS, false_answer::TESTS];
