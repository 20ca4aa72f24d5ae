//! Start-up errors, with their texts.

use crate::cuda_result::CuResult;

/// Why there is no CUDA backend on this machine.
#[derive(Debug, thiserror::Error)]
pub enum CudaError {
    /// The driver's library cannot be opened.
    #[error(
        "libcuda.so.1 not found: install NVIDIA's driver, or add the folder of the library to LD_LIBRARY_PATH ({0})"
    )]
    LibraryNotFound(String),
    /// The driver is older than this backend needs.
    #[error("libcuda.so.1 lacks {symbol}: {reason}")]
    SymbolMissing {
        /// The function that is missing, by its exact name.
        symbol: &'static str,
        /// The dynamic linker's message.
        reason: String,
    },
    /// A call failed while the devices were listed.
    #[error("{call} failed: {result:?}")]
    CallFailed {
        /// The function of the driver.
        call: &'static str,
        /// Its answer, by CUDA's name.
        result: CuResult,
    },
}
