//! The contract, delegated row by row to the core's methods of the same names.

use crate::HostBackend;
use std::ffi::c_void;
use ur_ipc_api::*;

macro_rules! delegate {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        impl UrIpc for HostBackend {
            fn implementation(&self) -> Implementation {
                self.describe()
            }

            fn validates_arguments(&self) -> bool {
                true
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    #[allow(unused_unsafe, reason = "some of the core's methods are safe")]
                    // SAFETY: the caller keeps the contract of this very entry point.
                    let outcome = unsafe { self.core.$name($($arg,)*) };
                    outcome.map_or_else(|code| code, |()| UrResult::SUCCESS)
                }
            )*
        }
    };
}

for_each_entry_point!(delegate);
