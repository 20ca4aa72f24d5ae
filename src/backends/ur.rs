//! Any Unified Runtime build.

use super::UR;
use std::ffi::OsStr;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, BackendOption};
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
        stand_in: None,
        software: false,
        options: vec![
            BackendOption {
                flag: LIBRARY,
                variable: "UR_IPC_CTS_UR_LIBRARY",
                value: "PATH",
                help: "Unified Runtime's loader, for backend ur",
                text: false,
            },
            BackendOption {
                flag: LAYERS,
                variable: "UR_IPC_CTS_UR_LAYERS",
                value: "LIST",
                help: "Its layers, with commas between them, or none",
                text: true,
            },
        ],
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
