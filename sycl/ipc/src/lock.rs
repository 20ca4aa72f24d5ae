//! Locks that ignore poisoning by a panic elsewhere.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. What is behind the locks of this crate is whole between any two statements, so a panic leaves nothing half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
