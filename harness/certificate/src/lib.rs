//! Certificate packages of runs that decide conformance, and their verification by others.
//!
//! A package is a folder: what came out of the run, what it was held against, and the hash of each file. [`seal`] writes what
//! the run itself has not written; [`verify`] holds a package against the suite of whoever verifies it.

mod error;
mod file;
mod findings;
mod lists;
mod manifest;
mod package;
mod statement;
mod unread;
mod verify;

pub use error::{PackageError, Unfit};
pub use findings::Findings;
pub use manifest::{BadManifest, Manifest};
pub use package::{begin, reports, seal};
pub use verify::verify;
