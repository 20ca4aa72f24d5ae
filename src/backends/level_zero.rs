//! Level Zero: the devices that are there, or the software driver.

use super::LEVEL_ZERO;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::Backend;
use ur_ipc_level_zero::{LevelZeroBackend, Options, soft_driver};

/// The profile that runs on the software driver.
const SOFT: &str = "soft";

/// `level-zero`, which the software driver stands in for where there is no device.
pub(super) fn backend() -> Backend {
    Backend {
        name: LEVEL_ZERO.backend,
        description: LEVEL_ZERO.description,
        profiles: vec![(SOFT, "the software driver level-zero-soft in place of loader, driver and GPU")],
        stand_in: Some(SOFT),
        software: false,
        options: Vec::new(),
        make: Arc::new(|request| {
            let mut options = Options::default();
            if request.profile == Some(SOFT) {
                options.loader = Some(soft_driver().map_err(|error| error.to_string())?);
            }
            let backend = LevelZeroBackend::open(&options).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}
