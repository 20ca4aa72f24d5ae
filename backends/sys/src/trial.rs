//! Trying what sharing between processes is built on, between processes.

use crate::process::{PAGE, allow_inspection};
use crate::{memfd, pidfd};
use nix::sys::signal::{Signal, kill};
use nix::sys::stat::fstat;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork, pipe, read};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};

/// Exit code of a process that got something else than what it asked for; no error has this number.
const ANOTHER_FILE: i32 = 255;

/// Has one child of this process take a descriptor from another one, which lets everybody do so, as tests do.
///
/// # Errors
/// Those of the system calls; of `pidfd_open` and `pidfd_getfd` the one that the taking process got.
pub fn take_descriptor() -> io::Result<()> {
    let file = memfd::create(c"ur-ipc-trial", PAGE)?;
    let (ready, tell) = pipe()?;
    let giver = Child::fork(|| {
        allow_inspection();
        let byte = [1u8];
        // SAFETY: the byte is live, and the descriptor open.
        unsafe { libc::write(tell.as_raw_fd(), byte.as_ptr().cast(), 1) };
        loop {
            // SAFETY: waits for a signal; it takes nothing.
            unsafe { libc::pause() };
        }
    })?;
    drop(tell);
    if read(&ready, &mut [0u8])? != 1 {
        return Err(io::Error::other("the process that gives has ended"));
    }
    let taker = Child::fork(|| match pidfd::copy_through_pidfd(giver.0.as_raw(), file.as_raw_fd()) {
        Ok(copy) if is_same(&copy, &file) => 0,
        Ok(_) => ANOTHER_FILE,
        Err(error) => error.raw_os_error().unwrap_or(libc::EIO),
    })?;
    match taker.end()? {
        0 => Ok(()),
        ANOTHER_FILE => Err(io::Error::other("another descriptor came than was asked for")),
        errno => Err(io::Error::from_raw_os_error(errno)),
    }
}

fn is_same(one: &OwnedFd, other: &OwnedFd) -> bool {
    let identity = |file: &OwnedFd| fstat(file.as_fd()).map(|stat| (stat.st_dev, stat.st_ino));
    identity(one).is_ok_and(|one| identity(other) == Ok(one))
}

/// A child that makes system calls and nothing else. It ends with the calling thread, or when this is dropped.
struct Child(Pid);

impl Child {
    fn fork(body: impl FnOnce() -> i32) -> io::Result<Self> {
        // SAFETY: the child makes system calls and nothing else: no locks, no memory, no destructors.
        match unsafe { fork() }? {
            ForkResult::Parent { child } => Ok(Self(child)),
            ForkResult::Child => {
                // SAFETY: prctl with integers, and the end of the process.
                unsafe {
                    libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                    libc::_exit(body())
                }
            }
        }
    }

    /// Waits for its end, and gives its exit code.
    fn end(self) -> io::Result<i32> {
        let ended = waitpid(self.0, None);
        std::mem::forget(self);
        match ended? {
            WaitStatus::Exited(_, code) => Ok(code),
            other => Err(io::Error::other(format!("the process that takes has ended otherwise: {other:?}"))),
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The child of nobody else, and not reaped yet: the number is still its own.
        let _ = kill(self.0, Signal::SIGKILL);
        let _ = waitpid(self.0, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yama;

    #[test]
    fn it_works_where_nothing_forbids_it() {
        // A sandbox may filter the call, and then says so.
        match (yama::forbidding_scope(), take_descriptor()) {
            (None, Ok(())) => {}
            (_, told) => assert_eq!(told.expect_err("forbidden").raw_os_error(), Some(libc::EPERM)),
        }
    }
}
