//! A process that may have more descriptors for a while.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult, system};

/// Enough for thousands of handles.
const FOR_THOUSANDS: u64 = 8192;

/// The raised limit of descriptors, until this is dropped.
pub(super) struct MoreDescriptors {
    before: u64,
    limit: u64,
    hard: u64,
}

impl MoreDescriptors {
    /// As many as this, or as the system allows. A limit that is higher stays.
    pub(super) fn up_to(wanted: u64) -> TestResult<Self> {
        let (before, hard) = system("the limit of descriptors", getrlimit(Resource::RLIMIT_NOFILE))?;
        let raised = wanted.min(hard);
        let is_raised = raised > before && setrlimit(Resource::RLIMIT_NOFILE, raised, hard).is_ok();
        Ok(Self { before, limit: if is_raised { raised } else { before }, hard })
    }

    /// For thousands of handles in this process, and of imports in another one. An implementation may have several descriptors for
    /// each.
    pub(super) fn in_both(s: &Scenario, consumer: &Peer) -> TestResult<[At<Self>; 2]> {
        let more = || Self::up_to(FOR_THOUSANDS);
        Ok([s.here(|_| more())?, s.at(consumer, |_| more())?])
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
