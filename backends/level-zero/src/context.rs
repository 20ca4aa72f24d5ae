//! Contexts.

use crate::backend::State;
use crate::device::Device;
use crate::native_context::NativeContext;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::Registry;
use ur_ipc_backend_kit::calls::{self, ContextCalls, Objects};
use ur_ipc_backend_kit::checks::{Ur, ensure};

/// A set of devices of one driver.
pub type Context = calls::Context<State>;

impl Objects for State {
    type Device = Device;
    type NativeContext = Arc<NativeContext>;

    fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    fn contexts(&self) -> &Registry<Context> {
        &self.contexts
    }

    /// Queues may keep what was released for commands that are done.
    fn reap(&self) {
        self.lanes.reap();
    }
}

impl ContextCalls for State {
    fn create_context(&self, devices: &[Arc<Device>]) -> Ur<Arc<NativeContext>> {
        let driver = &devices[0].driver;
        let one_driver = devices.iter().all(|device| device.driver.id == driver.id);
        ensure(one_driver, UrResult::ERROR_INVALID_DEVICE)?;
        let native = NativeContext::new(driver, devices.iter().map(|device| device.native)).map_err(ur)?;
        Ok(Arc::new(native))
    }
}
