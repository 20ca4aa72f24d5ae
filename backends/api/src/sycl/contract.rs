//! `trait SyclIpc`, generated from the table of functions.

use super::types::*;
use crate::{Implementation, UrIpc, for_each_sycl_function};
use std::fmt;
use std::sync::Arc;

macro_rules! define_contract {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        /// An implementation of `sycl_ext_oneapi_inter_process_communication`, and of what is needed to use it.
        ///
        /// One method for each function, with its meaning; an exception is an [`Error`]. Objects are numbers that the
        /// implementation gives out; each has one owner, and ends by its `_destroy`.
        ///
        /// # Safety
        /// Objects are such as the implementation gave out and are not destroyed, or 0 for none. Memory is of the
        /// implementation and as long as the function takes it. The bytes of a handle are whole, or of a wrong number. What
        /// the extension calls undefined is not done: a handle that was put is destroyed at most.
        pub trait SyclIpc: Send + Sync {
            /// The implementation under test, for reports.
            fn implementation(&self) -> Implementation;

            /// Unified Runtime below it, where that can be called directly: with the same devices in the same order.
            fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>>;

            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("The exception of SYCL's `", $sycl, "`.")]
                ///
                /// # Safety
                /// See the trait.
                unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out>;
            )*
        }
    };
}

for_each_sycl_function!(define_contract);

impl fmt::Debug for dyn SyclIpc + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SyclIpc").field(&self.implementation().name).finish()
    }
}
