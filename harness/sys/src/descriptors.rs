//! A lower limit of this process' descriptors.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// As long as it is there, this process can open only so many descriptors.
///
/// Its soft limit is as much above the lowest number that is free. A limit of 0 would refuse more: `poll` takes no more
/// descriptors than the limit, and threads of a driver may be about to call it.
#[derive(Debug)]
#[must_use = "the limit ends with it"]
pub struct Limit {
    soft: u64,
    hard: u64,
}

impl Limit {
    /// At most this many more, if none of those that are open now is closed.
    ///
    /// # Errors
    /// Those of the system calls; no descriptor is free already.
    pub fn of(more: u64) -> io::Result<Self> {
        let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
        let lowest = File::open("/dev/null")?.as_raw_fd();
        setrlimit(Resource::RLIMIT_NOFILE, u64::from(lowest.unsigned_abs()) + more, hard)?;
        Ok(Self { soft, hard })
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        // Up to the hard limit it is always allowed.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, self.soft, self.hard);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::child::Child;
    use rstest::rstest;

    #[rstest]
    #[case::none(0)]
    #[case::some(3)]
    fn so_many_are_opened_meanwhile_and_more_afterwards(#[case] more: u64) {
        let open = || {
            let files: [_; 5] = std::array::from_fn(|_| File::open("/dev/null"));
            files.iter().filter(|file| file.is_ok()).count() as u64
        };
        // In a process of its own: other tests open files, and close those below them.
        // SAFETY: the body opens and closes files, with paths that need no memory of the heap, and sets limits.
        let child = unsafe {
            Child::fork(|| {
                libc::close_range(3, libc::c_uint::MAX, 0);
                let Ok(limit) = Limit::of(more) else { return 1 };
                let meanwhile = open();
                drop(limit);
                if meanwhile == more && open() == 5 { 0 } else { 2 }
            })
        };
        assert_eq!(child.expect("a child").end().expect("it has exited"), 0);
    }
}
