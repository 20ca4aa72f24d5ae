//! The memory of a defect.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Counts.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicUsize);

impl Counter {
    /// One that has counted nothing.
    pub(crate) const fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Counts one more, and returns how many there were before.
    pub(crate) fn next(&self) -> usize {
        self.0.fetch_add(1, Ordering::SeqCst)
    }

    /// The number counted so far.
    pub(crate) fn get(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// Counts one less.
    pub(crate) fn back(&self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// State that one thread at a time can have, even if another one panicked with it.
#[derive(Debug, Default)]
pub(crate) struct Kept<T>(Mutex<T>);

impl<T> Kept<T> {
    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Values by keys.
pub(crate) type Notes<K, V> = Kept<HashMap<K, V>>;

impl<K: Eq + Hash, V: Clone> Notes<K, V> {
    /// Notes a value, and returns what was noted before.
    pub(crate) fn set(&self, key: K, value: V) -> Option<V> {
        self.lock().insert(key, value)
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.lock().get(key).cloned()
    }

    /// Forgets what was noted, and returns it.
    pub(crate) fn take(&self, key: &K) -> Option<V> {
        self.lock().remove(key)
    }
}

impl<K: Eq + Hash> Notes<K, usize> {
    /// Counts one more, and returns how many there were before.
    pub(crate) fn count(&self, key: K) -> usize {
        let mut counts = self.lock();
        let count = counts.entry(key).or_default();
        *count += 1;
        *count - 1
    }
}

/// A set.
pub(crate) type Set<T> = Kept<HashSet<T>>;

impl<T: Eq + Hash> Set<T> {
    /// Adds one; false if it was there.
    pub(crate) fn add(&self, item: T) -> bool {
        self.lock().insert(item)
    }

    pub(crate) fn has(&self, item: &T) -> bool {
        self.lock().contains(item)
    }

    /// Takes one out; false if it was not there.
    pub(crate) fn remove(&self, item: &T) -> bool {
        self.lock().remove(item)
    }
}
