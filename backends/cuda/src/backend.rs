//! The backend: its state, and the entry points that lead into it.

use crate::cuda::{Cuda, MAGIC, State};
use crate::device::Device;
use crate::driver::{self, CudaDriver};
use crate::error::CudaError;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::*;
use ur_ipc_backend_kit::next_id;

/// [`UrIpc`] on the CUDA driver API.
///
/// One adapter, one platform, all devices that the driver shows. Any thread may call; handles are looked up before
/// they are used, so that a wrong one is an error. What still lives when the backend goes is given up with it.
pub struct CudaBackend {
    state: State,
}

impl CudaBackend {
    /// Loads the driver and lists its devices. Contexts on the devices are made when they are first used.
    ///
    /// # Errors
    /// There is no driver, it is too old, or it has no device that works; the error says which.
    pub fn new() -> Result<Self, CudaError> {
        let driver = driver::load()?;
        let mut count = 0;
        // SAFETY: the output is a local variable.
        unsafe { driver.device_get_count(&raw mut count) }
            .map_err(|result| CudaError::CallFailed { call: "cuDeviceGetCount", result })?;
        let devices = (0..count)
            .map(|ordinal| Device::new(driver, ordinal).map(Arc::new))
            .collect::<Result<Vec<_>, _>>()?;
        let cuda_version = cuda_version(driver)?;
        let driver_version = kernel_driver_version().unwrap_or_else(|| cuda_version.clone());
        let cuda = Cuda { platform: next_id(), driver, cuda_version, driver_version };
        Ok(Self { state: State::new(cuda, MAGIC, devices) })
    }
}

/// "13.0" of the library's 13000.
fn cuda_version(driver: &CudaDriver) -> Result<String, CudaError> {
    let mut version = 0;
    // SAFETY: the output is a local variable.
    unsafe { driver.driver_get_version(&raw mut version) }
        .map_err(|result| CudaError::CallFailed { call: "cuDriverGetVersion", result })?;
    Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
}

fn kernel_driver_version() -> Option<String> {
    version_word(&std::fs::read_to_string("/proc/driver/nvidia/version").ok()?)
}

/// The first word that is a dotted number.
fn version_word(text: &str) -> Option<String> {
    let dotted = |word: &&str| {
        word.contains('.') && word.split('.').all(|part| !part.is_empty() && part.parse::<u32>().is_ok())
    };
    text.split_ascii_whitespace().find(dotted).map(str::to_owned)
}

macro_rules! define_entry_points {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        impl UrIpc for CudaBackend {
            fn implementation(&self) -> Implementation {
                Implementation {
                    name: "cuda".to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    details: vec![
                        ("driver".to_owned(), self.state.driver.driver_version.clone()),
                        ("CUDA".to_owned(), self.state.driver.cuda_version.clone()),
                    ],
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

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27", Some("580.65.06"))]
    #[case("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  575.57.08  Release", Some("575.57.08"))]
    #[case("nothing here", None)]
    fn finds_the_version(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(version_word(text).as_deref(), expected);
    }
}
