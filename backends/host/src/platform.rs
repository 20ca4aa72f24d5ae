//! The adapter, its platform and the devices: entry points.

use crate::backend::Core;
use crate::device::{Device, MEMORY_SIZE};
use crate::error::CallResult;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{
    AdapterBackend, AdapterHandle, AdapterInfo, DeviceHandle, DeviceInfo, DeviceType, PeerInfo,
    PlatformHandle, PlatformInfo, UrResult,
};

/// No driver API stands behind this.
const BACKEND: AdapterBackend = AdapterBackend::UNKNOWN;

/// `UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS`.
const USM_ACCESS: u32 = 1;

impl Core {
    /// The device of a handle.
    pub fn device(&self, handle: DeviceHandle) -> CallResult<Arc<Device>> {
        let found = self.devices.iter().find(|device| device.handle == handle);
        found.cloned().ok_or(UrResult::ERROR_INVALID_DEVICE)
    }

    /// `INVALID_VALUE` unless the device reaches the memory of the one with this identity.
    pub fn require_peer(&self, device: &Device, owner: &[u8; 16]) -> CallResult {
        let known = self.devices.iter().any(|device| device.uuid == *owner);
        let reached = device.uuid == *owner || (self.profile.peer_access && known);
        ensure(reached, UrResult::ERROR_INVALID_VALUE)
    }

    /// # Safety
    /// As [`UrIpc::adapter_get`](ur_ipc_api::UrIpc::adapter_get).
    pub unsafe fn adapter_get(
        &self,
        num_entries: u32,
        adapters: *mut AdapterHandle,
        num_adapters: *mut u32,
    ) -> CallResult {
        // SAFETY: the caller's contract.
        unsafe { list(&[self.adapter], num_entries, adapters, num_adapters) }?;
        if !adapters.is_null() {
            self.adapter_references.fetch_add(1, Ordering::AcqRel);
        }
        Ok(())
    }

