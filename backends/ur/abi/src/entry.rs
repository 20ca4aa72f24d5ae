//! The entry points with UR's C signatures. They have no symbol names: if a loader opened this library as its adapter,
//! the linker would prefer the loader's symbols.

use crate::backend::backend;
use std::ffi::c_void;
use ur_ipc_api::*;

macro_rules! define_entry_points {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        $(
            #[expect(clippy::allow_attributes, reason = "not every signature has many arguments")]
            #[allow(clippy::too_many_arguments, reason = "UR's signatures")]
            pub(crate) unsafe extern "C" fn $name($($arg: $ty,)*) -> UrResult {
                match backend() {
                    // SAFETY: the caller keeps the contract of this entry point, which is UR's own.
                    Some(backend) => unsafe { UrIpc::$name(backend, $($arg,)*) },
                    None => UrResult::ERROR_UNINITIALIZED,
                }
            }
        )*

        /// The function of this name; null where the contract has none.
        pub(crate) fn address(name: &str) -> *const c_void {
            match name {
                $($ur => $name as *const c_void,)*
                _ => std::ptr::null(),
            }
        }
    };
}

for_each_entry_point!(define_entry_points);
