//! Options: the shim to open.

use std::ffi::OsStr;
use std::path::PathBuf;

/// Options for opening a SYCL runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The shim's library, which brings the runtime: a path, or a name that the system looks up.
    pub shim: PathBuf,
}

impl Default for Options {
    fn default() -> Self {
        Self { shim: "libur_ipc_sycl.so".into() }
    }
}

impl Options {
    /// The default, but for the path of the shim, if one is given.
    #[must_use]
    pub fn from_values(shim: Option<&OsStr>) -> Self {
        shim.filter(|path| !path.is_empty()).map_or_else(Self::default, |path| Self { shim: path.into() })
    }
}
