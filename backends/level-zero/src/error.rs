//! Start-up errors, with their texts.

use level_zero_sys::{LoadError, ze_result_t};
use std::path::PathBuf;

/// Why there is no Level Zero backend on this machine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelZeroError {
    /// The loader cannot be opened. Says what to install.
    #[error(transparent)]
    LoaderNotFound(#[from] LoadError),
    /// The loader is older than this backend needs.
    #[error(
        "the Level Zero loader {} is too old: it lacks {missing}. Install version 1.14 or later (1.27 for every kind \
         of sharing), package libze1 on Debian and Ubuntu",
        loader.display()
    )]
    LoaderTooOld {
        /// The loader.
        loader: PathBuf,
        /// The first entry point that is missing.
        missing: &'static str,
    },
    /// The loader finds no driver.
    #[error(
        "the Level Zero loader {} finds no driver (its answer: {result}): install the driver of the device (package \
         libze-intel-gpu1 on Debian and Ubuntu, intel-level-zero-gpu elsewhere), check that this user may open \
         /dev/dri/renderD*, or name a driver in ZE_ENABLE_ALT_DRIVERS",
        loader.display()
    )]
    NoDriver {
        /// The loader.
        loader: PathBuf,
        /// The loader's result.
        result: ze_result_t,
    },
    /// The drivers are older than this backend needs.
    #[error("the newest driver implements Level Zero {version}, and 1.6 is needed: install a newer driver")]
    DriverTooOld {
        /// The newest version of the specification among the drivers.
        version: String,
    },
    /// There are drivers, but no device.
    #[error(
        "the drivers behind the Level Zero loader {} have no device: check that this user may open \
         /dev/dri/renderD* (group render or video)",
        loader.display()
    )]
    NoDevice {
        /// The loader.
        loader: PathBuf,
    },
    /// A call failed while drivers and devices were listed.
    #[error("{call} failed: {result}")]
    CallFailed {
        /// The entry point.
        call: &'static str,
        /// Its answer.
        result: ze_result_t,
    },
}
