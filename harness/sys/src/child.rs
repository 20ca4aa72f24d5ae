//! Children that were forked and start no other program.

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork, getpid, getppid};
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A copy of this process, of the calling thread alone. It is killed when this is dropped, or when the calling thread ends.
#[derive(Debug)]
pub struct Child(Pid);

impl Child {
    /// Forks a child that does nothing.
    ///
    /// # Errors
    /// Those of the system call.
    pub fn idle() -> io::Result<Self> {
        // SAFETY: the body makes a system call and nothing else.
        unsafe { Self::fork(|| pause()) }
    }

    /// Forks a child that ends as a program does that has no more to do: with the handlers that libraries have left for that.
    ///
    /// # Errors
    /// Those of the system call.
    pub fn exiting() -> io::Result<Self> {
        // SAFETY: that handlers of libraries may run in a copy of their process is what this is for; whatever becomes of the
        // child, it has no say in this process.
        unsafe { Self::fork(|| libc::exit(0)) }
    }

    /// Waits for its end, or has it killed after a while.
    ///
    /// # Errors
    /// Those of the system call.
    pub fn end_within(self, time: Duration) -> io::Result<()> {
        let until = Instant::now() + time;
        while waitpid(self.0, Some(WaitPidFlag::WNOHANG | WaitPidFlag::__WALL))? == WaitStatus::StillAlive {
            if Instant::now() >= until {
                return Ok(());
            }
            sleep(Duration::from_millis(1));
        }
        std::mem::forget(self);
        Ok(())
    }

    /// Forks a child that runs the body and ends with the exit code that it gives.
    ///
    /// # Errors
    /// Those of the system call.
    ///
    /// # Safety
    /// The body makes system calls and nothing else: locks and memory may be in the hands of threads that the child lacks.
    pub(crate) unsafe fn fork(body: impl FnOnce() -> i32) -> io::Result<Self> {
        let parent = getpid();
        // SAFETY: the child makes system calls and nothing else, which the caller says of the body.
        match unsafe { fork() }? {
            ForkResult::Parent { child } => Ok(Self(child)),
            ForkResult::Child => {
                // SAFETY: prctl with integers.
                unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
                // A parent that has died before that sends nothing.
                let code = if getppid() == parent { body() } else { 0 };
                // SAFETY: ends the process, and nothing else: no destructors, no handlers.
                unsafe { libc::_exit(code) }
            }
        }
    }

    /// Waits for its end, and gives its exit code.
    ///
    /// # Errors
    /// Those of the system call; that a signal has ended it.
    pub(crate) fn end(self) -> io::Result<i32> {
        let ended = waitpid(self.0, None);
        std::mem::forget(self);
        match ended? {
            WaitStatus::Exited(_, code) => Ok(code),
            other => Err(io::Error::other(format!("a forked process has ended otherwise: {other:?}"))),
        }
    }

    /// Its process.
    pub(crate) const fn pid(&self) -> Pid {
        self.0
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The child of nobody else, and not reaped yet: the number is still its own.
        let _ = kill(self.0, Signal::SIGKILL);
        let _ = waitpid(self.0, None);
    }
}

/// Waits until the process is killed.
pub(crate) fn pause() -> ! {
    loop {
        // SAFETY: waits for a signal; it takes nothing.
        unsafe { libc::pause() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::errno::Errno;

    #[test]
    fn a_child_lives_until_it_is_dropped() {
        let child = Child::idle().expect("a child");
        let pid = child.pid();
        assert_eq!(kill(pid, None), Ok(()));
        drop(child);
        assert_eq!(waitpid(pid, None), Err(Errno::ECHILD));
    }

    #[test]
    fn a_body_gives_the_exit_code() {
        // SAFETY: the body does nothing.
        let child = unsafe { Child::fork(|| 7) }.expect("a child");
        assert_eq!(child.end().expect("it has exited"), 7);
    }

    #[test]
    fn a_child_that_is_killed_has_no_exit_code() {
        let child = Child::idle().expect("a child");
        kill(child.pid(), Signal::SIGKILL).expect("it is there");
        let told = child.end().expect_err("no exit code").to_string();
        assert!(told.contains("SIGKILL"), "{told}");
    }

    /// Whether the process waits for something.
    fn sleeps(pid: Pid) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it is there");
        stat.rsplit(") ").next().is_some_and(|state| state.starts_with('S'))
    }

    #[test]
    fn a_child_ends_with_the_thread_that_forked_it() {
        let forked = std::thread::spawn(|| {
            let child = Child::idle().expect("a child");
            // A thread that ends before the child has asked to be told ends unnoticed, as its process lives.
            while !sleeps(child.pid()) {
                std::thread::yield_now();
            }
            child
        });
        let forked = forked.join().expect("a child");
        // Dropping would kill it.
        let ended = waitpid(forked.pid(), None);
        std::mem::forget(forked);
        assert!(matches!(ended, Ok(WaitStatus::Signaled(_, Signal::SIGKILL, _))), "{ended:?}");
    }
}
