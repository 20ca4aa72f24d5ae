//! A process that may have more descriptors for a while.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use ur_ipc_fixtures::{TestResult, system};

/// The raised limit of descriptors, until this is dropped.
pub(super) struct MoreDescriptors {
    before: u64,
    limit: u64,
    hard: u64,
}

impl MoreDescriptors {
    /// As many as this, or as the hard limit allows. A limit that is higher stays.
    pub(super) fn up_to(wanted: u64) -> TestResult<Self> {
        let (before, hard) = system("the limit of descriptors", getrlimit(Resource::RLIMIT_NOFILE))?;
        let limit = wanted.min(hard).max(before);
        system("raising the limit", setrlimit(Resource::RLIMIT_NOFILE, limit, hard))?;
        Ok(Self { before, limit, hard })
    }

    /// Whether the process may have as many as this.
    pub(super) fn are(&self, wanted: u64) -> bool {
        self.limit >= wanted
    }
}

impl Drop for MoreDescriptors {
    fn drop(&mut self) {
        // Where the system refuses it, the harness finds the process changed, and takes another.
        let _ = setrlimit(Resource::RLIMIT_NOFILE, self.before, self.hard);
    }
}
