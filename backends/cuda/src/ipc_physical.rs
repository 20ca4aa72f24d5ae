//! Physical memory between processes.

use crate::cuda::{Context, Cuda, Physical, Shared, State};
use crate::device::Device;
use crate::native_physical::NativePhysical;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcPhysicalCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcPhysicalCalls for Cuda {
    fn export_physical(&self, physical: &Physical) -> Ur<Shared> {
        physical.device.activate()?;
        Ok(Shared::Physical(Arc::new(physical.native.export()?)))
    }

    fn import_physical(
        &self,
        state: &State,
        _context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<NativePhysical> {
        device.activate()?;
        if state.exports.is_own(envelope) {
            let Shared::Physical(fd) = state.exports.find(envelope)? else {
                return Err(UrResult::ERROR_INVALID_VALUE);
            };
            return NativePhysical::import(device, &fd);
        }
        let fd = producer::check(envelope)?.take_fd(envelope.fd)?;
        NativePhysical::import(device, &fd)
    }
}
