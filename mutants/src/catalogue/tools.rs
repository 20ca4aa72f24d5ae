//! What mutants are made with.

use std::collections::HashSet;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::sync::{Mutex, PoisonError};

/// Defines a [`Layer`](ur_ipc_api::Layer) with state, which overrides the methods given. `self.inner` is the backend
/// below; `Type::make` puts the layer on top of one, with its state at its default.
macro_rules! layer {
    ($type:ident { $($field:ident: $ty:ty),* $(,)? } $($method:item)*) => {
        struct $type {
            inner: ::std::sync::Arc<dyn ::ur_ipc_api::UrIpc>,
            $($field: $ty,)*
        }

        impl $type {
            fn make(inner: ::std::sync::Arc<dyn ::ur_ipc_api::UrIpc>) -> ::std::sync::Arc<dyn ::ur_ipc_api::UrIpc> {
                ::std::sync::Arc::new(Self { inner, $($field: <$ty>::default(),)* })
            }
        }

        impl ::ur_ipc_api::Layer for $type {
            fn inner(&self) -> &dyn ::ur_ipc_api::UrIpc {
                &*self.inner
            }

            $($method)*
        }
    };
}

/// The methods of a layer that remember events: those that were opened in `imports`, those that were exported in
/// `sources`, both [`Known`].
macro_rules! know_events {
    () => {
        unsafe fn ipc_open_event_handle_exp(
            &self,
            context: ::ur_ipc_api::ContextHandle,
            data: *const ::std::ffi::c_void,
            size: usize,
            event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            // SAFETY: same contract.
            let result = unsafe { self.inner.ipc_open_event_handle_exp(context, data, size, event) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                self.imports.add(unsafe { event.read() }.address());
            }
            result
        }

        unsafe fn ipc_get_event_handle_exp(
            &self,
            event: ::ur_ipc_api::EventHandle,
            data: *mut *mut ::std::ffi::c_void,
            size: *mut usize,
        ) -> ::ur_ipc_api::UrResult {
            self.sources.add(event.address());
            // SAFETY: same contract.
            unsafe { self.inner.ipc_get_event_handle_exp(event, data, size) }
        }
    };
}

pub(super) use {know_events, layer};

/// Loses a descriptor, as code does that forgets to close its copy.
pub(super) fn leak_descriptor() {
    if let Ok(file) = File::open("/dev/null") {
        let _ = file.into_raw_fd();
    }
}

/// Addresses of handles, pointers or handle data to know again.
#[derive(Debug, Default)]
pub(super) struct Known(Mutex<HashSet<usize>>);

impl Known {
    /// Remembers one; false if it was known.
    pub(super) fn add(&self, address: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(address)
    }

    /// Whether it is known.
    pub(super) fn has(&self, address: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&address)
    }

    /// Forgets one; false if it was not known.
    pub(super) fn remove(&self, address: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&address)
    }
}
