//! Errors of packages that cannot be made or read.

use crate::manifest::BadManifest;
use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;
use thiserror::Error;
use ur_ipc_report::{FileError, ReadError, WriteError};

/// Why a folder is no package, or becomes none.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// The folder cannot be made or read.
    #[error(transparent)]
    Folder(#[from] FileError),
    /// There is something in it already.
    #[error("{} is not empty: name a new or empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// The hashes cannot be read.
    #[error(
        "{}: {why}\nnot a package, or `certify` did not finish it: the hashes are written last",
        .file.display()
    )]
    NoHashes {
        /// The expected path of the hashes.
        file: PathBuf,
        /// The reason.
        why: Unfit,
    },
    /// The hashes are none.
    #[error("{}:{why}", .file.display())]
    Hashes {
        /// The path of the hashes.
        file: PathBuf,
        /// The first error in them, with its line.
        why: BadManifest,
    },
    /// A file of the package cannot be used.
    #[error("{}: {why}", .file.display())]
    File {
        /// The path of the file.
        file: PathBuf,
        /// The reason.
        why: Unfit,
    },
    /// A file that has a hash cannot be read, or one that has to be there has none.
    #[error("{0} cannot be read")]
    Missing(&'static str),
    /// A file is no text.
    #[error("{name} is no text: {why}")]
    NoText {
        /// The name of the file within the package.
        name: &'static str,
        /// The error, with its place in the file.
        why: Utf8Error,
    },
    /// The results are none.
    #[error(transparent)]
    Results(#[from] ReadError),
    /// A file of the package cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a file is not fit for a package.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// It may lead elsewhere, or have no end.
    #[error("this is no regular file, as all files of a package are")]
    NoFile,
    /// It has more than so many MiB.
    #[error("it has more than {0} MiB, and no file of a package is that large")]
    TooLarge(u64),
    /// It says something else than it should.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
