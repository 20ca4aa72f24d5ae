//! The kill matrix: which tests fail on which mutants.

mod baseline;
mod batch;
mod count;
mod row;
pub(crate) mod suite_run;

pub use count::{Count, Total, count};
pub use row::Row;
pub use suite_run::{is_command, is_for_the_suite, without_sizes};

use crate::{Mutant, Suite};
use baseline::Baselines;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The tests that are run on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that cite a requirement which the mutant violates: they alone can kill it.
    Citing,
    /// All.
    Full,
    /// Those that repeat tests of UR's own suite.
    UrCts,
}

/// Runs the suite on each mutant, all of one suite, a few at a time. `program` is one whose `main` passes
/// [arguments](is_for_the_suite) on to [`Suite::command`] with the mutants as backends. `done` is called after each mutant.
#[must_use]
pub fn run(program: &Path, mutants: &[&'static Mutant], scope: Scope, done: &(dyn Fn() + Sync)) -> Vec<Row> {
    let runner = batch::Runner::new(
        program,
        mutants.first().map_or_else(Suite::default, |mutant| mutant.suite()),
        scope,
    );
    let rows = side_by_side(&batch::batches(mutants), |batch| {
        let rows = runner.run(batch);
        batch.iter().for_each(|_| done());
        rows
    });
    rows.into_iter().flatten().collect()
}

/// Looks at many things, a few at a time. Returns the results in the order of the things.
pub(crate) fn side_by_side<T: Sync, R: Send>(things: &[T], look: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    // Many tests wait for something most of their time.
    let workers = 2 * thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(index) else { return };
                    let result = look(thing);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
