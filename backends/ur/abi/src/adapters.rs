//! The same adapter several times, as a loader shows several adapters.

use std::ptr::null_mut;
use std::sync::Arc;
use ur_ipc_api::*;

/// A backend, with its adapter listed as often as wanted.
pub(crate) struct Adapters {
    pub(crate) inner: Arc<dyn UrIpc>,
    pub(crate) count: u32,
}

impl Layer for Adapters {
    fn inner(&self) -> &dyn UrIpc {
        &*self.inner
    }

    unsafe fn adapter_get(
        &self,
        num_entries: u32,
        adapters: *mut AdapterHandle,
        num_adapters: *mut u32,
    ) -> UrResult {
        // SAFETY: the caller's contract, of which a backend uses one element at most.
        let result = unsafe { self.inner.adapter_get(num_entries, adapters, num_adapters) };
        if !result.is_success() {
            return result;
        }
        if !num_adapters.is_null() {
            // SAFETY: not null, and the backend has just written it.
            unsafe { num_adapters.write(self.count) };
        }
        if !adapters.is_null() {
            for index in 1..num_entries.min(self.count) as usize {
                // SAFETY: `num_entries` elements have room. Each of them is a reference of its own.
                let again = unsafe { self.inner.adapter_get(1, adapters.add(index), null_mut()) };
                if !again.is_success() {
                    return again;
                }
            }
        }
        UrResult::SUCCESS
    }
}
