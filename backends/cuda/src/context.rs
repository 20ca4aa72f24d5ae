//! Contexts. CUDA's are the devices' own, so that pointers are good in every context of UR.

use crate::backend::State;
use crate::device::Device;
use std::sync::Arc;
use ur_ipc_backend_kit::calls::{self, ContextCalls, Objects};
use ur_ipc_backend_kit::{Registry, Ur};

/// A set of devices.
pub type Context = calls::Context<State>;

impl Objects for State {
    type Device = Device;
    type NativeContext = ();

    fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    fn contexts(&self) -> &Registry<Context> {
        &self.contexts
    }
}

impl ContextCalls for State {
    fn prepare_device(&self, device: &Device) -> Ur<()> {
        device.activate()?;
        Ok(())
    }

    fn create_context(&self, _devices: &[Arc<Device>]) -> Ur<()> {
        Ok(())
    }
}
