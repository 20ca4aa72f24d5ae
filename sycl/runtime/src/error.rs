//! Errors of a SYCL runtime that cannot be used.

use std::path::PathBuf;
use ur_ipc_api::sycl::Error;

/// Why a SYCL runtime cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SyclError {
    /// The shim's library cannot be opened.
    #[error(
        "{shim} cannot be opened ({reason}): name the shim in --sycl-shim or UR_IPC_CTS_SYCL_SHIM; tools/build-sycl-shim.sh builds \
         it, and tools/certify-sycl.sh does that and the rest"
    )]
    Shim {
        /// The requested shim.
        shim: PathBuf,
        /// The dynamic linker's message.
        reason: String,
    },
    /// The shim is there, and the runtime that it was built with is not.
    #[error(
        "{shim} cannot be opened ({reason}): it needs the SYCL runtime that it was built with; add the folder of that to \
         LD_LIBRARY_PATH, or run tools/certify-sycl.sh, which fetches one and builds a shim with it"
    )]
    Runtime {
        /// The shim.
        shim: PathBuf,
        /// The dynamic linker's message.
        reason: String,
    },
    /// A function is missing.
    #[error(
        "{shim} lacks {symbol}: it is no shim of this version; build it anew with tools/build-sycl-shim.sh"
    )]
    Symbol {
        /// The library.
        shim: PathBuf,
        /// The missing function.
        symbol: String,
    },
    /// Its functions are those of another version.
    #[error(
        "{shim} has version {found} of the shim's functions, and this program calls version {wanted}: build it anew with \
             tools/build-sycl-shim.sh"
    )]
    Abi {
        /// The library.
        shim: PathBuf,
        /// Its version.
        found: u32,
        /// The version that this crate calls.
        wanted: u32,
    },
    /// The runtime cannot say which devices there are.
    #[error(
        "SYCL cannot list its devices ({0}): it needs Unified Runtime with an adapter, and a driver; ONEAPI_DEVICE_SELECTOR and \
         UR's own variables may leave some out"
    )]
    Devices(Error),
}
