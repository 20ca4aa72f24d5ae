//! The functions of a loader, by UR's names.

use crate::error::UrError;
use libloading::Library;
use std::ffi::{c_char, c_void};
use std::path::Path;
use ur_ipc_api::*;

/// `ur_loader_config_handle_t`.
type LoaderConfig = *mut c_void;

/// The functions that start the loader. These are no entry points of the contract: a backend is made by its
/// constructor.
pub(crate) struct StartUp {
    pub(crate) config_create: unsafe extern "C" fn(*mut LoaderConfig) -> UrResult,
    pub(crate) config_enable_layer: unsafe extern "C" fn(LoaderConfig, *const c_char) -> UrResult,
    pub(crate) config_release: unsafe extern "C" fn(LoaderConfig) -> UrResult,
    pub(crate) init: unsafe extern "C" fn(u32, LoaderConfig) -> UrResult,
}

impl StartUp {
    pub(crate) fn find(library: &Library, path: &Path) -> Result<Self, UrError> {
        /// A function of this name, of the type that the place demands.
        fn get<F: Copy>(library: &Library, path: &Path, symbol: &'static str) -> Result<F, UrError> {
            // SAFETY: the types of the fields are those of UR's header for these names.
            unsafe { library.get::<F>(symbol.as_bytes()) }
                .map(|found| *found)
                .map_err(|_| UrError::NotALoader { library: path.to_owned(), symbol })
        }
        Ok(Self {
            config_create: get(library, path, "urLoaderConfigCreate")?,
            config_enable_layer: get(library, path, "urLoaderConfigEnableLayer")?,
            config_release: get(library, path, "urLoaderConfigRelease")?,
            init: get(library, path, "urLoaderInit")?,
        })
    }
}

macro_rules! define_functions {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        /// The entry points of the contract that a library has.
        pub(crate) struct Functions {
            $(pub(crate) $name: Option<unsafe extern "C" fn($($ty,)*) -> UrResult>,)*
        }

        impl Functions {
            pub(crate) fn find(library: &Library) -> Self {
                Self {
                    $(
                        // SAFETY: the type is that of UR's header for this name (see the table of the contract).
                        $name: unsafe { library.get(concat!($ur, "\0").as_bytes()) }.ok().map(|found| *found),
                    )*
                }
            }

            /// UR's names of those that the library lacks.
            pub(crate) fn missing(&self) -> Vec<&'static str> {
                let all = [$(($ur, self.$name.is_none()),)*];
                all.into_iter().filter_map(|(name, missing)| missing.then_some(name)).collect()
            }
        }
    };
}

for_each_entry_point!(define_functions);
