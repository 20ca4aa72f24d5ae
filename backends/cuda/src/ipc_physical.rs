//! Physical memory between processes.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::physical::{NativePhysical, Physical};
use crate::shared::Shared;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcPhysicalCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcPhysicalCalls for State {
    fn export_physical(&self, physical: &Physical) -> Ur<Shared> {
        physical.device.activate()?;
        Ok(Shared::Physical(Arc::new(physical.native.export()?)))
    }

    fn import_physical(
        &self,
        _context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<NativePhysical> {
        device.activate()?;
        if self.exports.is_own(envelope) {
            let Shared::Physical(fd) = self.exports.find(envelope)? else {
                return Err(UrResult::ERROR_INVALID_VALUE);
            };
            return NativePhysical::import(device, &fd);
        }
        let fd = producer::check(envelope)?.take_fd(envelope.fd)?;
        NativePhysical::import(device, &fd)
    }
}
