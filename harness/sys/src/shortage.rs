//! Shortages of a machine, or of the limits in force on it.

use nix::errno::Errno;
use nix::sys::resource::{Resource, getrlimit};
use std::sync::OnceLock;
use std::{fmt, io};

/// Descriptors that are enough for each test with what any driver needs for it: as many as a process may gather before it is
/// replaced, and as many again. On a machine with fewer nothing is judged.
pub const ENOUGH_DESCRIPTORS: u64 = 1024;

static GIVEN: OnceLock<u64> = OnceLock::new();

/// Keeps the limit of descriptors that this process was given. What is lowered later is lowered by whom it runs.
pub fn keep_limit() -> u64 {
    *GIVEN.get_or_init(descriptor_limit)
}

/// Returns the number of descriptors that this process may have; 0 if the system does not say.
#[must_use]
pub fn descriptor_limit() -> u64 {
    getrlimit(Resource::RLIMIT_NOFILE).map_or(0, |(soft, _)| soft)
}

/// A resource that was short when an operation of the suite itself failed. Its text names the resource and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage(Errno);

impl Shortage {
    /// Returns the shortage that an operation failed for, if it was one.
    #[must_use]
    pub fn of(error: &io::Error) -> Option<Self> {
        use Errno::{EDQUOT, EFBIG, EMFILE, ENFILE, ENOBUFS, ENOMEM, ENOSPC};
        let errno = Errno::from_raw(error.raw_os_error()?);
        matches!(errno, EMFILE | ENFILE | ENOSPC | EDQUOT | ENOMEM | ENOBUFS | EFBIG).then_some(Self(errno))
    }

    /// The same for the start of a process or a thread, which may come at a time when no further one is allowed.
    #[must_use]
    pub fn of_start(error: &io::Error) -> Option<Self> {
        let no_more = (error.raw_os_error() == Some(libc::EAGAIN)).then_some(Self(Errno::EAGAIN));
        no_more.or_else(|| Self::of(error))
    }

    /// The system's number for it.
    #[must_use]
    pub const fn errno(self) -> Errno {
        self.0
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(errno) = self;
        match errno {
            Errno::EMFILE => {
                let limit = descriptor_limit();
                write!(f, "all {limit} descriptors that a process may have are open: raise the limit (ulimit -n)")
            }
            Errno::ENFILE => f.write_str("the system can open no further file: raise fs.file-max"),
            Errno::ENOSPC => f.write_str("a file system is full: make room, or set TMPDIR to a folder on another one"),
            Errno::EDQUOT => f.write_str("the quota of a file system is used up: make room, or have it raised"),
            Errno::EFBIG => f.write_str("files may not become as large as is needed: raise the limit (ulimit -f)"),
            Errno::EAGAIN => f.write_str(
                "no further process or thread can be started: raise the limit (ulimit -u, or the pids limit of the \
                 cgroup)",
            ),
            _ => f.write_str("there is no memory left: make room, or raise the limits (ulimit -v, ulimit -d)"),
        }
    }
}
