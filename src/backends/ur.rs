//! Any Unified Runtime build.

use super::UR;
use std::ffi::OsStr;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, BackendOption, HostDependencies, LibraryDependency};
use ur_ipc_ur::{Options, UrBackend};

/// The profile that reaches the adapters' own checks of arguments.
const NO_LAYERS: &str = "no-layers";

/// The options' names on the command line.
const LIBRARY: &str = "ur-library";
const LAYERS: &str = "ur-layers";

/// `ur`, with its loader's layers or without.
pub(super) fn backend() -> Backend {
    Backend {
        name: UR.backend,
        description: UR.description,
        profiles: vec![(NO_LAYERS, "without UR's parameter validation layer")],
        fallback_profile: None,
        software: false,
        options: vec![
            BackendOption {
                flag: LIBRARY,
                variable: "UR_IPC_CTS_UR_LIBRARY",
                value: "PATH",
                help: "Open this loader of Unified Runtime, for backend ur",
                text: false,
            },
            BackendOption {
                flag: LAYERS,
                variable: "UR_IPC_CTS_UR_LAYERS",
                value: "LIST",
                help: "Enable these layers of the UR loader, with commas between them; `none`: no layer",
                text: true,
            },
        ],
        requires: requires(),
        make: Arc::new(|request| {
            let given = |flag| request.options.get(flag);
            // That it is text is seen to where it is taken.
            let layers = given(LAYERS).and_then(OsStr::to_str);
            let mut options = Options::from_values(given(LIBRARY), layers);
            if request.profile == Some(NO_LAYERS) {
                options.layers.clear();
            }
            let backend = UrBackend::open(options).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}

fn requires() -> HostDependencies {
    let adapter = LibraryDependency {
        optional: true,
        advice: "install it beside the loader, if you want this adapter; UR_ADAPTERS_FORCE_LOAD names others",
        ..LibraryDependency::default()
    };
    HostDependencies {
        libraries: vec![
            LibraryDependency {
                name: "libur_loader.so.0",
                what: "Unified Runtime's loader",
                variable: Some("UR_IPC_CTS_UR_LIBRARY"),
                option: Some(LIBRARY),
                symbols: &["urLoaderInit", "urAdapterGet"],
                advice: "name its file with --ur-library; tools/fetch-ur.sh fetches a build",
                ..LibraryDependency::default()
            },
            LibraryDependency {
                name: "libur_adapter_level_zero_v2.so.0",
                what: "the Level Zero adapter, v2",
                ..adapter
            },
            LibraryDependency {
                name: "libur_adapter_level_zero.so.0",
                what: "the Level Zero adapter, v1",
                ..adapter
            },
            LibraryDependency { name: "libur_adapter_cuda.so.0", what: "the CUDA adapter", ..adapter },
        ],
        // Which devices there are depends on the adapters.
        ..HostDependencies::default()
    }
}
