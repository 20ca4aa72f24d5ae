//! Level Zero: the devices that are there, or the software driver.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_harness::Backend;
use ur_ipc_level_zero::{LevelZeroBackend, Options};

/// The profile that runs on the software driver.
const SOFT: &str = "soft";

/// The file name of the software driver.
const SOFT_DRIVER: &str = "liblevel_zero_soft.so";

/// `level-zero`, which the software driver stands in for where there is no device.
pub(super) fn backend() -> Backend {
    Backend {
        name: "level-zero",
        description: "Level Zero devices, through libze_loader.so.1",
        profiles: vec![(SOFT, "the software driver level-zero-soft in place of loader, driver and GPU")],
        stand_in: Some(SOFT),
        options: Vec::new(),
        make: Arc::new(|profile| {
            let mut options = Options::default();
            if profile == Some(SOFT) {
                options.loader = Some(soft_driver()?);
            }
            let backend = LevelZeroBackend::open(&options).map_err(|error| error.to_string())?;
            Ok(Arc::new(backend) as Arc<dyn UrIpc>)
        }),
    }
}

/// The software driver, which cargo leaves beside the libraries of this program, or beside its tests.
fn soft_driver() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let places = [folder.to_path_buf(), folder.join("deps")];
    places.iter().map(|place| place.join(SOFT_DRIVER)).find(|file| file.exists()).ok_or_else(|| {
        format!(
            "the software driver {SOFT_DRIVER} is not beside this program, in {} or {}: build it with `cargo build -p \
             level-zero-soft` and put it there, or name it in LEVEL_ZERO_LOADER and choose the backend level-zero",
            places[0].display(),
            places[1].display()
        )
    })
}
