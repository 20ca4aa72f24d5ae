//! The host backend as a Unified Runtime loader: its entry points under UR's names, with UR's C signatures. So the
//! `ur` backend is tested on all of the suite where there is no Unified Runtime.
//!
//! `UR_IPC_HOST_PROFILE` chooses the profile, and `UR_IPC_HOST_ADAPTERS` how often its adapter is listed. There are no
//! layers.

mod adapters;

use adapters::Adapters;
use std::ffi::{c_char, c_void};
use std::sync::OnceLock;
use ur_ipc_api::*;
use ur_ipc_host::{HostBackend, Profile};

static BACKEND: OnceLock<Adapters> = OnceLock::new();

/// What stands for a configuration: there is nothing to configure, so any address will do.
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
    if BACKEND.get().is_some() {
        return UrResult::SUCCESS;
    }
    let name = std::env::var("UR_IPC_HOST_PROFILE").unwrap_or_else(|_| "default".to_owned());
    let Some(profile) = Profile::named(&name) else {
        return UrResult::ERROR_INVALID_VALUE;
    };
    let Ok(count) = std::env::var("UR_IPC_HOST_ADAPTERS").map_or(Ok(1), |number| number.parse()) else {
        return UrResult::ERROR_INVALID_VALUE;
    };
    match HostBackend::new(profile) {
        Ok(host) => {
            // Another thread may have been faster; then its backend is the one.
            let _ = BACKEND.set(Adapters { host, count });
            UrResult::SUCCESS
        }
        Err(_) => UrResult::ERROR_UNINITIALIZED,
    }
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
                match BACKEND.get() {
                    // SAFETY: the caller keeps the contract of this entry point, which is UR's own.
                    Some(backend) => unsafe { UrIpc::$name(backend, $($arg,)*) },
                    None => UrResult::ERROR_UNINITIALIZED,
                }
            }
        )*
    };
}

for_each_entry_point!(define_exports);
