//! A SYCL runtime, for the suite of SYCL's extension.

use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, BackendOption, HostDependencies, LibraryDependency};
use ur_ipc_sycl::{Options, SyclBackend};

/// The option's name on the command line.
const SHIM: &str = "sycl-shim";

/// `sycl`.
pub(super) fn backend() -> Backend {
    Backend {
        name: super::SYCL.backend,
        description: super::SYCL.description,
        profiles: Vec::new(),
        fallback_profile: None,
        software: false,
        options: vec![BackendOption {
            flag: SHIM,
            variable: "UR_IPC_CTS_SYCL_SHIM",
            value: "PATH",
            help: "Open this shim of a SYCL runtime, for backend sycl",
            text: false,
        }],
        requires: requires(),
        make: Arc::new(|request| {
            let options = Options::from_values(request.options.get(SHIM));
            let backend = SyclBackend::open(&options).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}

fn requires() -> HostDependencies {
    HostDependencies {
        libraries: vec![LibraryDependency {
            name: "libur_ipc_sycl.so",
            what: "the shim of a SYCL runtime, and that runtime",
            variable: Some("UR_IPC_CTS_SYCL_SHIM"),
            option: Some(SHIM),
            symbols: &["ur_ipc_sycl_abi"],
            advice: "build it with tools/build-sycl-shim.sh, and name its file with --sycl-shim",
            ..LibraryDependency::default()
        }],
        // Which devices there are depends on Unified Runtime's adapters.
        ..HostDependencies::default()
    }
}
