//! The adapter and its platforms, one a driver.

use crate::device::Device;
use crate::level_zero::LevelZero;
use ur_ipc_api::{AdapterBackend, DeviceType};
use ur_ipc_backend_kit::calls::{Platform, PlatformCalls};

impl PlatformCalls for LevelZero {
    const BACKEND: AdapterBackend = AdapterBackend::LEVEL_ZERO;

    fn platforms(&self) -> Vec<Platform> {
        let platform =
            |id, version| Platform { id, name: "Level Zero", vendor: "Intel(R) Corporation", version };
        self.drivers.iter().map(|driver| platform(driver.id, driver.api())).collect()
    }

    fn platform_of(&self, device: &Device) -> usize {
        device.driver.id
    }

    /// Level Zero has UR's kinds in UR's order.
    fn type_of(&self, device: &Device) -> DeviceType {
        let first = level_zero_sys::ze_device_type_t::ZE_DEVICE_TYPE_GPU.0;
        let kind = DeviceType(DeviceType::GPU.0 + device.properties.kind.wrapping_sub(first));
        if (DeviceType::GPU..=DeviceType::VPU).contains(&kind) { kind } else { DeviceType::CUSTOM }
    }
}
