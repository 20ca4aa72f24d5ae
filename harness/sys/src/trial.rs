//! Tries, between two processes, the system calls that sharing is built on.

use crate::child::{Child, pause};
use crate::process::{PAGE, allow_inspection};
use crate::{memfd, pidfd};
use nix::sys::stat::fstat;
use nix::unistd::{pipe, read};
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
    let give = || {
        allow_inspection();
        let byte = [1u8];
        // SAFETY: the byte is live, and the descriptor open.
        unsafe { libc::write(tell.as_raw_fd(), byte.as_ptr().cast(), 1) };
        pause()
    };
    // SAFETY: it makes three system calls, and nothing else.
    let giver = unsafe { Child::fork(give) }?;
    drop(tell);
    if read(&ready, &mut [0u8])? != 1 {
        return Err(io::Error::other("the process that gives has ended"));
    }
    let take = || match pidfd::copy_through_pidfd(giver.pid().as_raw(), file.as_raw_fd()) {
        Ok(copy) if is_same(&copy, &file) => 0,
        Ok(_) => ANOTHER_FILE,
        Err(error) => error.raw_os_error().unwrap_or(libc::EIO),
    };
    // SAFETY: it opens, compares and closes descriptors, which are system calls; errors are their numbers, without memory.
    let taker = unsafe { Child::fork(take) }?;
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
