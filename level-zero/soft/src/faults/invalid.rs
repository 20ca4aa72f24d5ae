//! Errors in an environment variable.

use thiserror::Error;

/// An environment variable that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{variable}: {place}: {problem}; allowed: {allowed}")]
pub struct Invalid {
    /// Name of the variable.
    pub variable: String,
    /// Where in its value.
    pub place: String,
    /// What is wrong there.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
}

/// What a parser of values finds wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where in the value.
    pub place: String,
    /// What is wrong there.
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
