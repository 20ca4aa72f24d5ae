//! The adapter, its platforms, and their lists of devices.

use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, list, pointer};
use crate::driver::{DeviceFacts, Driver};
use crate::state::State;
use std::ffi::c_void;
use ur_ipc_api::{
    AdapterBackend, AdapterHandle, AdapterInfo, DeviceHandle, DeviceType, PlatformHandle, PlatformInfo,
    UrResult,
};

/// Unified Runtime tells its adapters for one driver apart by their versions, 1 and 2 for Level Zero: what is known of those
/// is not about this one.
const ADAPTER_VERSION: u32 = 1000;

/// The identity of a platform.
pub struct Platform {
    /// UR's handle.
    pub id: usize,
    /// Name.
    pub name: &'static str,
    /// Name of its vendor.
    pub vendor: &'static str,
    /// Version of the driver's interface.
    pub version: String,
}

/// The part of a driver that the calls on adapter and platforms need. There is one adapter.
pub trait PlatformCalls: Driver {
    /// The kind of the adapter.
    const BACKEND: AdapterBackend;

    /// The platforms.
    fn platforms(&self) -> Vec<Platform>;

    /// UR's handle of the platform of a device.
    fn platform_of(&self, device: &Self::Device) -> usize;

    /// The type of a device.
    fn type_of(&self, device: &Self::Device) -> DeviceType;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: PlatformCalls> State<D> {
    /// The platform of a handle.
    ///
    /// # Errors
    /// `INVALID_PLATFORM`.
    fn platform(&self, handle: PlatformHandle) -> Ur<Platform> {
        let found = self.driver.platforms().into_iter().find(|platform| platform.id == handle.address());
        found.ok_or(UrResult::ERROR_INVALID_PLATFORM)
    }

    /// `urLoaderTearDown`
    pub unsafe fn loader_tear_down(&self) -> Ur<()> {
        Ok(())
    }

    /// `urAdapterGet`
    pub unsafe fn adapter_get(
        &self,
        num_entries: u32,
        adapters: *mut AdapterHandle,
        num_adapters: *mut u32,
    ) -> Ur<()> {
        ensure(num_entries != 0 || adapters.is_null(), UrResult::ERROR_INVALID_SIZE)?;
        // SAFETY: the caller's outputs are null or as large as said.
        unsafe { list(&[AdapterHandle::from_address(self.adapter)], num_entries, adapters, num_adapters) };
        Ok(())
    }

    /// `urAdapterGetInfo`
    pub unsafe fn adapter_get_info(
        &self,
        adapter: AdapterHandle,
        prop_name: AdapterInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([adapter.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(adapter.address() == self.adapter, UrResult::ERROR_INVALID_VALUE)?;
        match prop_name {
            AdapterInfo::BACKEND => out.number(D::BACKEND.0),
            AdapterInfo::REFERENCE_COUNT => out.number(1),
            AdapterInfo::VERSION => out.number(ADAPTER_VERSION),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// `urAdapterRelease`
    pub unsafe fn adapter_release(&self, adapter: AdapterHandle) -> Ur<()> {
        handles([adapter.address()])?;
        ensure(adapter.address() == self.adapter, UrResult::ERROR_INVALID_VALUE)
    }

    /// `urPlatformGet`
    pub unsafe fn platform_get(
        &self,
        adapter: AdapterHandle,
        num_entries: u32,
        platforms: *mut PlatformHandle,
        num_platforms: *mut u32,
    ) -> Ur<()> {
        handles([adapter.address()])?;
        ensure(num_entries != 0 || platforms.is_null(), UrResult::ERROR_INVALID_SIZE)?;
        ensure(!platforms.is_null() || !num_platforms.is_null(), UrResult::ERROR_INVALID_VALUE)?;
        ensure(adapter.address() == self.adapter, UrResult::ERROR_INVALID_VALUE)?;
        let found: Vec<PlatformHandle> = self
            .driver
            .platforms()
            .iter()
            .map(|platform| PlatformHandle::from_address(platform.id))
            .collect();
        // SAFETY: the caller's outputs are null or as large as said.
        unsafe { list(&found, num_entries, platforms, num_platforms) };
        Ok(())
    }

    /// `urPlatformGetInfo`
    pub unsafe fn platform_get_info(
        &self,
        platform: PlatformHandle,
        prop_name: PlatformInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([platform.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let platform = self.platform(platform)?;
        match prop_name {
            PlatformInfo::NAME => out.string(platform.name),
            PlatformInfo::VENDOR_NAME => out.string(platform.vendor),
            PlatformInfo::VERSION => out.string(&platform.version),
            PlatformInfo::BACKEND => out.number(D::BACKEND.0),
            PlatformInfo::ADAPTER => out.word(self.adapter),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// `urDeviceGet`
    pub unsafe fn device_get(
        &self,
        platform: PlatformHandle,
        device_type: DeviceType,
        num_entries: u32,
        devices: *mut DeviceHandle,
        num_devices: *mut u32,
    ) -> Ur<()> {
        handles([platform.address()])?;
        ensure(device_type.name().is_some(), UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(num_entries != 0 || devices.is_null(), UrResult::ERROR_INVALID_SIZE)?;
        if num_entries > 0 {
            pointer(devices)?;
        }
        ensure(!devices.is_null() || !num_devices.is_null(), UrResult::ERROR_INVALID_VALUE)?;
        let platform = self.platform(platform)?;
        let any = [DeviceType::DEFAULT, DeviceType::ALL].contains(&device_type);
        let found: Vec<DeviceHandle> = self
            .devices
            .iter()
            .filter(|device| self.driver.platform_of(device) == platform.id)
            .filter(|device| any || self.driver.type_of(device) == device_type)
            .map(|device| DeviceHandle::from_address(device.id()))
            .collect();
        // SAFETY: the caller's outputs are null or as large as said.
        unsafe { list(&found, num_entries, devices, num_devices) };
        Ok(())
    }
}
