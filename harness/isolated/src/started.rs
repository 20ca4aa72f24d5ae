//! The child's side of a start.

use crate::channel::Channel;
use crate::crash::{self, CrashMemory};
use crate::fork::go_on_in_child;
use crate::process_name::take_name_of_program;
use crate::ring::CallRing;
use crate::spawn::MARK;
use nix::errno::Errno;
use std::io;
use std::num::ParseIntError;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use thiserror::Error;

/// The role, subject, channel and logs that a child gets at its start.
pub struct Started {
    /// Its [role](crate::Order::role).
    pub role: String,
    /// Its subject, as [ordered](crate::Order::about).
    pub about: String,
    /// The way to its parent.
    pub channel: Channel,
    /// The log of its calls.
    pub ring: CallRing,
    /// The memory for its crash record. Signals of crashes are caught from now on.
    pub crash: Arc<CrashMemory>,
}

/// An error in the start of a child.
#[derive(Debug, Error)]
pub enum StartError {
    /// It has more or fewer arguments.
    #[error("{0} arguments")]
    Arguments(usize),
    /// An argument that should be a descriptor is no number.
    #[error("descriptor {number}: {why}")]
    NoNumber {
        /// The argument.
        number: String,
        /// The reason.
        why: ParseIntError,
    },
    /// The parent has handed over no descriptor of this number.
    #[error("{0} is no inherited descriptor")]
    NotInherited(String),
    /// It cannot fork.
    #[error("it cannot fork: {0}")]
    Fork(io::Error),
    /// It cannot note its calls.
    #[error("the call log cannot be used: {0}")]
    CallLog(Errno),
    /// It cannot leave anything of its end.
    #[error("the crash record cannot be used: {0}")]
    CrashRecord(Errno),
}

/// True if this process was started as a child.
#[must_use]
pub fn is_child() -> bool {
    std::env::args_os().nth(1).as_deref() == Some(MARK.as_ref())
}

/// Returns the order that this process was started with, if it is a child. To be called before anything else in `main`,
/// while there is one thread.
/// A role in `forked` forks first, as daemons do, and goes on in the child. The parent waits, and ends as the child
/// does.
///
/// # Errors
/// [`StartError`]: to start a child is for this library alone.
#[must_use]
pub fn started(forked: &[&str]) -> Option<Result<Started, StartError>> {
    if !is_child() {
        return None;
    }
    let arguments: Vec<String> =
        std::env::args_os().skip(2).map(|word| word.to_string_lossy().into_owned()).collect();
    // Before there is anything that is not for forks.
    if arguments.first().is_some_and(|role| forked.contains(&role.as_str()))
        // SAFETY: the program has just begun, which the caller sees to.
        && let Err(error) = unsafe { go_on_in_child() }
    {
        return Some(Err(StartError::Fork(error)));
    }
    Some(Started::from_arguments(&arguments))
}

impl Started {
    fn from_arguments(arguments: &[String]) -> Result<Self, StartError> {
        let [role, channel, ring, crash, about] = arguments else {
            return Err(StartError::Arguments(arguments.len()));
        };
        let [channel, ring, crash] = [inherited(channel)?, inherited(ring)?, inherited(crash)?];
        take_name_of_program();
        let ring = CallRing::inherit(ring).map_err(StartError::CallLog)?;
        let crash = CrashMemory::inherit(crash).map_err(StartError::CrashRecord)?;
        // SAFETY: an open descriptor that was just taken over; a parent passes a socket here.
        let channel = unsafe { Channel::from_inherited(channel.into_raw_fd()) };
        // Before there is any library, which may have its own ways with signals.
        let crash = Arc::new(crash);
        crash::give_room();
        crash::watch(&crash);
        crash::answer(&crash);
        Ok(Self { role: role.clone(), about: about.clone(), channel, ring, crash })
    }
}

/// Takes over a descriptor named on the command line, and keeps it from being inherited any further.
fn inherited(number: &str) -> Result<OwnedFd, StartError> {
    let no_number = |why| StartError::NoNumber { number: number.to_owned(), why };
    let fd: RawFd = number.parse().map_err(no_number)?;
    // SAFETY: only asks; a number that is no descriptor gives an error.
    if fd <= 2 || unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return Err(StartError::NotInherited(number.to_owned()));
    }
    // SAFETY: it is open, and at the start of the process nobody else can own it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
