//! The forwarding layer: a wrapper implements only what it changes.

use super::SyclIpc;
use super::types::*;
use crate::{Implementation, UrIpc, for_each_sycl_function};
use std::sync::Arc;

macro_rules! define_layer {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        /// A wrapper around another implementation. Every method passes its call on to [`inner`](SyclLayer::inner) unless it is
        /// overridden; whatever is a `SyclLayer` is a [`SyclIpc`].
        ///
        /// # Safety
        /// As [`SyclIpc`].
        pub trait SyclLayer: Send + Sync {
            /// The implementation that gets the calls that this layer does not change.
            fn inner(&self) -> &dyn SyclIpc;

            /// As [`SyclIpc::implementation`].
            fn implementation(&self) -> Implementation {
                self.inner().implementation()
            }

            /// As [`SyclIpc::unified_runtime`].
            fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>> {
                self.inner().unified_runtime()
            }

            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("The exception of SYCL's `", $sycl, "`.")]
                ///
                /// # Safety
                /// As [`SyclIpc`].
                unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                    // SAFETY: the caller keeps the contract of this very method of `SyclIpc`.
                    unsafe { self.inner().$name($($arg,)*) }
                }
            )*
        }

        impl<L: SyclLayer> SyclIpc for L {
            fn implementation(&self) -> Implementation {
                SyclLayer::implementation(self)
            }

            fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>> {
                SyclLayer::unified_runtime(self)
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> Result<$out> {
                    // SAFETY: same contract.
                    unsafe { SyclLayer::$name(self, $($arg,)*) }
                }
            )*
        }
    };
}

for_each_sycl_function!(define_layer);
