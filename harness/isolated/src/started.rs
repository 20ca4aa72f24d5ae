//! The other side of a start: what a process finds that was started as a child.

use crate::channel::Channel;
use crate::crash::{self, CrashMemory};
use crate::ring::CallRing;
use crate::spawn::MARK;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::Arc;

/// What a child has been given.
pub struct Started {
    /// Its [role](crate::Order::role).
    pub role: String,
    /// What it is [about](crate::Order::about).
    pub about: String,
    /// The way to its parent.
    pub channel: Channel,
    /// Where it notes its calls.
    pub ring: CallRing,
    /// What it leaves of its end. Signals of crashes are caught from now on.
    pub crash: Arc<CrashMemory>,
}

/// What this process was started for, if it is a child. To be asked before anything else in `main`.
///
/// # Errors
/// What is wrong with the start, which is for this library alone.
#[must_use]
pub fn started() -> Option<Result<Started, String>> {
    let mut arguments = std::env::args_os();
    if arguments.nth(1).as_deref() != Some(MARK.as_ref()) {
        return None;
    }
    let arguments: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    Some(Started::from_arguments(&arguments))
}

impl Started {
    fn from_arguments(arguments: &[String]) -> Result<Self, String> {
        let [role, channel, ring, crash, about] = arguments else {
            return Err(format!("{} arguments", arguments.len()));
        };
        let [channel, ring, crash] = [inherited(channel)?, inherited(ring)?, inherited(crash)?];
        let ring =
            CallRing::inherit(ring).map_err(|errno| format!("the call log cannot be used: {errno}"))?;
        let crash = CrashMemory::inherit(crash)
            .map_err(|errno| format!("the crash record cannot be used: {errno}"))?;
        // SAFETY: an open descriptor that was just taken over; a parent passes a socket here.
        let channel = unsafe { Channel::from_inherited(channel.into_raw_fd()) };
        // Before there is any library, which may have its own ways with signals.
        let crash = Arc::new(crash);
        crash::give_room();
        crash::watch(&crash);
        Ok(Self { role: role.clone(), about: about.clone(), channel, ring, crash })
    }
}

/// Takes over a descriptor named on the command line, and keeps it from being inherited any further.
fn inherited(number: &str) -> Result<OwnedFd, String> {
    let fd: RawFd = number.parse().map_err(|error| format!("descriptor {number}: {error}"))?;
    // SAFETY: only asks; a number that is no descriptor gives an error.
    if fd <= 2 || unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return Err(format!("{number} is no inherited descriptor"));
    }
    // SAFETY: it is open, and at the start of the process nobody else can own it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
