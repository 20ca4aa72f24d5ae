//! The kill matrix: which tests fail on which mutants.

mod baseline;
mod count;
mod row;
pub(crate) mod suite_run;

pub use count::{Count, Total, count};
pub use row::Row;
pub use suite_run::is_for_the_suite;

use crate::Mutant;
use baseline::Baselines;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Which tests are run on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that cite a requirement which the mutant violates: they alone can kill it.
    Citing,
    /// All.
    Full,
    /// Those that repeat tests of UR's own suite.
    UrCts,
}

/// Runs the suite on each mutant, a few at a time. `program` is one whose `main` passes [arguments](is_for_the_suite) on
/// to [`ur_ipc_cts::command`] with the mutants as backends. `done` is called after each mutant.
#[must_use]
pub fn run(program: &Path, mutants: &[&'static Mutant], scope: Scope, done: &(dyn Fn() + Sync)) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let baselines = Baselines::new(program);
    // Many tests wait for something most of their time.
    let workers = 2 * thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(|| {
                while let Some((index, mutant)) = take(&next, mutants) {
                    let row = Row::new(program, mutant, scope, &baselines);
                    rows.lock().unwrap_or_else(PoisonError::into_inner).push((index, row));
                    done();
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn take(next: &AtomicUsize, mutants: &[&'static Mutant]) -> Option<(usize, &'static Mutant)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    mutants.get(index).map(|mutant| (index, *mutant))
}
