//! The forwarding layer: a wrapper implements only what it changes.

use crate::sycl::SyclIpc;
use crate::*;
use std::ffi::c_void;
use std::sync::Arc;

macro_rules! define_layer {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// A wrapper around another implementation. Every method passes its call on to
        /// [`inner`](Layer::inner) unless it is overridden; whatever is a `Layer` is a [`UrIpc`].
        ///
        /// ```
        /// use ur_ipc_api::*;
        ///
        /// /// Closes nothing and says it did.
        /// struct LeakyClose(Box<dyn UrIpc>);
        ///
        /// impl Layer for LeakyClose {
        ///     fn inner(&self) -> &dyn UrIpc {
        ///         &*self.0
        ///     }
        ///     unsafe fn ipc_close_mem_handle_exp(
        ///         &self,
        ///         _context: ContextHandle,
        ///         _mem: *mut std::ffi::c_void,
        ///     ) -> UrResult {
        ///         UrResult::SUCCESS
        ///     }
        /// }
        /// ```
        ///
        /// # Safety
        /// As [`UrIpc`].
        #[expect(clippy::too_many_arguments, reason = "UR's signatures")]
        pub trait Layer: Send + Sync {
            /// The implementation that gets the calls that this layer does not change.
            fn inner(&self) -> &dyn UrIpc;

            /// As [`UrIpc::implementation`].
            fn implementation(&self) -> Implementation {
                self.inner().implementation()
            }

            /// As [`UrIpc::validates_arguments`].
            fn validates_arguments(&self) -> bool {
                self.inner().validates_arguments()
            }

            /// As [`UrIpc::sycl`].
            fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
                self.inner().sycl()
            }

            $(
                $(#[$doc])*
                ///
                /// # Safety
                #[doc = concat!("As UR's `", $ur, "`.")]
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    // SAFETY: the caller keeps the contract of this very method of `UrIpc`.
                    unsafe { self.inner().$name($($arg,)*) }
                }
            )*
        }

        impl<L: Layer> UrIpc for L {
            fn implementation(&self) -> Implementation {
                Layer::implementation(self)
            }

            fn validates_arguments(&self) -> bool {
                Layer::validates_arguments(self)
            }

            fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
                Layer::sycl(self)
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    // SAFETY: same contract.
                    unsafe { Layer::$name(self, $($arg,)*) }
                }
            )*
        }
    };
}

for_each_entry_point!(define_layer);
