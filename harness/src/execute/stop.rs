//! Why no further test begins.

use crate::outcome::Record;
use nix::sys::signal::Signal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Known to all threads of a run.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    /// How many failures are enough, if any number is.
    limit: Option<usize>,
    failures: AtomicUsize,
    interruption: OnceLock<Signal>,
}

impl Stop {
    /// Stops a run after so many failures.
    pub(crate) fn after(limit: Option<usize>) -> Self {
        Self { limit, ..Self::default() }
    }

    /// A test has ended.
    pub(super) fn count(&self, record: &Record) {
        if record.spoils_the_run() {
            self.failures.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// How many failures have stopped the run, if they have.
    pub(super) fn failures(&self) -> Option<usize> {
        let failures = self.failures.load(Ordering::SeqCst);
        self.limit.filter(|&limit| failures >= limit).map(|_| failures)
    }

    /// Somebody asks the run to end.
    pub(crate) fn interrupt(&self, signal: Signal) {
        let _ = self.interruption.set(signal);
    }

    /// By what the run was interrupted, if it was.
    pub(crate) fn interruption(&self) -> Option<Signal> {
        self.interruption.get().copied()
    }
}
