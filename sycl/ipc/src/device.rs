//! Devices.

use crate::aspect::Aspect;
use crate::error::{Function, Result};
use crate::info;
use crate::platform::Platform;
use ur_ipc_api::{DeviceHandle, DeviceInfo, UrBool, UrIpc};

/// `sycl::device`: a device of a [`Platform`].
///
/// Cheap to clone, and any thread may use it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "sycl::device")]
pub struct Device {
    platform: Platform,
    handle: DeviceHandle,
}

impl Device {
    pub(crate) fn new(platform: Platform, handle: DeviceHandle) -> Self {
        Self { platform, handle }
    }

    /// Unified Runtime's handle, for calls that this crate has not; it stays this value's own.
    #[must_use]
    #[doc(alias = "get_native")]
    pub fn ur_handle(&self) -> DeviceHandle {
        self.handle
    }

    pub(crate) fn ur(&self) -> &dyn UrIpc {
        self.platform.ur()
    }

    /// `device::has`: whether the device has an aspect, by `urDeviceGetInfo`. What it does not know it has not.
    #[must_use]
    #[doc(alias = "device::has")]
    pub fn has(&self, aspect: Aspect) -> bool {
        self.answers_yes(aspect.info())
    }

    pub(crate) fn answers_yes(&self, name: DeviceInfo) -> bool {
        let answer = info::value::<UrBool>(Function("device::has"), "urDeviceGetInfo", |size, value, ret| {
            // SAFETY: the device is live; the place has this many bytes.
            unsafe { self.ur().device_get_info(self.handle, name, size, value, ret) }
        });
        answer == Ok(1)
    }

    /// `errc::feature_not_supported` unless the device has an aspect.
    pub(crate) fn require(&self, function: Function, aspect: Aspect) -> Result<()> {
        if self.has(aspect) {
            return Ok(());
        }
        Err(function.not_supported(format!("the device does not have {}", aspect.name())))
    }

    /// `device::get_info<info::device::name>`, by `urDeviceGetInfo`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    pub fn name(&self) -> Result<String> {
        info::text(Function("device::get_info"), "urDeviceGetInfo", |size, value, ret| {
            // SAFETY: the device is live; the place has this many bytes.
            unsafe { self.ur().device_get_info(self.handle, DeviceInfo::NAME, size, value, ret) }
        })
    }

    /// `device::get_info<info::device::driver_version>`, by `urDeviceGetInfo`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    pub fn driver_version(&self) -> Result<String> {
        info::text(Function("device::get_info"), "urDeviceGetInfo", |size, value, ret| {
            // SAFETY: the device is live; the place has this many bytes.
            unsafe { self.ur().device_get_info(self.handle, DeviceInfo::DRIVER_VERSION, size, value, ret) }
        })
    }

    /// `device::get_platform`.
    #[must_use]
    pub fn get_platform(&self) -> &Platform {
        &self.platform
    }
}
