//! The stacks of the threads of a process, as they are reported.

use super::maps::kept;
use super::symbols::Symbols;
use super::trace::{Frame, Hidden, frames_of, write_frames};
use crate::text::one_line;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The stacks of a process's threads, in the form in which processes exchange them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawStacks {
    /// The process.
    pub pid: u32,
    /// Its threads, the main one first.
    pub threads: Vec<RawThread>,
    /// The number of its other threads.
    pub more: usize,
    /// Lines of `/proc/PID/maps` around the frames, each after the base of its module.
    pub maps: String,
}

/// The stack of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawThread {
    /// Its name.
    pub name: String,
    /// The instructions of its backtrace, innermost first; one alone where it gave no answer, or none.
    pub frames: Vec<u64>,
}

/// The stacks of one of the processes of a test that hung.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stacks {
    /// Which process: `worker`, `peer 4711`.
    pub process: String,
    /// Its threads, the main one first.
    pub threads: Vec<ThreadStack>,
    /// The number of its other threads.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// The stack of a thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadStack {
    /// The name of the thread.
    pub thread: String,
    /// Where it was, innermost first. Empty where the system does not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde says so")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl RawStacks {
    /// The stacks with the names that their numbers have.
    #[must_use]
    pub fn named(&self, process: String, hidden: &Hidden) -> Stacks {
        let (mappings, mut symbols) = (kept(&self.maps), Symbols::new(hidden.is_library));
        let thread = |RawThread { name, frames }: &RawThread| ThreadStack {
            thread: name.clone(),
            frames: frames_of(frames, &mappings, &mut symbols, hidden),
        };
        Stacks { process, threads: self.threads.iter().map(thread).collect(), more: self.more }
    }
}

/// A line for the process, one for each thread, and one for each frame.
impl fmt::Display for Stacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stacks of the {}:", self.process)?;
        for ThreadStack { thread, frames } in &self.threads {
            // What comes from the process begins no line.
            write!(f, "\n  thread '{}':", one_line(thread))?;
            if frames.is_empty() {
                f.write_str(" not known, it gave no answer")?;
            }
            write_frames(f, frames)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_told_thread_by_thread() {
        let frame = |function: &str| Frame { function: Some(function.to_owned()), ..Frame::default() };
        let thread = |name: &str, functions: &[&str]| ThreadStack {
            thread: name.to_owned(),
            frames: functions.iter().map(|function| frame(function)).collect(),
        };
        let threads = vec![thread("main", &["futex", "wait", "wait"]), thread("a\nb", &[])];
        let stacks = Stacks { process: "peer 7".to_owned(), threads, more: 2 };
        let expected = "stacks of the peer 7:
  thread 'main':
   0 futex
   1 wait, 2 times
  thread 'a\\nb': not known, it gave no answer
  and 2 more";
        assert_eq!(stacks.to_string(), expected);
    }
}
