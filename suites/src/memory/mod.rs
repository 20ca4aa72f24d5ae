//! Tests of the memory family.

use ur_ipc_fixtures::Test;

/// The family's tests, a list a file.
pub(crate) const TESTS: &[&[Test]] = &[];
