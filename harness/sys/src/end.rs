//! The end of a process.

use nix::sys::signal::Signal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The end of a process: "exited with code 3", "SIGSEGV".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ProcessEnd {
    /// It exited with this code.
    Exited(i32),
    /// It was ended by this signal.
    Signalled(i32),
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(code) => write!(f, "exited with code {code}"),
            Self::Signalled(number) => match Signal::try_from(*number) {
                Ok(signal) => write!(f, "{signal}"),
                Err(_) => write!(f, "signal {number}"),
            },
        }
    }
}
