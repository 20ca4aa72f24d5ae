//! The backends that are compiled in.

#[cfg(feature = "host")]
mod broken;
#[cfg(feature = "cuda")]
mod cuda;
#[cfg(feature = "host")]
mod host;
#[cfg(feature = "level-zero")]
mod level_zero;
#[cfg(feature = "sycl")]
mod sycl;
#[cfg(feature = "ur")]
mod ur;

use std::fmt::Display;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, Elsewhere, HostDependencies, NotBuilt, Subject};

const HOST: NotBuilt = NotBuilt {
    backend: "host",
    description: "software model of the specification; needs no GPU and no driver",
    feature: "host",
};
const CUDA: NotBuilt =
    NotBuilt { backend: "cuda", description: "NVIDIA GPUs, through libcuda.so.1", feature: "cuda" };
const LEVEL_ZERO: NotBuilt = NotBuilt {
    backend: "level-zero",
    description: "Level Zero devices, through libze_loader.so.1",
    feature: "level-zero",
};
const UR: NotBuilt =
    NotBuilt { backend: "ur", description: "a Unified Runtime build, through its C ABI", feature: "ur" };
#[cfg(feature = "sycl-suite")]
const SYCL: NotBuilt =
    NotBuilt { backend: "sycl", description: "a SYCL runtime, through a shim in C++", feature: "sycl" };

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
        fallback_profile: None,
        software: false,
        options: Vec::new(),
        requires: HostDependencies::default(),
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
        cuda::backend(),
        #[cfg(feature = "level-zero")]
        level_zero::backend(),
        #[cfg(feature = "ur")]
        ur::backend(),
    ]
}

/// Those for the suite of SYCL's extension: the same, with the Rust layer over them, and SYCL runtimes.
#[cfg(feature = "sycl-suite")]
#[must_use]
pub fn sycl_backends() -> Vec<Backend> {
    let all = built_in_backends();
    #[cfg(feature = "sycl")]
    let all = all.into_iter().chain([sycl::backend()]).collect();
    all
}

/// The backends that cargo features select, and whether this is one of these builds.
const BY_FEATURE: [(NotBuilt, bool); 4] = [
    (HOST, cfg!(feature = "host")),
    (CUDA, cfg!(feature = "cuda")),
    (LEVEL_ZERO, cfg!(feature = "level-zero")),
    (UR, cfg!(feature = "ur")),
];

/// Those that were not built in. A program that has none of the built-in backends on purpose lacks none.
pub(crate) fn not_built(backends: &[Backend]) -> Vec<NotBuilt> {
    lacking(&BY_FEATURE, backends)
}

/// The same for the program of SYCL's extension.
#[cfg(feature = "sycl-suite")]
pub(crate) fn sycl_not_built(backends: &[Backend]) -> Vec<NotBuilt> {
    let sycl = (SYCL, cfg!(feature = "sycl"));
    lacking(&[&BY_FEATURE[..], &[sycl]].concat(), backends)
}

/// Those of the program of SYCL's extension alone, unless this program has none of the built-in ones on purpose.
pub(crate) fn elsewhere(backends: &[Backend]) -> Vec<Elsewhere> {
    let built_in = |backend: &Backend| BY_FEATURE.iter().any(|(known, _)| known.backend == backend.name);
    let sycl = Elsewhere { backend: "sycl", program: Subject::SYCL.program, page: "docs/guide/sycl.md" };
    if backends.iter().any(built_in) { vec![sycl] } else { Vec::new() }
}

fn lacking(known: &[(NotBuilt, bool)], backends: &[Backend]) -> Vec<NotBuilt> {
    let built_in = |name: &str| known.iter().any(|(known, _)| known.backend == name);
    if !backends.is_empty() && !backends.iter().any(|backend| built_in(backend.name)) {
        return Vec::new();
    }
    known.iter().filter(|(_, here)| !here).map(|(known, _)| *known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_backend_is_built_in_or_left_out() {
        let built_in = built_in_backends();
        let mut names: Vec<&str> = built_in.iter().map(|backend| backend.name).collect();
        names.extend(not_built(&built_in).iter().map(|known| known.backend));
        names.sort_unstable();
        assert_eq!(names, ["cuda", "host", "level-zero", "ur"]);
    }

    #[cfg(feature = "sycl-suite")]
    #[test]
    fn the_program_for_sycl_has_one_more() {
        let built_in = sycl_backends();
        let mut names: Vec<&str> = built_in.iter().map(|backend| backend.name).collect();
        names.extend(sycl_not_built(&built_in).iter().map(|known| known.backend));
        names.sort_unstable();
        assert_eq!(names, ["cuda", "host", "level-zero", "sycl", "ur"]);
    }

    #[test]
    fn a_third_partys_program_lacks_nothing() {
        let own = backend("mine", || Err::<ur_ipc_host::HostBackend, _>("never made"));
        assert_eq!(not_built(&[own]), []);
    }
}
