//! Adapter, platform, and the list of devices.

use crate::backend::State;
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::info::InfoOut;
use std::ffi::c_void;
use ur_ipc_api::{
    AdapterHandle, AdapterInfo, DeviceHandle, DeviceType, PlatformHandle, PlatformInfo, UrResult,
};

/// `UR_BACKEND_CUDA`
const BACKEND_CUDA: u32 = 3;

/// Writes a list and its length where they are asked for.
///
/// # Safety
/// `list` is null or writable for `capacity` elements, `count` null or writable.
unsafe fn list<T: Copy>(found: &[T], capacity: u32, list: *mut T, count: *mut u32) {
    if !list.is_null() {
        for (index, item) in found.iter().take(capacity as usize).enumerate() {
            // SAFETY: below the capacity.
            unsafe { store(list.add(index), *item) };
        }
    }
    if !count.is_null() {
        // SAFETY: not null, so writable.
        unsafe { store(count, found.len() as u32) };
    }
}

impl State {
    pub unsafe fn loader_tear_down(&self) -> Ur<()> {
        Ok(())
    }

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
            AdapterInfo::BACKEND => out.number(BACKEND_CUDA),
            AdapterInfo::REFERENCE_COUNT | AdapterInfo::VERSION => out.number(1),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    pub unsafe fn adapter_release(&self, adapter: AdapterHandle) -> Ur<()> {
        handles([adapter.address()])?;
        ensure(adapter.address() == self.adapter, UrResult::ERROR_INVALID_VALUE)
    }

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
        // SAFETY: the caller's outputs are null or as large as said.
        unsafe {
            list(&[PlatformHandle::from_address(self.platform)], num_entries, platforms, num_platforms)
        };
        Ok(())
    }

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
        ensure(platform.address() == self.platform, UrResult::ERROR_INVALID_PLATFORM)?;
        match prop_name {
            PlatformInfo::NAME => out.string("NVIDIA CUDA"),
            PlatformInfo::VENDOR_NAME => out.string("NVIDIA Corporation"),
            PlatformInfo::VERSION => out.string(&format!("CUDA {}", self.cuda_version)),
            PlatformInfo::BACKEND => out.number(BACKEND_CUDA),
            PlatformInfo::ADAPTER => out.word(self.adapter),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

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
        ensure(platform.address() == self.platform, UrResult::ERROR_INVALID_PLATFORM)?;
        let wanted = [DeviceType::DEFAULT, DeviceType::ALL, DeviceType::GPU].contains(&device_type);
        let found: Vec<DeviceHandle> = self
            .devices
            .iter()
            .filter(|_| wanted)
            .map(|device| DeviceHandle::from_address(device.id))
            .collect();
        // SAFETY: the caller's outputs are null or as large as said.
        unsafe { list(&found, num_entries, devices, num_devices) };
        Ok(())
    }
}
