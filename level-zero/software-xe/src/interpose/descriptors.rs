//! Descriptors that are copied and closed.

use super::next::interpose;
use crate::descriptors;

interpose! {
    fn close(fd: i32) -> i32 {
        descriptors::close(fd);
        // SAFETY: by the contract of this function.
        unsafe { next()(fd) }
    }

    fn dup(fd: i32) -> i32 {
        // SAFETY: by the contract of this function.
        let copy = unsafe { next()(fd) };
        descriptors::copied(fd, copy);
        copy
    }

    fn dup2(fd: i32, to: i32) -> i32 {
        if fd != to {
            descriptors::close(to);
        }
        // SAFETY: by the contract of this function.
        let copy = unsafe { next()(fd, to) };
        if fd != to {
            descriptors::copied(fd, copy);
        }
        copy
    }

    fn dup3(fd: i32, to: i32, flags: i32) -> i32 {
        if fd != to {
            descriptors::close(to);
        }
        // SAFETY: by the contract of this function.
        let copy = unsafe { next()(fd, to, flags) };
        descriptors::copied(fd, copy);
        copy
    }

    fn fcntl(fd: i32, command: i32, argument: u64) -> i32 {
        // SAFETY: by the contract of this function.
        let result = unsafe { next()(fd, command, argument) };
        if matches!(command, libc::F_DUPFD | libc::F_DUPFD_CLOEXEC) {
            descriptors::copied(fd, result);
        }
        result
    }

    fn fcntl64(fd: i32, command: i32, argument: u64) -> i32 {
        // SAFETY: by the contract of this function.
        let result = unsafe { next()(fd, command, argument) };
        if matches!(command, libc::F_DUPFD | libc::F_DUPFD_CLOEXEC) {
            descriptors::copied(fd, result);
        }
        result
    }
}
