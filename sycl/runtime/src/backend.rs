//! A SYCL runtime as a backend: its functions, its devices, and what is below.

use crate::aspects;
use crate::error::SyclError;
use crate::listing::Listing;
use crate::options::Options;
use crate::runtime::Runtime;
use crate::unified_runtime::UnifiedRuntime;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::Ur;
use ur_ipc_api::sycl::{Device, Result, SyclIpc};
use ur_ipc_api::*;

/// A SYCL runtime: [`UrIpc::sycl`]. As a [`UrIpc`] it is the Unified Runtime below it, with SYCL's word for what its devices
/// support; or no more than the list of these, where no Unified Runtime with the same devices can be called.
pub struct SyclBackend {
    runtime: Arc<Runtime>,
    below: Below,
}

/// The target of calls that are not SYCL's.
enum Below {
    UnifiedRuntime(Arc<UnifiedRuntime>),
    Listing(Listing),
}

impl SyclBackend {
    /// Opens a shim, with it the runtime, and lists the devices.
    ///
    /// # Errors
    /// [`SyclError`].
    pub fn open(options: &Options) -> std::result::Result<Self, SyclError> {
        let runtime = Arc::new(Runtime::open(&options.shim)?);
        let below = || -> Result<Below> {
            // SAFETY: takes nothing. This has SYCL open its adapters, which are then looked for in the process.
            unsafe { runtime.devices() }?;
            Ok(match runtime.below() {
                Some(below) => Below::UnifiedRuntime(Arc::clone(below)),
                None => Below::Listing(Listing::of(&runtime)?),
            })
        };
        let below = below().map_err(SyclError::Devices)?;
        Ok(Self { runtime, below })
    }

    /// The answer to a query of a device of the Unified Runtime below, if it is SYCL's to give.
    fn of_sycl(&self, handle: DeviceHandle, info: DeviceInfo) -> Option<Ur<bool>> {
        let Below::UnifiedRuntime(below) = &self.below else { return None };
        let place = below.devices.iter().position(|device| *device == handle)?;
        aspects::answer(&self.runtime, Device(u32::try_from(place).ok()?), info)
    }
}

impl Layer for SyclBackend {
    fn inner(&self) -> &dyn UrIpc {
        match &self.below {
            Below::UnifiedRuntime(below) => &*below.ur,
            Below::Listing(listing) => listing,
        }
    }

    fn implementation(&self) -> Implementation {
        self.runtime.implementation()
    }

    fn sycl(&self) -> Option<Arc<dyn SyclIpc>> {
        Some(Arc::clone(&self.runtime) as Arc<dyn SyclIpc>)
    }

    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        match self.of_sycl(device, name) {
            // SAFETY: the caller's.
            None => unsafe { self.inner().device_get_info(device, name, size, value, size_ret) },
            Some(supported) => {
                // SAFETY: the caller's.
                let out = unsafe { InfoOut::new(size, value, size_ret) };
                let answered = out.and_then(|out| out.boolean(supported?));
                answered.err().unwrap_or(UrResult::SUCCESS)
            }
        }
    }
}
