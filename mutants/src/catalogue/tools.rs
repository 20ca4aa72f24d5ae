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

pub(super) use layer;

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
