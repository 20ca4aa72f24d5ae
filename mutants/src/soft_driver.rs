//! The software driver of Level Zero, with a backend on it.

use level_zero_sys::Functions;
use std::env;
use std::path::{Path, PathBuf};
use ur_ipc_level_zero::{LevelZeroBackend, Options};

const FILE: &str = "liblevel_zero_soft.so";

/// The Level Zero backend on the software driver, whose entry points `layer` changes.
pub(crate) fn backend(layer: Option<fn(&mut Functions)>) -> Result<LevelZeroBackend, String> {
    let mut options = Options::default();
    options.loader = Some(file()?);
    options.layer = layer;
    LevelZeroBackend::open(&options).map_err(|error| error.to_string())
}

/// The driver, which cargo leaves beside the libraries of this program.
fn file() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let places = [folder.join("deps"), folder.to_path_buf()];
    let found = places.iter().map(|place| place.join(FILE)).find(|file| file.exists());
    found.ok_or_else(|| format!("{FILE} is not beside this program, in {}", folder.display()))
}
