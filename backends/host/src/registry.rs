//! The registry of handles and their objects.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The kind of object in a handle's value.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum ObjectKind {
    Adapter = 1,
    Platform,
    Device,
    Context,
    Queue,
    Event,
    Pool,
    PhysicalMem,
}

/// "UR" in the two highest bytes: no address of a user space looks like it, so nobody can look behind a handle.
const TAG: usize = 0x5552 << 48;

/// Numbers handles across all backends of the process, so that a handle of one means nothing to another.
static NEXT: AtomicUsize = AtomicUsize::new(1);

/// A handle value that was never used before.
pub fn new_handle(kind: ObjectKind) -> usize {
    TAG | ((kind as usize) << 40) | (NEXT.fetch_add(1, Ordering::Relaxed) << 3)
}

/// The live objects of one kind, with their reference counts.
#[derive(Debug)]
pub struct Registry<T> {
    kind: ObjectKind,
    live: RwLock<HashMap<usize, RegistryEntry<T>>>,
}

#[derive(Debug)]
struct RegistryEntry<T> {
    object: Arc<T>,
    references: u32,
}

/// The state of an object after a reference to it was dropped.
#[derive(Debug)]
pub enum Released<T> {
    /// Others are left.
    Remains,
    /// It was the last; the handle is dead.
    Last(Arc<T>),
}

impl<T> Registry<T> {
    /// An empty registry.
    pub fn new(kind: ObjectKind) -> Self {
        Self { kind, live: RwLock::new(HashMap::new()) }
    }

    /// Registers the object that `make` makes for the new handle, with one reference.
    pub fn insert(&self, make: impl FnOnce(usize) -> T) -> usize {
        let handle = new_handle(self.kind);
        let object = Arc::new(make(handle));
        write(&self.live).insert(handle, RegistryEntry { object, references: 1 });
        handle
    }

    /// The object of a handle.
    pub fn get(&self, handle: usize) -> Option<Arc<T>> {
        read(&self.live).get(&handle).map(|entry| Arc::clone(&entry.object))
    }

    /// The number of references.
    pub fn references(&self, handle: usize) -> Option<u32> {
        read(&self.live).get(&handle).map(|entry| entry.references)
    }

    /// Adds a reference; `None` without such a handle or with too many.
    pub fn retain(&self, handle: usize) -> Option<()> {
        let mut live = write(&self.live);
        let entry = live.get_mut(&handle)?;
        entry.references = entry.references.checked_add(1)?;
        Some(())
    }

    /// Drops a reference; `None` without such a handle.
    pub fn release(&self, handle: usize) -> Option<Released<T>> {
        let mut live = write(&self.live);
        let entry = live.get_mut(&handle)?;
        entry.references -= 1;
        if entry.references > 0 {
            return Some(Released::Remains);
        }
        // The object leaves the lock alive: what its end sets off must not happen under it.
        live.remove(&handle).map(|entry| Released::Last(entry.object))
    }
}

/// Locks, whatever happened to an earlier holder: every critical section here leaves its data whole.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`lock`], for reading.
pub fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// As [`lock`], for writing.
pub fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_says_what_it_is_and_is_never_given_twice() {
        let (one, two) = (new_handle(ObjectKind::Event), new_handle(ObjectKind::Event));
        assert!(one < two);
        for handle in [one, two] {
            assert_eq!(handle >> 48, 0x5552, "{handle:#x} looks like an address");
            assert_eq!((handle >> 40) & 0xff, ObjectKind::Event as usize);
            assert!(handle.is_multiple_of(8), "{handle:#x} is no pointer to an object in any language");
        }
    }

    #[test]
    fn the_last_reference_ends_an_object() {
        let registry = Registry::new(ObjectKind::Event);
        let handle = registry.insert(|handle| handle);
        assert_eq!(registry.get(handle).as_deref(), Some(&handle));
        assert_eq!(registry.retain(handle), Some(()));
        assert_eq!(registry.references(handle), Some(2));
        assert!(matches!(registry.release(handle), Some(Released::Remains)));
        assert_eq!(registry.references(handle), Some(1));
        assert!(matches!(registry.release(handle), Some(Released::Last(object)) if *object == handle));
        assert!(registry.get(handle).is_none() && registry.references(handle).is_none());
        assert!(registry.retain(handle).is_none() && registry.release(handle).is_none());
    }
}
