//! Errors in an environment variable.

use thiserror::Error;

/// An environment variable that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{variable}: {place}: {problem}; allowed: {allowed}")]
pub struct Invalid {
    /// Name of the variable.
    pub variable: String,
    /// The place in its value.
    pub place: String,
    /// The error at that place.
    pub problem: String,
    /// The allowed values.
    pub allowed: String,
}

/// An error that a parser of values finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The place in the value.
    pub place: String,
    /// The error at that place.
    pub problem: String,
}

impl Problem {
    /// A problem with this part of the value.
    pub fn with(part: &str, problem: impl Into<String>) -> Self {
        Self { place: format!("'{part}'"), problem: problem.into() }
    }

    /// The same problem, in an entry of a list; `index` counts from zero.
    pub fn in_entry(self, index: usize) -> Self {
        Self { place: format!("entry {}, {}", index + 1, self.place), ..self }
    }
}
