//! Contexts.

use crate::device::Device;
use crate::level_zero::LevelZero;
use crate::native_context::NativeContext;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::ContextCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};

impl ContextCalls for LevelZero {
    fn create_context(&self, devices: &[Arc<Device>]) -> Ur<Arc<NativeContext>> {
        let driver = &devices[0].driver;
        let one_driver = devices.iter().all(|device| device.driver.id == driver.id);
        ensure(one_driver, UrResult::ERROR_INVALID_DEVICE)?;
        let native = NativeContext::new(driver, devices.iter().map(|device| device.native)).map_err(ur)?;
        Ok(Arc::new(native))
    }
}
