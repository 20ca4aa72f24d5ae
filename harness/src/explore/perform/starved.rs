//! A process that can open no descriptor.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use std::fs::File;
use std::os::fd::AsRawFd;

/// As long as it is there, the process can open none: its soft limit is the lowest number that is free. A limit of 0 would
/// refuse more: `poll` takes no more descriptors than the limit, and threads of a driver may be about to call it.
pub(super) struct Starved {
    soft: u64,
    hard: u64,
}

impl Starved {
    pub(super) fn begin() -> Option<Self> {
        let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
        let lowest = File::open("/dev/null").ok()?.as_raw_fd();
        setrlimit(Resource::RLIMIT_NOFILE, u64::try_from(lowest).ok()?, hard).ok()?;
        Some(Self { soft, hard })
    }
}

impl Drop for Starved {
    fn drop(&mut self) {
        // Up to the hard limit it is always allowed.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, self.soft, self.hard);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_opened_meanwhile_and_everything_afterwards() {
        // In a process of its own: other tests open files.
        // SAFETY: the child only opens files and leaves.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let opens = || File::open("/dev/null").is_ok();
            let starved = Starved::begin();
            let meanwhile = opens();
            drop(starved);
            let good = !meanwhile && opens();
            // SAFETY: ends the process, with nothing of this one's run.
            unsafe { libc::_exit(i32::from(!good)) };
        }
        let mut status = 0;
        // SAFETY: waits for the child from above.
        unsafe { libc::waitpid(child, &raw mut status, 0) };
        assert_eq!(status, 0);
    }
}
