//! A process that forks before it does anything else, as daemons do.

use crate::signals::{die_with_parent, raise_default};
use nix::errno::Errno;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, fork};
use std::io;

/// Forks, and returns in the child only. The parent waits, and ends as the child does.
///
/// # Errors
/// What the system refused.
///
/// # Safety
/// The process has a single thread.
pub(crate) unsafe fn go_on_in_child() -> io::Result<()> {
    // SAFETY: there is no other thread that could hold a lock.
    match unsafe { fork() }? {
        ForkResult::Child => die_with_parent(),
        ForkResult::Parent { child } => loop {
            match waitpid(child, None) {
                // SAFETY: ends the process. What it has a copy of is the child's to clean up.
                Ok(WaitStatus::Exited(_, code)) => unsafe { libc::_exit(code) },
                Ok(WaitStatus::Signaled(_, signal, _)) => raise_default(signal as libc::c_int),
                Ok(_) | Err(Errno::EINTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        },
    }
}
