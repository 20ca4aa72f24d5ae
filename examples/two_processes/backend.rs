//! Implementations of Unified Runtime, as far as they were compiled in.

use crate::Answer;
use std::sync::Arc;
use ur_ipc_cts::api::UrIpc;

/// What there is.
pub const NAMES: &[&str] = &[
    "host",
    #[cfg(feature = "cuda")]
    "cuda",
    #[cfg(feature = "level-zero")]
    "level-zero",
    #[cfg(feature = "level-zero")]
    "level-zero@soft",
    #[cfg(feature = "ur")]
    "ur",
];

/// Opens one by its name.
pub fn open(name: &str) -> Answer<Arc<dyn UrIpc>> {
    match name {
        "host" => Ok(Arc::new(ur_ipc_host::HostBackend::new(ur_ipc_host::Profile::default())?)),
        #[cfg(feature = "cuda")]
        "cuda" => Ok(Arc::new(ur_ipc_cuda::CudaBackend::new()?)),
        #[cfg(feature = "level-zero")]
        "level-zero" => Ok(Arc::new(ur_ipc_level_zero::LevelZeroBackend::new()?)),
        #[cfg(feature = "level-zero")]
        "level-zero@soft" => {
            use ur_ipc_level_zero::{LevelZeroBackend, Options, soft_driver};
            let mut options = Options::default();
            options.loader = Some(soft_driver()?);
            Ok(Arc::new(LevelZeroBackend::open(&options)?))
        }
        #[cfg(feature = "ur")]
        "ur" => {
            let library = std::env::var_os("UR_IPC_CTS_UR_LIBRARY");
            let options = ur_ipc_ur::Options::from_values(library.as_deref(), None);
            Ok(Arc::new(ur_ipc_ur::UrBackend::open(options)?))
        }
        _ => Err(format!("there is no such backend here; there are: {}", NAMES.join(", ")).into()),
    }
}
