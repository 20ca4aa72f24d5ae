//! Files of a process that have numbers of descriptors which are used in another one.

use nix::sys::resource::{Resource, getrlimit};
use std::fs::{File, read_link};
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use ur_ipc_fixtures::{TestContext, TestResult, system};

const FILE: &str = "/dev/null";

/// Descriptors that a process may have besides.
const ROOM: u64 = 64;

/// The first number of a descriptor that is left to a process whose lower ones are taken. No other process of a test
/// gets there.
pub(crate) const HIGH: RawFd = 512;

/// Files that take all numbers below some number.
pub(crate) struct OwnFiles(Vec<File>);

impl OwnFiles {
    /// Takes the free ones: what is opened later has none of them. Where a process may not have so many descriptors, takes none.
    #[track_caller]
    pub(crate) fn below(t: &TestContext, end: RawFd) -> TestResult<Self> {
        let (limit, _) = system("the limit of descriptors", getrlimit(Resource::RLIMIT_NOFILE))?;
        let mut files = Vec::new();
        if limit < u64::from(end.unsigned_abs()) + ROOM {
            t.note_less(&format!(
                "a process may have {limit} descriptors, so that it may have the numbers of another one"
            ));
            return Ok(Self(files));
        }
        loop {
            let file = system(FILE, File::open(FILE))?;
            if file.as_raw_fd() >= end {
                return Ok(Self(files));
            }
            files.push(file);
        }
    }

    /// Checks that all of them are open, and what they were.
    #[track_caller]
    pub(crate) fn check(self, t: &TestContext) -> TestResult {
        let is_harmed = |number: &RawFd| {
            read_link(format!("/proc/self/fd/{number}")).map_or(true, |file| file != Path::new(FILE))
        };
        let harmed: Vec<RawFd> = self.0.iter().map(File::as_raw_fd).filter(is_harmed).collect();
        if !harmed.is_empty() {
            // Descriptors that somebody else has closed are no longer ours to close.
            std::mem::forget(self);
        }
        t.check(
            harmed.is_empty(),
            format!("descriptors of the test's own files that were closed or replaced: {harmed:?}"),
        )
    }
}
