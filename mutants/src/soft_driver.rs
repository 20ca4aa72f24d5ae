//! The software driver of Level Zero, with a backend on it.

use level_zero_sys::Functions;
use ur_ipc_level_zero::{LevelZeroBackend, Options, soft_driver};

/// The Level Zero backend on the software driver, whose entry points `layer` changes.
pub(crate) fn backend(layer: Option<fn(&mut Functions)>) -> Result<LevelZeroBackend, String> {
    let mut options = Options::default();
    options.loader = Some(soft_driver().map_err(|error| error.to_string())?);
    options.layer = layer;
    LevelZeroBackend::open(&options).map_err(|error| error.to_string())
}
