//! Takes a copy of a file descriptor out of another process.

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// A copy of the descriptor `fd` of the process `pid`, which may be this one.
///
/// # Errors
/// `ESRCH` without such a process, `EBADF` without such a descriptor, `EPERM` if the process may not be
/// inspected, `ENOSYS` if the kernel lacks the calls.
pub fn copy_descriptor(pid: i32, fd: RawFd) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(Errno::EBADF.into());
    }
    if pid <= 0 {
        return Err(Errno::ESRCH.into());
    }
    if pid == nix::unistd::getpid().as_raw() {
        // SAFETY: the number is not negative and is used for this one call only, which answers EBADF if nothing
        // is open there.
        return duplicate(unsafe { BorrowedFd::borrow_raw(fd) });
    }
    copy_through_pidfd(pid, fd)
}

/// As [`copy_descriptor`], always by way of the kernel's calls for other processes.
pub fn copy_through_pidfd(pid: i32, fd: RawFd) -> io::Result<OwnedFd> {
    copy_from(open(pid)?.as_fd(), fd)
}

/// A descriptor of the process `pid`, which keeps its number from being given to another one.
///
/// # Errors
/// `ESRCH` without such a process, `EINVAL` if the number is not positive, `ENOSYS` if the kernel lacks the call.
pub fn open(pid: i32) -> io::Result<OwnedFd> {
    // SAFETY: pidfd_open takes two integers.
    own(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0u32) })
}

/// A copy of the descriptor `fd` of a process that [`open`] gave.
///
/// # Errors
/// As [`copy_descriptor`].
pub fn copy_from(process: BorrowedFd<'_>, fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: pidfd_getfd takes three integers.
    own(unsafe { libc::syscall(libc::SYS_pidfd_getfd, process.as_raw_fd(), fd, 0u32) })
}

/// Another descriptor of the same file, closed on exec.
pub fn duplicate(fd: BorrowedFd<'_>) -> io::Result<OwnedFd> {
    let copy = fcntl(fd, FcntlArg::F_DUPFD_CLOEXEC(0))?;
    // SAFETY: the kernel has just made this descriptor and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}

fn own(answer: libc::c_long) -> io::Result<OwnedFd> {
    match RawFd::try_from(answer) {
        // SAFETY: the kernel has just made this descriptor and nothing else owns it.
        Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}
