//! Errors of opening the loader.

use core::error::Error;
use core::fmt;
use std::path::{Path, PathBuf};

use crate::{DEFAULT_LOADER, LOADER_VARIABLE};

/// The source of the name of the library to open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// The argument of [`Library::open`](crate::Library::open).
    Argument,
    /// The environment variable [`LOADER_VARIABLE`].
    Environment,
    /// Nobody: [`DEFAULT_LOADER`], found by the dynamic linker.
    Default,
}

/// The Level Zero loader could not be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub(crate) library: PathBuf,
    pub(crate) origin: Origin,
    pub(crate) reason: String,
}

impl LoadError {
    /// The library that was tried.
    #[must_use]
    pub fn library(&self) -> &Path {
        &self.library
    }

    /// The source of the library's name.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// The error, in the words of the dynamic linker if it failed there.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot open the Level Zero loader {} ", self.library.display())?;
        match self.origin {
            Origin::Argument => f.write_str("(path given by the caller)")?,
            Origin::Environment => write!(f, "(path from {LOADER_VARIABLE})")?,
            Origin::Default => f.write_str("(default name, searched by the dynamic linker)")?,
        }
        write!(
            f,
            ": {}. Install the loader (package libze1 on Debian and Ubuntu, oneapi-level-zero on Fedora, \
             level-zero-loader on Arch Linux, or a release from https://github.com/oneapi-src/level-zero) or \
             set {LOADER_VARIABLE} to the path of {DEFAULT_LOADER}",
            self.reason
        )
    }
}

impl Error for LoadError {}
