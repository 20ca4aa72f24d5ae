//! Which device of which backend a process is about.

use crate::suite::BackendOptions;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A device, by its backend and its number there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Address {
    /// Backend and profile.
    pub label: String,
    /// Number among the devices of the backend.
    pub index: usize,
    /// What the backend is made with.
    pub options: BackendOptions,
}

/// The first two parts of test names: stable across machines.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::dev{}", self.label, self.index)
    }
}
