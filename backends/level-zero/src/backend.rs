//! The backend: its state, and the entry points that lead into it.

use crate::device::Device;
use crate::driver::Driver;
use crate::error::LevelZeroError;
use crate::lane::Lanes;
use crate::level_zero::{LevelZero, MAGIC, State};
use crate::loader::{Loader, Options};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::*;

/// [`UrIpc`] on Level Zero.
///
/// One adapter, a platform for each driver of GPUs, all devices that these show. Any thread may call; handles are
/// looked up before they are used, so that a wrong one is an error. What still lives when the backend goes is given up
/// with it.
pub struct LevelZeroBackend {
    state: State,
}

/// Version 1.6 of the specification is the first by which an immediate command list can be waited for.
const NEEDED_MINOR: u32 = 6;

impl LevelZeroBackend {
    /// Opens the loader that the environment or the system names, and lists its drivers and their devices.
    ///
    /// # Errors
    /// There is no loader, it is too old, or it has no driver or no device; the error says what to do.
    pub fn new() -> Result<Self, LevelZeroError> {
        Self::open(&Options::default())
    }

    /// As [`new`](Self::new), with options.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn open(options: &Options) -> Result<Self, LevelZeroError> {
        let loader = Loader::open(options)?;
        let mut drivers = loader
            .drivers
            .iter()
            .map(|native| Driver::new(&loader, native.0).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(newest) = drivers.iter().max_by_key(|driver| driver.api_version)
            && !newest.implements(NEEDED_MINOR)
        {
            return Err(LevelZeroError::DriverTooOld { version: newest.api() });
        }
        drivers.retain(|driver| driver.implements(NEEDED_MINOR));
        let mut devices = Vec::new();
        for driver in &drivers {
            let found = driver
                .devices()
                .map_err(|result| LevelZeroError::CallFailed { call: "zeDeviceGet", result })?;
            for native in found {
                devices.push(Arc::new(Device::new(driver, native)?));
            }
        }
        if devices.is_empty() {
            return Err(LevelZeroError::NoDevice { loader: loader.path() });
        }
        let level_zero = LevelZero { lanes: Lanes::default(), drivers, loader };
        Ok(Self { state: State::new(level_zero, MAGIC, devices) })
    }
}

impl LevelZeroBackend {
    /// The loader, the drivers, and what loader, drivers and devices lack.
    fn details(&self) -> Vec<(String, String)> {
        let LevelZero { loader, drivers, .. } = &self.state.driver;
        let mut details = vec![("loader".to_owned(), loader.path().display().to_string())];
        if let Some(version) = loader.extras.version() {
            details.push(("loader version".to_owned(), version));
        }
        for driver in drivers {
            details.push(("driver".to_owned(), driver.version.clone()));
            details.push(("Level Zero".to_owned(), driver.api()));
        }
        let missing = loader.missing();
        if !missing.is_empty() {
            details.push(("missing in the loader".to_owned(), missing.join(", ")));
        }
        for device in &self.state.devices {
            for (feature, found) in device.capabilities().named() {
                if let Err(reason) = found {
                    details.push((format!("{}: no {feature}", device.properties.name), reason.clone()));
                }
            }
            for failure in &device.capabilities().failures {
                details.push((format!("{}: failed in a probe", device.properties.name), failure.clone()));
            }
        }
        details
    }
}

macro_rules! define_entry_points {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        impl UrIpc for LevelZeroBackend {
            fn implementation(&self) -> Implementation {
                Implementation {
                    name: "level-zero".to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    details: self.details(),
                }
            }

            fn validates_arguments(&self) -> bool {
                true
            }

            $(
                unsafe fn $name(&self, $($arg: $ty,)*) -> UrResult {
                    // SAFETY: the caller keeps the contract of this very method.
                    unsafe { self.state.$name($($arg,)*) }.err().unwrap_or(UrResult::SUCCESS)
                }
            )*
        }
    };
}

for_each_entry_point!(define_entry_points);
