//! The adapter and its one platform.

use crate::cuda::Cuda;
use crate::device::Device;
use ur_ipc_api::{AdapterBackend, DeviceType};
use ur_ipc_backend_kit::calls::{Platform, PlatformCalls};

impl PlatformCalls for Cuda {
    const BACKEND: AdapterBackend = AdapterBackend::CUDA;

    fn platforms(&self) -> Vec<Platform> {
        vec![Platform {
            id: self.platform,
            name: "NVIDIA CUDA",
            vendor: "NVIDIA Corporation",
            version: format!("CUDA {}", self.cuda_version),
        }]
    }

    fn platform_of(&self, _device: &Device) -> usize {
        self.platform
    }

    fn type_of(&self, _device: &Device) -> DeviceType {
        DeviceType::GPU
    }
}
