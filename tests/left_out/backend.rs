//! The host backend without one entry point.

use std::ffi::c_void;
use ur_ipc_cts::api::*;
use ur_ipc_cts::harness::Backend;
use ur_ipc_host::{HostBackend, Profile};

/// The host backend, of which at most one entry point is left out.
struct Without {
    entry_point: &'static str,
    host: HostBackend,
}

macro_rules! define_backend {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// All entry points, by UR's names.
        pub const ENTRY_POINTS: &[&str] = &[$($ur),*];

        impl UrIpc for Without {
            fn implementation(&self) -> Implementation {
                self.host.implementation()
            }

            fn validates_arguments(&self) -> bool {
                self.host.validates_arguments()
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    if self.entry_point == $ur {
                        return left_out($ur);
                    }
                    // SAFETY: the caller keeps the contract of this very method.
                    unsafe { self.host.$name($($arg,)*) }
                }
            )*
        }
    };
}

for_each_entry_point!(define_backend);

/// The backend that leaves nothing out.
pub const WHOLE: &str = "whole";

/// A backend for each entry point, named after it, which leaves it out, and one that leaves out nothing.
pub fn backends() -> Vec<Backend> {
    let without = |&entry_point: &&'static str| {
        ur_ipc_cts::backend(entry_point, move || {
            let host = HostBackend::new(Profile::default()).map_err(|error| error.to_string())?;
            Ok::<_, String>(Without { entry_point, host })
        })
    };
    ENTRY_POINTS.iter().chain([&WHOLE]).map(without).collect()
}
