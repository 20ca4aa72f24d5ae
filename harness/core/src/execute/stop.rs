//! The reason to start no further test, and reports about the tests that have begun.

use nix::sys::signal::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use ur_ipc_report::outcome::Record;

/// Known to all threads of a run.
#[derive(Debug, Default)]
pub struct Stop {
    /// How many failures are enough, if any number is.
    limit: Option<usize>,
    failures: AtomicUsize,
    interruption: OnceLock<Signal>,
    /// For each thread that runs tests the failure of the one at work, if that is to run again.
    so_far: Mutex<BTreeMap<usize, Record>>,
}

impl Stop {
    /// Stops a run after so many failures.
    pub fn after(limit: Option<usize>) -> Self {
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
    pub fn interrupt(&self, signal: Signal) {
        let _ = self.interruption.set(signal);
    }

    /// By what the run was interrupted, if it was.
    pub fn interruption(&self) -> Option<Signal> {
        self.interruption.get().copied()
    }

    /// What is to be told of the test at work on a thread if it is ended before its end; nothing when it has ended.
    pub(super) fn keep(&self, lane: usize, so_far: Option<Record>) {
        let mut kept = self.kept();
        match so_far {
            Some(record) => kept.insert(lane, record),
            None => kept.remove(&lane),
        };
    }

    /// What is to be told of the tests at work if they are ended now.
    pub fn so_far(&self) -> Vec<Record> {
        self.kept().values().cloned().collect()
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<usize, Record>> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
