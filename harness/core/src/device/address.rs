//! The address of a device: its backend, and its number there.

use crate::backend_options::BackendOptions;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;
use ur_ipc_fixtures::DeviceDescription;

/// A device that says something else of itself than before.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the device answers otherwise than before: {0}")]
pub struct Changed(String);

/// A device, by its backend and its number there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// Backend and profile.
    pub label: String,
    /// Number among the devices of the backend.
    pub index: usize,
    /// The options that the backend is constructed with.
    pub options: BackendOptions,
    /// The description of the device from its first listing, if there was one.
    pub seen: Option<DeviceDescription>,
    /// The folder where calls are noted for a trace, if one is asked for.
    pub trace: Option<PathBuf>,
}

impl Address {
    /// That the device says the same of itself as when it was looked at first. What it can do decides which tests run.
    ///
    /// # Errors
    /// What it says otherwise.
    pub fn ensure_same(&self, now: &DeviceDescription) -> Result<(), Changed> {
        self.seen.as_ref().and_then(|seen| seen.difference(now)).map_or(Ok(()), |now| Err(Changed(now)))
    }
}

/// The first two parts of test names: stable across machines.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::dev{}", self.label, self.index)
    }
}
