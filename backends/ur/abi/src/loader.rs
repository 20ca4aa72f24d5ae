//! The shape of a loader: its start, and all entry points under UR's names.

use crate::backend::backend;
use crate::entry;
use std::ffi::{c_char, c_void};
use ur_ipc_api::*;

/// The address that stands for a configuration: there is nothing to configure, so any will do.
const CONFIG: usize = 0x10;

/// `urLoaderConfigCreate`
///
/// # Safety
/// As UR's.
#[unsafe(export_name = "urLoaderConfigCreate")]
pub unsafe extern "C" fn loader_config_create(config: *mut *mut c_void) -> UrResult {
    if config.is_null() {
        return UrResult::ERROR_INVALID_NULL_POINTER;
    }
    // SAFETY: not null, and writable as UR demands.
    unsafe { config.write(std::ptr::without_provenance_mut(CONFIG)) };
    UrResult::SUCCESS
}

/// `urLoaderConfigEnableLayer`: there are none.
///
/// # Safety
/// As UR's.
#[unsafe(export_name = "urLoaderConfigEnableLayer")]
pub unsafe extern "C" fn loader_config_enable_layer(_config: *mut c_void, _layer: *const c_char) -> UrResult {
    UrResult::ERROR_LAYER_NOT_PRESENT
}

/// `urLoaderConfigRelease`
///
/// # Safety
/// As UR's.
#[unsafe(export_name = "urLoaderConfigRelease")]
pub unsafe extern "C" fn loader_config_release(_config: *mut c_void) -> UrResult {
    UrResult::SUCCESS
}

/// `urLoaderInit`
///
/// # Safety
/// As UR's.
#[unsafe(export_name = "urLoaderInit")]
pub unsafe extern "C" fn loader_init(_flags: u32, _config: *mut c_void) -> UrResult {
    if backend().is_some() { UrResult::SUCCESS } else { UrResult::ERROR_UNINITIALIZED }
}

macro_rules! define_exports {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// As UR's.
            #[unsafe(export_name = $ur)]
            #[expect(clippy::allow_attributes, reason = "not every signature has many arguments")]
            #[allow(clippy::too_many_arguments, reason = "UR's signatures")]
            pub unsafe extern "C" fn $name($($arg: $ty,)*) -> UrResult {
                // SAFETY: the same contract.
                unsafe { entry::$name($($arg,)*) }
            }
        )*
    };
}

for_each_entry_point!(define_exports);
