//! Contexts. CUDA's are the devices' own, so that pointers are good in every context of UR.

use crate::cuda::Cuda;
use crate::device::Device;
use std::sync::Arc;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::ContextCalls;

impl ContextCalls for Cuda {
    fn prepare_device(&self, device: &Device) -> Ur<()> {
        device.activate()?;
        Ok(())
    }

    fn create_context(&self, _devices: &[Arc<Device>]) -> Ur<()> {
        Ok(())
    }
}
