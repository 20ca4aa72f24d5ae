//! Level Zero: the devices of this machine, or the software driver.

use super::LEVEL_ZERO;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::{Backend, HostDependencies, LibraryDependency, NodeDependency};
use ur_ipc_level_zero::{LevelZeroBackend, LevelZeroError, Options, soft_driver};

/// The profile that runs on the software driver.
const SOFT: &str = "soft";

/// `level-zero`, which the software driver stands in for where there is no device.
pub(super) fn backend() -> Backend {
    Backend {
        name: LEVEL_ZERO.backend,
        description: LEVEL_ZERO.description,
        profiles: vec![(SOFT, "the software driver level-zero-soft in place of loader, driver and GPU")],
        fallback_profile: Some(SOFT),
        software: false,
        options: Vec::new(),
        requires: requires(),
        make: Arc::new(|request| {
            let mut options = Options::default();
            if request.profile == Some(SOFT) {
                options.loader = Some(soft_driver().map_err(|error| error.to_string())?);
            }
            let backend = LevelZeroBackend::open(&options).map_err(|error| match error {
                LevelZeroError::NoDriver { result, .. } if options.loader.is_some() => {
                    format!("the software driver does not start ({result}): mend the LEVEL_ZERO_SOFT_* variable that it names")
                }
                error => error.to_string(),
            })?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}

fn requires() -> HostDependencies {
    let driver = LibraryDependency { optional: true, ..LibraryDependency::default() };
    HostDependencies {
        libraries: vec![
            LibraryDependency {
                name: "libze_loader.so.1",
                what: "Level Zero's loader",
                variable: Some("LEVEL_ZERO_LOADER"),
                symbols: &["zeDriverGet"],
                advice: "install it (package libze1 on Debian and Ubuntu, oneapi-level-zero on Fedora, level-zero-loader on \
                         Arch Linux), or name its file in LEVEL_ZERO_LOADER",
                ..LibraryDependency::default()
            },
            LibraryDependency {
                name: "libze_intel_gpu.so.1",
                what: "Intel's driver for GPUs",
                advice: "for an Intel GPU install it (package libze-intel-gpu1, or intel-level-zero-gpu)",
                ..driver
            },
        ],
        nodes: vec![NodeDependency {
            path: "/dev/dri/renderD*",
            what: "a GPU",
            optional: false,
            advice: "load the kernel's driver (i915 or xe), or hand /dev/dri to the container",
        }],
        descriptors: true,
    }
}
