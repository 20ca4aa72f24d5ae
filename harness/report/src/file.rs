//! Files that are read whole.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file or a folder that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {why}", .file.display())]
pub struct FileError {
    /// The path of the file.
    pub file: PathBuf,
    /// The system's error.
    pub why: io::Error,
}

impl FileError {
    /// Returns a function that makes the system's error one of this file.
    pub fn of(file: &Path) -> impl Fn(io::Error) -> Self {
        move |why| Self { file: file.to_owned(), why }
    }
}

/// The text of a file.
///
/// # Errors
/// [`FileError`].
pub fn read_text(file: &Path) -> Result<String, FileError> {
    std::fs::read_to_string(file).map_err(FileError::of(file))
}