    /// # Safety
    /// As [`UrIpc::adapter_get_info`](ur_ipc_api::UrIpc::adapter_get_info).
    pub unsafe fn adapter_get_info(
        &self,
        adapter: AdapterHandle,
        prop_name: AdapterInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([adapter.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(adapter == self.adapter, UrResult::ERROR_INVALID_VALUE)?;
        match prop_name {
            AdapterInfo::BACKEND => answer.number(BACKEND.0),
            AdapterInfo::REFERENCE_COUNT => answer.number(self.adapter_references.load(Ordering::Acquire)),
            AdapterInfo::VERSION => answer.number(1),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// Objects that are left do not stand in the way, and are not touched: they end with the backend.
    ///
    /// # Errors
    /// `INVALID_VALUE` if no reference is left.
    pub fn adapter_release(&self, adapter: AdapterHandle) -> CallResult {
        handles([adapter.address()])?;
        ensure(adapter == self.adapter, UrResult::ERROR_INVALID_VALUE)?;
        let released =
            self.adapter_references
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |references| references.checked_sub(1));
        ensure(released.is_ok(), UrResult::ERROR_INVALID_VALUE)
    }

    /// # Safety
    /// As [`UrIpc::platform_get`](ur_ipc_api::UrIpc::platform_get).
    pub unsafe fn platform_get(
        &self,
        adapter: AdapterHandle,
        num_entries: u32,
        platforms: *mut PlatformHandle,
        num_platforms: *mut u32,
    ) -> CallResult {
        handles([adapter.address()])?;
        ensure(adapter == self.adapter, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: the caller's contract.
        unsafe { list(&[self.platform], num_entries, platforms, num_platforms) }
    }

    /// # Safety
    /// As [`UrIpc::platform_get_info`](ur_ipc_api::UrIpc::platform_get_info).
    pub unsafe fn platform_get_info(
        &self,
        platform: PlatformHandle,
        prop_name: PlatformInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([platform.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(platform == self.platform, UrResult::ERROR_INVALID_PLATFORM)?;
        match prop_name {
            PlatformInfo::NAME => answer.string("Host model"),
            PlatformInfo::VENDOR_NAME => answer.string("ur-ipc-cts"),
            PlatformInfo::VERSION => answer.string(env!("CARGO_PKG_VERSION")),
            PlatformInfo::BACKEND => answer.number(BACKEND.0),
            PlatformInfo::ADAPTER => answer.word(self.adapter.address()),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// # Safety
    /// As [`UrIpc::device_get`](ur_ipc_api::UrIpc::device_get).
    pub unsafe fn device_get(
        &self,
        platform: PlatformHandle,
        device_type: DeviceType,
        num_entries: u32,
        devices: *mut DeviceHandle,
        num_devices: *mut u32,
    ) -> CallResult {
        handles([platform.address()])?;
        ensure(DeviceType::NAMED.contains(&device_type), UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(platform == self.platform, UrResult::ERROR_INVALID_PLATFORM)?;
        let own = matches!(device_type, DeviceType::ALL | DeviceType::DEFAULT | DeviceType::CPU);
        let all: Vec<_> = self.devices.iter().filter(|_| own).map(|device| device.handle).collect();
        // SAFETY: the caller's contract.
        unsafe { list(&all, num_entries, devices, num_devices) }
    }

    pub fn device_retain(&self, device: DeviceHandle) -> CallResult {
        handles([device.address()])?;
        self.device(device).map(drop)
    }

    /// Devices live as long as the backend; their references are not counted.
    pub fn device_release(&self, device: DeviceHandle) -> CallResult {
        handles([device.address()])?;
        self.device(device).map(drop)
    }

    /// # Safety
    /// As [`UrIpc::device_get_info`](ur_ipc_api::UrIpc::device_get_info).
    pub unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        prop_name: DeviceInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([device.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let device = self.device(device)?;
        let profile = &self.profile;
        match prop_name {
            DeviceInfo::TYPE => answer.number(DeviceType::CPU.0),
            DeviceInfo::VENDOR_ID => answer.number(0),
            DeviceInfo::GLOBAL_MEM_SIZE => answer.long(MEMORY_SIZE),
            DeviceInfo::GLOBAL_MEM_FREE => answer.long(device.free_memory()),
            DeviceInfo::NAME => answer.string(&format!("Host device {}", device.index)),
            DeviceInfo::VENDOR => answer.string("ur-ipc-cts"),
            DeviceInfo::DRIVER_VERSION => answer.string(env!("CARGO_PKG_VERSION")),
            DeviceInfo::USM_HOST_SUPPORT | DeviceInfo::USM_DEVICE_SUPPORT => answer.number(USM_ACCESS),
            DeviceInfo::UUID => answer.bytes(&device.uuid),
            DeviceInfo::VIRTUAL_MEMORY_SUPPORT => answer.boolean(profile.virtual_memory),
            DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP => answer.boolean(true),
            DeviceInfo::IPC_MEMORY_SUPPORT_EXP if profile.ipc_queries => answer.boolean(profile.ipc_memory),
            DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP if profile.ipc_queries => {
                answer.boolean(profile.ipc_physical_memory)
            }
            DeviceInfo::IPC_EVENT_SUPPORT_EXP if profile.ipc_queries => {
                answer.boolean(self.shares_events(&device))
            }
            DeviceInfo::TIMESTAMP_RECORDING_SUPPORT_EXP => answer.boolean(profile.profiling),
            DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP => answer.boolean(self.profiles_events(&device)),
            DeviceInfo::USM_P2P_SUPPORT_EXP => answer.boolean(profile.peer_access),
            DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP => answer.boolean(profile.host_task),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// # Errors
    /// `INVALID_OPERATION` if the devices do not reach each other or are one and the same.
    pub fn usm_p2p_enable_peer_access_exp(
        &self,
        command_device: DeviceHandle,
        peer_device: DeviceHandle,
    ) -> CallResult {
        handles([command_device.address(), peer_device.address()])?;
        let reached = self.peers(command_device, peer_device)?;
        ensure(reached && command_device != peer_device, UrResult::ERROR_INVALID_OPERATION)
    }

    /// # Safety
    /// As [`UrIpc::usm_p2p_peer_access_get_info_exp`](ur_ipc_api::UrIpc::usm_p2p_peer_access_get_info_exp).
    pub unsafe fn usm_p2p_peer_access_get_info_exp(
        &self,
        command_device: DeviceHandle,
        peer_device: DeviceHandle,
        prop_name: PeerInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([command_device.address(), peer_device.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let reached = self.peers(command_device, peer_device)?;
        ensure(PeerInfo::NAMED.contains(&prop_name), UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
        answer.number(u32::from(reached))
    }

    fn peers(&self, one: DeviceHandle, other: DeviceHandle) -> CallResult<bool> {
        let (one, other) = (self.device(one)?, self.device(other)?);
        Ok(self.require_peer(&one, &other.uuid).is_ok())
    }
}

/// Answers an enumeration: as many items as there is room for, and how many there are.
///
/// # Safety
/// `items` is null or valid for writes of `num_entries` items, `count` null or valid for a write.
unsafe fn list<T: Copy>(all: &[T], num_entries: u32, items: *mut T, count: *mut u32) -> CallResult {
    if num_entries > 0 {
        pointer(items)?;
    }
    ensure(items.is_null() || num_entries > 0, UrResult::ERROR_INVALID_SIZE)?;
    ensure(!items.is_null() || !count.is_null(), UrResult::ERROR_INVALID_NULL_POINTER)?;
    for (index, item) in all.iter().take(num_entries as usize).enumerate() {
        // SAFETY: not null if there are entries, and the index is below their number.
        unsafe { store(items.add(index), *item) };
    }
    if !count.is_null() {
        // SAFETY: not null, and writable by this function's contract.
        unsafe { store(count, u32::try_from(all.len()).unwrap_or(u32::MAX)) };
    }
    Ok(())
}
