//! Objects by number.

use crate::convert::misuse;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use ur_ipc_api::sycl::{Context, Event, Handle, PhysicalMem, Queue, Result};

/// Locks even after a panic elsewhere: tables are whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of an object.
pub(crate) trait Number: Copy + Ord + Debug {
    fn new(number: u64) -> Self;
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        impl Number for $name {
            fn new(number: u64) -> Self {
                Self(number)
            }
        }
    )*};
}
numbers!(Context Queue PhysicalMem Event Handle);

/// The objects of one type, numbered from 1. A number is never given out twice.
pub(crate) struct Objects<N, T> {
    table: Mutex<Table<N, T>>,
}

struct Table<N, T> {
    last: u64,
    live: BTreeMap<N, Arc<Mutex<T>>>,
}

impl<N, T> Default for Objects<N, T> {
    fn default() -> Self {
        Self { table: Mutex::new(Table { last: 0, live: BTreeMap::new() }) }
    }
}

impl<N: Number, T> Objects<N, T> {
    /// Takes in an object.
    pub(crate) fn enter(&self, object: T) -> N {
        let mut table = lock(&self.table);
        table.last += 1;
        let number = N::new(table.last);
        table.live.insert(number, Arc::new(Mutex::new(object)));
        number
    }

    /// The object of a number, which one thread at a time uses.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn get(&self, number: N) -> Result<Arc<Mutex<T>>> {
        lock(&self.table).live.get(&number).cloned().ok_or_else(|| misuse(format!("there is no {number:?}")))
    }

    /// Does something with the object of a number.
    ///
    /// # Errors
    /// There is none, or what that gives.
    pub(crate) fn with<R>(&self, number: N, body: impl FnOnce(&T) -> Result<R>) -> Result<R> {
        let object = self.get(number)?;
        let object = lock(&object);
        body(&object)
    }

    /// Does something with every object that is live.
    pub(crate) fn for_each(&self, mut body: impl FnMut(&mut T)) {
        let live: Vec<_> = lock(&self.table).live.values().cloned().collect();
        live.iter().for_each(|object| body(&mut lock(object)));
    }

    /// Ends an object, unless another thread is using it: then that ends it.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn end(&self, number: N) -> Result<()> {
        let ended = lock(&self.table).live.remove(&number);
        // It may have to wait for commands, and others need the table meanwhile.
        ended.map(drop).ok_or_else(|| misuse(format!("there is no {number:?}")))
    }
}
