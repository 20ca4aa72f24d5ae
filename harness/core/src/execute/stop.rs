//! The reason to start no further test, and reports about the tests that have begun.

use nix::sys::signal::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use ur_ipc_report::outcome::{Outcome, Record};

/// After how much of what no further test begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// So many failures of the run, if any number is enough.
    pub failures: Option<usize>,
    /// So many tests of one device in a row that hang, if any number is enough.
    pub hangs: Option<usize>,
}

/// Why no further test of a device begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// The run had so many failures.
    Failures(usize),
    /// So many tests of the device in a row hung.
    Hangs(usize),
}

/// Known to all threads of a run.
#[derive(Debug, Default)]
pub struct Stop {
    limits: Limits,
    failures: AtomicUsize,
    /// For each device the tests in a row that hung.
    hung: Mutex<BTreeMap<usize, usize>>,
    interruption: OnceLock<Signal>,
    /// For each thread that runs tests the failure of the one at work, if that is to run again.
    so_far: Mutex<BTreeMap<usize, Record>>,
}

impl Stop {
    /// Stops a run at these limits.
    pub fn at(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// A test of this device has ended. Returns how many tests in a row hung, if the device is given up for that now.
    pub(super) fn count(&self, device: usize, record: &Record) -> Option<usize> {
        if record.is_failure() {
            self.failures.fetch_add(1, Ordering::SeqCst);
        }
        let hangs = hangs(record)?;
        let mut hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        let count = hung.entry(device).or_default();
        // A test that was at work beside the last one does not make up for it.
        if self.limits.hangs.is_some_and(|limit| *count >= limit) {
            return None;
        }
        *count = if hangs { *count + 1 } else { 0 };
        self.limits.hangs.filter(|limit| limit == count)
    }

    /// Why no further test of this device begins, if so.
    pub(super) fn enough(&self, device: usize) -> Option<Enough> {
        let failures = self.failures.load(Ordering::SeqCst);
        if self.limits.failures.is_some_and(|limit| failures >= limit) {
            return Some(Enough::Failures(failures));
        }
        let hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        let hangs = hung.get(&device).copied().unwrap_or_default();
        self.limits.hangs.filter(|&limit| hangs >= limit).map(|_| Enough::Hangs(hangs))
    }

    /// Somebody asks the run to end.
    pub fn interrupt(&self, signal: Signal) {
        let _ = self.interruption.set(signal);
    }

    /// By what the run was interrupted, if it was.
    pub fn interruption(&self) -> Option<Signal> {
        self.interruption.get().copied()
    }

    /// Keeps the provisional record of the test on a thread, in case the run ends before it. `None` drops it when the
    /// test has ended.
    pub(super) fn keep(&self, lane: usize, so_far: Option<Record>) {
        let mut kept = self.kept();
        match so_far {
            Some(record) => kept.insert(lane, record),
            None => kept.remove(&lane),
        };
    }

    /// Returns the provisional records of the tests at work, as if they ended now.
    pub fn so_far(&self) -> Vec<Record> {
        self.kept().values().cloned().collect()
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<usize, Record>> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a test hung; nothing where its end says neither: it was not run to an end, or a skiplist expects that it hangs.
fn hangs(record: &Record) -> Option<bool> {
    match (record.outcome(), record.execution.seen.unwrap_or(record.outcome())) {
        (Outcome::ExpectedFail, Outcome::Timeout) => None,
        (_, Outcome::Timeout) => Some(true),
        (_, Outcome::Skip | Outcome::NotRun | Outcome::NotDetermined | Outcome::HarnessError) => None,
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use ur_ipc_report::requirements::Chapter;
    use ur_ipc_report::samples;

    const HANGS: (Outcome, Option<Outcome>) = (Outcome::Timeout, None);
    const DEVIATES: (Outcome, Option<Outcome>) = (Outcome::Deviates, Some(Outcome::Timeout));
    const EXPECTED: (Outcome, Option<Outcome>) = (Outcome::ExpectedFail, Some(Outcome::Timeout));
    const PASSES: (Outcome, Option<Outcome>) = (Outcome::Pass, None);
    const SKIPPED: (Outcome, Option<Outcome>) = (Outcome::Skip, None);

    #[rstest]
    #[case::in_a_row(&[HANGS, DEVIATES], Some(Enough::Hangs(2)))]
    #[case::not_in_a_row(&[HANGS, PASSES, HANGS], None)]
    #[case::around_what_says_nothing(&[HANGS, SKIPPED, EXPECTED, HANGS], Some(Enough::Hangs(2)))]
    #[case::too_late_a_pass(&[HANGS, HANGS, PASSES], Some(Enough::Hangs(2)))]
    #[case::expected(&[EXPECTED, EXPECTED], None)]
    fn hangs_in_a_row_are_enough(
        #[case] ends: &[(Outcome, Option<Outcome>)],
        #[case] expected: Option<Enough>,
    ) {
        let stop = Stop::at(Limits { hangs: Some(2), ..Limits::default() });
        let mut told = Vec::new();
        for &(outcome, seen) in ends {
            let mut record = samples::record(Chapter::Specified, outcome);
            record.execution.seen = seen;
            told.extend(stop.count(0, &record));
        }
        assert_eq!(told, if expected.is_some() { vec![2] } else { vec![] }, "a device is given up once");
        assert_eq!(stop.enough(0), expected);
        assert_eq!(stop.enough(1), None, "another device goes on");
    }
}
