//! The devices of a SYCL runtime, as Unified Runtime lists devices: for one that no Unified Runtime can be called below.

use crate::aspects;
use crate::runtime::Runtime;
use crate::status::answered;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{Ur, ensure, list};
use ur_ipc_api::sycl::{Device, Result, SyclIpc};
use ur_ipc_api::*;

/// The list. All else is left out.
pub(crate) struct Listing {
    runtime: Arc<Runtime>,
    devices: Vec<Listed>,
}

/// A device in the list, with the number of its platform.
struct Listed {
    device: Device,
    platform: u32,
}

impl Listing {
    pub(crate) fn of(runtime: &Arc<Runtime>) -> Result<Self> {
        let entry = |device| Ok(Listed { device, platform: runtime.platform(device)? });
        let devices = (0..runtime.count()?).map(Device).map(entry).collect::<Result<_>>()?;
        Ok(Self { runtime: Arc::clone(runtime), devices })
    }

    /// A device by its handle: the place in the list, from 1.
    fn device(&self, handle: DeviceHandle) -> Ur<&Listed> {
        let place = handle.address().checked_sub(1).ok_or(UrResult::ERROR_INVALID_NULL_HANDLE)?;
        self.devices.get(place).ok_or(UrResult::ERROR_INVALID_DEVICE)
    }

    /// The first device of a platform, by the handle of the platform or of its adapter: each platform is told with an adapter of
    /// its own, as SYCL does not say which have one in common.
    fn first_of(&self, address: usize) -> Ur<&Listed> {
        let number = address.checked_sub(1).ok_or(UrResult::ERROR_INVALID_NULL_HANDLE)?;
        let is_of = |listed: &&Listed| listed.platform as usize == number;
        self.devices.iter().find(is_of).ok_or(UrResult::ERROR_INVALID_PLATFORM)
    }

    /// The numbers of all platforms, each once.
    fn platforms(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.devices.iter().map(|listed| listed.platform as usize).collect();
        all.dedup();
        all
    }

    fn answer(&self, handle: DeviceHandle, info: DeviceInfo, out: &InfoOut) -> Ur<()> {
        let device = self.device(handle)?.device;
        if let Some(supported) = aspects::answer(&self.runtime, device, info) {
            return out.boolean(supported?);
        }
        match info {
            DeviceInfo::NAME => {
                // SAFETY: the device is one of the runtime's.
                out.string(&answered(unsafe { self.runtime.device_name(device) })?)
            }
            DeviceInfo::DRIVER_VERSION => {
                // SAFETY: as above.
                out.string(&answered(unsafe { self.runtime.device_driver_version(device) })?)
            }
            DeviceInfo::VENDOR => out.string(&text(self.runtime.vendor(device))?),
            DeviceInfo::PCI_ADDRESS => out.string(&text(self.runtime.pci_address(device))?),
            DeviceInfo::UUID => out.bytes(&answered(self.runtime.uuid(device))?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}

/// `ur_backend_t`, by the number of a `sycl::backend`.
fn backend_of(sycl: u32) -> Ur<AdapterBackend> {
    match sycl {
        1 => Ok(AdapterBackend::OPENCL),
        2 => Ok(AdapterBackend::LEVEL_ZERO),
        3 => Ok(AdapterBackend::CUDA),
        6 => Ok(AdapterBackend::HIP),
        7 => Ok(AdapterBackend::NATIVE_CPU),
        8 => Ok(AdapterBackend::OFFLOAD),
        _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
    }
}

/// The version of an adapter, which SYCL does not tell. Of the two for Level Zero, which skiplists tell apart, the second names
/// itself in the name of its platform ("Intel(R) oneAPI Unified Runtime over Level-Zero V2").
fn version_of(backend: AdapterBackend, platform: &str) -> Ur<u32> {
    ensure(backend == AdapterBackend::LEVEL_ZERO, UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
    Ok(if platform.ends_with(" V2") { 2 } else { 1 })
}

fn text(bytes: Result<Vec<u8>>) -> Ur<String> {
    answered(bytes).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn result(outcome: Ur<()>) -> UrResult {
    outcome.err().unwrap_or(UrResult::SUCCESS)
}

impl UrIpc for Listing {
    fn implementation(&self) -> Implementation {
        self.runtime.implementation()
    }

    unsafe fn adapter_get(&self, entries: u32, adapters: *mut AdapterHandle, count: *mut u32) -> UrResult {
        let all: Vec<_> = self.platforms().iter().map(|n| AdapterHandle::from_address(n + 1)).collect();
        // SAFETY: the caller's.
        unsafe { list(&all, entries, adapters, count) };
        UrResult::SUCCESS
    }

    unsafe fn adapter_release(&self, adapter: AdapterHandle) -> UrResult {
        result(self.first_of(adapter.address()).map(drop))
    }

    unsafe fn adapter_get_info(
        &self,
        adapter: AdapterHandle,
        name: AdapterInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let answer = || {
            let first = self.first_of(adapter.address())?.device;
            // SAFETY: the caller's.
            let out = unsafe { InfoOut::new(size, value, size_ret) }?;
            let backend = backend_of(answered(self.runtime.backend(first))?)?;
            match name {
                AdapterInfo::BACKEND => out.number(backend.0),
                AdapterInfo::VERSION => {
                    out.number(version_of(backend, &text(self.runtime.platform_name(first))?)?)
                }
                _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
            }
        };
        result(answer())
    }

    unsafe fn platform_get(
        &self,
        adapter: AdapterHandle,
        entries: u32,
        platforms: *mut PlatformHandle,
        count: *mut u32,
    ) -> UrResult {
        let answer = || {
            self.first_of(adapter.address())?;
            let own = PlatformHandle::from_address(adapter.address());
            // SAFETY: the caller's.
            unsafe { list(&[own], entries, platforms, count) };
            Ok(())
        };
        result(answer())
    }

    unsafe fn platform_get_info(
        &self,
        platform: PlatformHandle,
        name: PlatformInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        let answer = || {
            let first = self.first_of(platform.address())?;
            // SAFETY: the caller's.
            let out = unsafe { InfoOut::new(size, value, size_ret) }?;
            ensure(name == PlatformInfo::NAME, UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
            out.string(&text(self.runtime.platform_name(first.device))?)
        };
        result(answer())
    }

    unsafe fn device_get(
        &self,
        platform: PlatformHandle,
        _device_type: DeviceType,
        entries: u32,
        devices: *mut DeviceHandle,
        count: *mut u32,
    ) -> UrResult {
        let answer = || {
            let of = self.first_of(platform.address())?.platform;
            let own = |place: &usize| self.devices[*place].platform == of;
            let places = (0..self.devices.len()).filter(own);
            let all: Vec<_> = places.map(|place| DeviceHandle::from_address(place + 1)).collect();
            // SAFETY: the caller's.
            unsafe { list(&all, entries, devices, count) };
            Ok(())
        };
        result(answer())
    }

    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: the caller's.
        let out = unsafe { InfoOut::new(size, value, size_ret) };
        result(out.and_then(|out| self.answer(device, name, &out)))
    }
}
