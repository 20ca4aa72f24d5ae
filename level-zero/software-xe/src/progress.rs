//! Tells threads that queues have got further.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A counter of the times that any queue has stopped or ended something.
#[derive(Debug, Default)]
pub struct Progress {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Progress {
    /// The count by now.
    pub fn count(&self) -> u64 {
        *self.lock()
    }

    /// Counts, and wakes all who wait.
    pub fn advance(&self) {
        *self.lock() += 1;
        self.changed.notify_all();
    }

    /// Waits until the count is another, but no longer than this.
    pub fn wait(&self, count: u64, timeout: Duration) {
        let guard = self.lock();
        drop(self.changed.wait_timeout_while(guard, timeout, |now| *now == count));
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
