//! Several threads of a process at once.

use std::panic::resume_unwind;
use std::sync::Barrier;
use std::thread::{self, ScopedJoinHandle};
use ur_ipc_fixtures::TestResult;

/// Runs each body on a thread of its own, which has done nothing before, all at once, and gives what each returned, or
/// the first failure. A panic goes on here.
pub(crate) fn on_threads<T: Send, B: FnOnce() -> TestResult<T> + Send>(
    bodies: impl ExactSizeIterator<Item = B>,
) -> TestResult<Vec<T>> {
    let start = &Barrier::new(bodies.len());
    thread::scope(|scope| {
        let spawn = |body: B| {
            scope.spawn(move || {
                start.wait();
                body()
            })
        };
        let threads: Vec<_> = bodies.map(spawn).collect();
        let join = |thread: ScopedJoinHandle<_>| thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        // All of them end before the first failure is looked at.
        let results: Vec<TestResult<T>> = threads.into_iter().map(join).collect();
        results.into_iter().collect()
    })
}
