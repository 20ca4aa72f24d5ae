//! Report formats of a run or a result file.

mod diff;
mod html;
mod json_lines;
mod junit;
mod markdown;
#[cfg(test)]
mod tests;
mod verdict;

pub use diff::{Diff, NothingInCommon, Unfinished};
#[cfg(feature = "schema")]
pub(super) use json_lines::EVENTS;
pub(super) use json_lines::Line;
pub use markdown::annotations;

use super::document::Document;
use super::write_error::WriteError;
use crate::requirements::Requirements;

/// A report that is made of a whole result document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For browsers.
    Html,
    /// For CI systems.
    Junit,
    /// For summaries on GitHub and the like.
    Markdown,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Html, Self::Junit, Self::Markdown];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
        }
    }

    /// Makes the report. The requirements are those that are known now; the document names them only.
    ///
    /// # Errors
    /// What its writer says.
    pub fn render(self, document: &Document, requirements: &Requirements) -> Result<String, WriteError> {
        match self {
            Self::Html => Ok(html::render(document, requirements)),
            Self::Junit => junit::render(document, requirements),
            Self::Markdown => Ok(markdown::render(document, requirements)),
        }
    }
}
