//! Physical memory between processes.

use crate::device::Device;
use crate::level_zero::{Context, LevelZero, Physical, Shared, State};
use crate::native_physical::NativePhysical;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcPhysicalCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcPhysicalCalls for LevelZero {
    fn export_physical(&self, physical: &Physical) -> Ur<Shared> {
        Ok(Shared::Physical(Arc::new(physical.native.export()?)))
    }

    fn import_physical(
        &self,
        state: &State,
        context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<NativePhysical> {
        let size = usize::try_from(envelope.size).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        let fd = if state.exports.is_own(envelope) {
            let Shared::Physical(fd) = state.exports.find(envelope)? else {
                return Err(UrResult::ERROR_INVALID_VALUE);
            };
            fd.try_clone().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?
        } else {
            producer::take_fd(envelope)?
        };
        NativePhysical::import(&context.native, device.native, size, fd)
    }
}
