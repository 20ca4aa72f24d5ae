//! Write errors.

use std::path::PathBuf;
use thiserror::Error;

/// Why a report cannot be written. It may be told more than once, so what others say of it is kept as their text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A file does not take it.
    #[error("the results cannot be written: {file}: {why}")]
    File {
        /// The file.
        file: String,
        /// The system's error, as text.
        why: String,
    },
    /// The standard output does not take it.
    #[error("the standard output cannot be written: {0}")]
    StandardOutput(String),
    /// There is no place for what processes note.
    #[error("no folder can be made for what is traced (see TMPDIR): {0}")]
    TraceFolder(String),
    /// It cannot be said in JSON.
    #[error("{0}")]
    Json(String),
    /// It cannot be said in JUnit's XML.
    #[error("no JUnit report can be made: {0}")]
    Junit(String),
    /// Two would be mixed.
    #[error("two reports cannot be written to one place: {}", .0.display())]
    OnePlace(PathBuf),
    /// A file that is needed would be gone.
    #[error("{} is read, and would be written over: name another file", .0.display())]
    IsRead(PathBuf),
    /// There are several reasons.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<Self>),
}

impl From<serde_json::Error> for WriteError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error.to_string())
    }
}
