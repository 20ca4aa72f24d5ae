//! Physical memory between processes.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::native_physical::NativePhysical;
use crate::physical::Physical;
use crate::shared::Shared;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcPhysicalCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcPhysicalCalls for State {
    fn export_physical(&self, physical: &Physical) -> Ur<Shared> {
        Ok(Shared::Physical(Arc::new(physical.native.export()?)))
    }

    /// The copy of the descriptor goes when the driver has taken its own.
    fn import_physical(&self, context: &Context, device: &Device, envelope: &Envelope) -> Ur<NativePhysical> {
        let size = usize::try_from(envelope.size).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        let fd = if self.exports.is_own(envelope) {
            let Shared::Physical(fd) = self.exports.find(envelope)? else {
                return Err(UrResult::ERROR_INVALID_VALUE);
            };
            fd.try_clone().map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?
        } else {
            producer::take_fd(envelope)?
        };
        NativePhysical::import(&context.native, device.native, size, &fd)
    }
}
