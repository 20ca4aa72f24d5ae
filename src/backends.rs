//! The backends that are compiled in.

#[cfg(feature = "host")]
mod host;
#[cfg(feature = "level-zero")]
mod level_zero;
#[cfg(feature = "ur")]
mod ur;

use std::fmt::Display;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::Backend;

/// A backend from its constructor, for [`conformance`](crate::conformance) and [`command`](crate::command).
pub fn backend<B, E>(
    name: &'static str,
    constructor: impl Fn() -> Result<B, E> + Send + Sync + 'static,
) -> Backend
where
    B: UrIpc + 'static,
    E: Display,
{
    Backend {
        name,
        description: "",
        profiles: Vec::new(),
        stand_in: None,
        software: false,
        options: Vec::new(),
        make: Arc::new(move |_| {
            constructor()
                .map(|backend| Arc::new(backend) as Arc<dyn UrIpc>)
                .map_err(|error| error.to_string())
        }),
    }
}

/// The backends selected by cargo features, the embedded default first.
#[must_use]
pub fn built_in_backends() -> Vec<Backend> {
    vec![
        #[cfg(feature = "host")]
        host::backend(),
        #[cfg(feature = "cuda")]
        Backend {
            description: "NVIDIA GPUs, through libcuda.so.1",
            ..backend("cuda", ur_ipc_cuda::CudaBackend::new)
        },
        #[cfg(feature = "level-zero")]
        level_zero::backend(),
        #[cfg(feature = "ur")]
        ur::backend(),
    ]
}
