//! Programs: steps of several processes.

use crate::Call;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of an object: a letter, which says nothing to the model, and a number. `m1`, `q12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

/// The place of a step that is taken at the same time as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The number of its section. Steps that follow each other and have the same are in one.
    pub section: u32,
    /// The number of the process's thread that takes it, from 1 on. The first thread also takes all steps outside of
    /// sections.
    pub thread: u8,
    /// The delay of the thread before it, in microseconds.
    pub delay: u32,
}

impl Place {
    /// A process has no more threads than that.
    pub const MOST_THREADS: u8 = 8;
    /// No section has more steps: all of their orders are looked at.
    pub const MOST_STEPS: usize = 6;
    /// No delay is longer, in microseconds.
    pub const LONGEST_DELAY: u32 = 100_000;
}

/// A special condition of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StepModifier {
    /// Nothing.
    #[default]
    Ordinary,
    /// `although undefined`: nothing says what it does, and nothing is required of it. It is the last step of its program.
    Undefined,
    /// `without descriptors`: the process can open no further descriptor meanwhile.
    Starved,
    /// `with signals blocked`: the thread blocks all signals meanwhile.
    Blocking,
    /// `from another folder`: the process works in one meanwhile where nobody may write.
    Elsewhere,
    /// `under umask 0777`: nobody may use files that are made meanwhile.
    Masked,
}

impl StepModifier {
    /// All that are written, with their words, of which the first says which.
    pub const WORDS: [(Self, &'static [&'static str]); 5] = [
        (Self::Undefined, &["although", "undefined"]),
        (Self::Starved, &["without", "descriptors"]),
        (Self::Blocking, &["with", "signals", "blocked"]),
        (Self::Elsewhere, &["from", "another", "folder"]),
        (Self::Masked, &["under", "umask", "0777"]),
    ];
    /// Modifiers that surround a call without changing what it does.
    pub const SURROUNDINGS: [Self; 3] = [Self::Blocking, Self::Elsewhere, Self::Masked];

    /// Whether it is around a call that goes as any other.
    #[must_use]
    pub fn surrounds(self) -> bool {
        Self::SURROUNDINGS.contains(&self)
    }
}

/// A step of a program: one call of one process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// The process that takes it.
    pub process: Process,
    /// Its call.
    pub call: Call,
    /// In which section, if it is in one.
    pub place: Option<Place>,
    /// Its special condition.
    pub modifier: StepModifier,
}

impl Step {
    /// A step by itself.
    #[must_use]
    pub const fn new(process: Process, call: Call) -> Self {
        Self { process, call, place: None, modifier: StepModifier::Ordinary }
    }

    /// The process and the number of the thread that takes it.
    #[must_use]
    pub fn taker(&self) -> (Process, u8) {
        (self.process, self.place.map_or(1, |place| place.thread))
    }

    /// Whether this and the step behind it are in one section.
    fn goes_on(&self, next: &Self) -> bool {
        let section = |step: &Self| step.place.map(|place| place.section);
        section(self).is_some() && section(self) == section(next)
    }
}

/// Steps, one after the other: each has returned before the next one begins, whichever process it is of. What was enqueued
/// goes on meanwhile. Those of a section begin at once, each thread's one after the other, and all have returned before what
/// comes behind the section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The steps.
    pub steps: Vec<Step>,
}

/// The steps by sections; those that are in none are alone.
pub fn sections(steps: &[Step]) -> impl Iterator<Item = &[Step]> {
    steps.chunk_by(Step::goes_on)
}

impl Program {
    /// Returns the number of processes: all up to the last that does something.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.steps.iter().map(|step| usize::from(step.process.0) + 1).max().unwrap_or(0)
    }

    /// Whether some steps are taken at once.
    #[must_use]
    pub fn is_at_once(&self) -> bool {
        self.steps.iter().any(|step| step.place.is_some())
    }

    /// The same steps, with the sections numbered from 1 on, and those dissolved that a single thread takes.
    #[must_use]
    pub fn tidy(steps: Vec<Step>) -> Self {
        let (mut tidied, mut number) = (steps.clone(), 0);
        let mut rest = tidied.as_mut_slice();
        for section in sections(&steps) {
            let (now, later) = rest.split_at_mut(section.len());
            rest = later;
            let several = section.iter().any(|step| step.taker() != section[0].taker());
            number += u32::from(several);
            for step in now {
                step.place = step.place.filter(|_| several).map(|place| Place { section: number, ..place });
            }
        }
        Self { steps: tidied }
    }
}
