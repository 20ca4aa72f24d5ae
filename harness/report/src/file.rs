//! Files that are read whole.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file or a folder that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {}", .file.display(), in_words(.why))]
pub struct FileError {
    /// The path of the file.
    pub file: PathBuf,
    /// The system's error.
    pub why: io::Error,
}

impl FileError {
    /// The system's error, in words for users.
    pub fn reason(&self) -> String {
        in_words(&self.why)
    }

    /// Returns a function that makes the system's error one of this file.
    pub fn of(file: &Path) -> impl Fn(io::Error) -> Self {
        move |why| Self { file: file.to_owned(), why }
    }
}

/// The most frequent error has words for users, and the others are those of the system.
fn in_words(why: &io::Error) -> String {
    match why.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        _ => why.to_string(),
    }
}

/// The text of a file.
///
/// # Errors
/// [`FileError`].
pub fn read_text(file: &Path) -> Result<String, FileError> {
    std::fs::read_to_string(file).map_err(FileError::of(file))
}
