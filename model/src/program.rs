//! Programs: steps of several processes.

use crate::Call;
use std::fmt;

/// The name of an object: a letter, which says nothing to the model, and a number. `m1`, `q12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// A lowercase ASCII letter.
    pub letter: char,
    /// The number behind it.
    pub number: u32,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

/// A process, by its number; it is written as a letter: `a`, `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process(pub u8);

impl Process {
    /// There are no more than that: as many as letters.
    pub const MOST: u8 = 26;
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0 % Self::MOST))
    }
}

/// What one process does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Who.
    pub process: Process,
    /// What.
    pub call: Call,
}

/// Steps, one after the other: each has returned before the next one begins, whichever process it is of. What was enqueued
/// goes on meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The steps.
    pub steps: Vec<Step>,
}

impl Program {
    /// How many processes take part: all up to the last that does something.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.steps.iter().map(|step| usize::from(step.process.0) + 1).max().unwrap_or(0)
    }
}
