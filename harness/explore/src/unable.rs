//! Reasons why no program can run.

use thiserror::Error;
use ur_ipc_model::Process;

/// Why nothing can be run. None of it says anything of the backend's calls.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unable {
    /// The system gives no process, for this reason.
    #[error("no process can be started: {0}")]
    NoProcess(String),
    /// A process cannot open the device, for this reason.
    #[error("the device cannot be opened: {0}")]
    NoDevice(String),
    /// The machine has too little of something.
    #[error("{lacked}; with that: {how}")]
    Lacking {
        /// The missing resource, and advice.
        lacked: String,
        /// The failure that came with it.
        how: String,
    },
    /// A process itself goes wrong at what it is told.
    #[error("process {process} cannot do its steps: {why}")]
    Steps {
        /// The process.
        process: Process,
        /// The reason that it gives.
        why: String,
    },
}
