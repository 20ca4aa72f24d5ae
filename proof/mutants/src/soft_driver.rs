//! The software driver of Level Zero, with a backend on it.

use crate::layer::driver::{Hooks, layer};
use ur_ipc_level_zero::{LevelZeroBackend, Options, soft_driver};

/// The Level Zero backend on the software driver, with the defect that does this between the two.
pub(crate) fn backend(hooks: Option<&'static Hooks>) -> Result<LevelZeroBackend, String> {
    let mut options = Options::default();
    options.loader = Some(soft_driver().map_err(|error| error.to_string())?);
    options.layer = hooks.map(layer);
    LevelZeroBackend::open(&options).map_err(|error| error.to_string())
}
