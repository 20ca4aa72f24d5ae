//! Errors of a Unified Runtime build that cannot be used.

use std::path::PathBuf;
use ur_ipc_api::UrResult;

/// Why a Unified Runtime build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UrError {
    /// The loader's library cannot be opened.
    #[error(
        "{library} cannot be opened: install Unified Runtime, or name its loader in --ur-library or UR_IPC_CTS_UR_LIBRARY ({reason})"
    )]
    Library {
        /// The requested library.
        library: PathBuf,
        /// The dynamic linker's message.
        reason: String,
    },
    /// A function without which nothing works is missing.
    #[error("{library} lacks {symbol}: it is no Unified Runtime loader")]
    NotALoader {
        /// The library.
        library: PathBuf,
        /// The missing function.
        symbol: &'static str,
    },
    /// A layer cannot be enabled.
    #[error(
        "layer '{layer}' cannot be enabled: {result}; name the layers to use in --ur-layers or UR_IPC_CTS_UR_LAYERS, or say none"
    )]
    Layer {
        /// Its name.
        layer: String,
        /// The loader's answer.
        result: UrResult,
    },
    /// The loader works, and has nothing to pass calls on to.
    #[error("{library} lists no adapter: {why}")]
    NoAdapter {
        /// The library.
        library: PathBuf,
        /// The state of the adapters that it looks for.
        why: String,
    },
    /// A call of the start-up failed.
    #[error("{call} failed with {result}")]
    StartUp {
        /// The entry point.
        call: &'static str,
        /// The result of that call.
        result: UrResult,
    },
}
