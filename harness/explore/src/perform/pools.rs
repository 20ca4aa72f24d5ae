//! Pools that memory is allocated from.

use super::Outcome;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ur_ipc_fixtures::Ur;
use ur_ipc_fixtures::api::{ContextHandle, UsmPoolDesc, UsmPoolFlags, UsmPoolHandle};

/// The pools of a process: one for each context, as long as there is memory from it, so that allocations share one.
#[derive(Default)]
pub(super) struct Pools(Mutex<HashMap<ContextHandle, Pool>>);

struct Pool {
    pool: UsmPoolHandle,
    allocations: usize,
}

impl Pools {
    /// Returns the pool of a context for one allocation more. The first creates it.
    ///
    /// # Errors
    /// A failure of `urUSMPoolCreate`.
    pub(super) fn take(&self, ur: &Ur, context: ContextHandle) -> Result<UsmPoolHandle, Outcome> {
        match self.lock().entry(context) {
            Entry::Occupied(mut known) => {
                known.get_mut().allocations += 1;
                Ok(known.get().pool)
            }
            Entry::Vacant(place) => {
                let (mut pool, mut desc) = (UsmPoolHandle::NULL, UsmPoolDesc::new(UsmPoolFlags::NONE_SET));
                let created = ur.usm_pool_create(context, &raw mut desc, &raw mut pool);
                if !created.result.is_success() {
                    return Err(Outcome::of(created));
                }
                place.insert(Pool { pool, allocations: 1 });
                Ok(pool)
            }
        }
    }

    /// One allocation less. Releases the pool after the last one.
    pub(super) fn give_back(&self, ur: &Ur, context: ContextHandle) {
        let mut pools = self.lock();
        let Entry::Occupied(mut known) = pools.entry(context) else { return };
        known.get_mut().allocations -= 1;
        if known.get().allocations == 0 {
            // No requirement is about its code.
            let _ = ur.usm_pool_release(known.remove().pool);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ContextHandle, Pool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
