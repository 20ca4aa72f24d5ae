//! The backends that are compiled in.

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
        make: Arc::new(move |profile| match profile {
            Some(profile) => Err(format!("backend '{name}' has no profile '{profile}': it has none")),
            None => constructor()
                .map(|backend| Arc::new(backend) as Arc<dyn UrIpc>)
                .map_err(|error| error.to_string()),
        }),
    }
}

/// The backends selected by cargo features, the embedded default first.
#[must_use]
pub fn built_in_backends() -> Vec<Backend> {
    vec![
        #[cfg(feature = "host")]
        host(),
        #[cfg(feature = "cuda")]
        Backend {
            description: "NVIDIA GPUs, through libcuda.so.1",
            ..backend("cuda", ur_ipc_cuda::CudaBackend::new)
        },
        #[cfg(feature = "ur")]
        Backend {
            description: "a Unified Runtime build, through its C ABI",
            ..backend("ur", ur_ipc_ur::UrBackend::new)
        },
    ]
}

#[cfg(feature = "host")]
fn host() -> Backend {
    use ur_ipc_host::{HostBackend, Profile};
    Backend {
        name: "host",
        description: "software model of the specification; needs no GPU and no driver",
        profiles: Profile::NAMES.to_vec(),
        make: Arc::new(|name| {
            let profile = match name {
                None => Profile::default(),
                Some(name) => Profile::named(name).ok_or_else(|| {
                    let known: Vec<&str> = Profile::NAMES.iter().map(|(name, _)| *name).collect();
                    format!("backend 'host' has no profile '{name}'; there are: {}", known.join(", "))
                })?,
            };
            let backend = HostBackend::new(profile).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}
