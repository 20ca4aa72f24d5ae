//! Handles: numbers that are never used twice, looked up before anything is touched.

use crate::checks::Ur;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use ur_ipc_api::UrResult;

/// A number for a new handle, unique among all kinds in this process.
pub fn next_id() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x1_0000);
    NEXT.fetch_add(0x10, Ordering::Relaxed)
}

/// Locks; what a panicking holder left behind is still consistent, since no lock here guards a half-done change.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The objects of one kind with the references that the user holds.
pub struct Registry<T> {
    entries: Mutex<HashMap<usize, RegistryEntry<T>>>,
    unknown: UrResult,
}

struct RegistryEntry<T> {
    object: Weak<T>,
    user: Option<(Arc<T>, u32)>,
}

impl<T> Registry<T> {
    /// An empty registry that answers `unknown` to handles which it does not know.
    pub fn new(unknown: UrResult) -> Self {
        Self { entries: Mutex::default(), unknown }
    }

    /// Enters an object with one reference.
    pub fn insert(&self, id: usize, object: Arc<T>) {
        let mut entries = lock(&self.entries);
        entries.retain(|_, entry| entry.user.is_some() || entry.object.strong_count() > 0);
        entries.insert(id, RegistryEntry { object: Arc::downgrade(&object), user: Some((object, 1)) });
    }

    /// The object of a handle to which the user holds a reference.
    pub fn get(&self, id: usize) -> Ur<Arc<T>> {
        self.with_user(id, |object, _| Arc::clone(object))
    }

    /// The object of a handle that the user may have released already, while something else keeps it alive.
    pub fn get_lingering(&self, id: usize) -> Ur<Arc<T>> {
        if id == 0 {
            return Err(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        lock(&self.entries).get(&id).and_then(|entry| entry.object.upgrade()).ok_or(self.unknown)
    }

    /// The number of references that the user holds.
    pub fn count(&self, id: usize) -> Ur<u32> {
        self.with_user(id, |_, count| *count)
    }

    /// Adds a reference.
    pub fn retain(&self, id: usize) -> Ur<()> {
        self.with_user(id, |_, count| *count += 1)
    }

    /// Drops a reference. The object is dropped outside the lock.
    pub fn release(&self, id: usize) -> Ur<()> {
        let released = {
            let mut entries = lock(&self.entries);
            let entry = entries.get_mut(&id);
            match entry.map(|entry| &mut entry.user) {
                Some(user @ Some((_, 1))) => user.take(),
                Some(Some((_, count))) => {
                    *count -= 1;
                    None
                }
                _ if id == 0 => return Err(UrResult::ERROR_INVALID_NULL_HANDLE),
                _ => return Err(self.unknown),
            }
        };
        drop(released);
        Ok(())
    }

    fn with_user<R>(&self, id: usize, f: impl FnOnce(&Arc<T>, &mut u32) -> R) -> Ur<R> {
        if id == 0 {
            return Err(UrResult::ERROR_INVALID_NULL_HANDLE);
        }
        let mut entries = lock(&self.entries);
        let user = entries.get_mut(&id).and_then(|entry| entry.user.as_mut());
        user.map(|(object, count)| f(object, count)).ok_or(self.unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_references_and_forgets() {
        let registry = Registry::new(UrResult::ERROR_INVALID_EVENT);
        let id = next_id();
        registry.insert(id, Arc::new(7));
        registry.retain(id).unwrap();
        assert_eq!(registry.count(id), Ok(2));
        registry.release(id).unwrap();
        registry.release(id).unwrap();
        assert_eq!(registry.release(id), Err(UrResult::ERROR_INVALID_EVENT));
        assert_eq!(registry.get(id), Err(UrResult::ERROR_INVALID_EVENT));
        assert_eq!(registry.get(0), Err(UrResult::ERROR_INVALID_NULL_HANDLE));
        assert_eq!(registry.release(0), Err(UrResult::ERROR_INVALID_NULL_HANDLE));
    }

    #[test]
    fn an_object_lingers_while_something_keeps_it() {
        let registry = Registry::new(UrResult::ERROR_INVALID_CONTEXT);
        let id = next_id();
        registry.insert(id, Arc::new(7));
        let child = registry.get(id).unwrap();
        registry.release(id).unwrap();
        assert_eq!(registry.get(id), Err(UrResult::ERROR_INVALID_CONTEXT));
        assert_eq!(registry.get_lingering(id).as_deref(), Ok(&7));
        drop(child);
        assert_eq!(registry.get_lingering(id), Err(UrResult::ERROR_INVALID_CONTEXT));
    }

    #[test]
    fn numbers_are_never_used_twice() {
        assert_ne!(next_id(), next_id());
    }
}
