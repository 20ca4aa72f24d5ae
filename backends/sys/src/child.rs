//! A child that was forked and does nothing.

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid, fork, getppid};
use std::io;

/// A copy of this process, of the calling thread alone, that does nothing until it is killed: when this is dropped, or when
/// the calling thread ends.
#[derive(Debug)]
pub struct IdleChild(Pid);

impl IdleChild {
    /// Forks.
    ///
    /// # Errors
    /// Those of the system call.
    pub fn fork() -> io::Result<Self> {
        let parent = nix::unistd::getpid();
        // SAFETY: the child makes system calls and nothing else: no locks, no memory, no destructors.
        match unsafe { fork() }? {
            ForkResult::Parent { child } => Ok(Self(child)),
            ForkResult::Child => idle(parent),
        }
    }
}

fn idle(parent: Pid) -> ! {
    // SAFETY: prctl with integers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    // A parent that has died before that sends nothing.
    while getppid() == parent {
        // SAFETY: waits for a signal; it takes nothing.
        unsafe { libc::pause() };
    }
    // SAFETY: ends the process, and nothing else.
    unsafe { libc::_exit(0) }
}

impl Drop for IdleChild {
    fn drop(&mut self) {
        // The child of nobody else, and not reaped yet: the number is still its own.
        let _ = kill(self.0, Signal::SIGKILL);
        let _ = waitpid(self.0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::errno::Errno;

    #[test]
    fn a_child_lives_until_it_is_dropped() {
        let child = IdleChild::fork().expect("a child");
        let pid = child.0;
        assert_eq!(kill(pid, None), Ok(()));
        drop(child);
        assert_eq!(waitpid(pid, None), Err(Errno::ECHILD));
    }
}
