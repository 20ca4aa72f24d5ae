//! Start-up errors, and the conversion of system errors to result codes.

use std::io;
use ur_ipc_api::UrResult;

/// Why a [`HostBackend`](crate::HostBackend) could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// The kernel, or a sandbox around the process, lacks what sharing is built on.
    #[error("the system does not allow {what}: {source}")]
    MissingFeature {
        /// The operation that was tried.
        what: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// Yama forbids what sharing is built on.
    #[error(
        "processes may not take descriptors from each other here (Yama's ptrace_scope is {scope}): set \
         kernel.yama.ptrace_scope to 0 or 1, or run with CAP_SYS_PTRACE where it is 2"
    )]
    Yama {
        /// The value of `/proc/sys/kernel/yama/ptrace_scope`.
        scope: u8,
    },
    /// No room for device addresses.
    #[error("no address space for the devices: {0}")]
    AddressSpace(io::Error),
}

/// The result of the functions that implement the entry points: the error is the result code.
pub type CallResult<T = ()> = Result<T, UrResult>;

/// The code for a failure of the system while an object is made.
pub fn resources(_: io::Error) -> UrResult {
    UrResult::ERROR_OUT_OF_RESOURCES
}
