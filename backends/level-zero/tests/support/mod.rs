//! Finds the software driver for the tests.

use std::path::PathBuf;

/// The software driver, which stands in for a loader as well.
pub fn driver() -> PathBuf {
    ur_ipc_level_zero::soft_driver().expect("cargo builds the driver along with the tests")
}
