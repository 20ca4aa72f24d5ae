//! Events between processes.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::event::{Event, Recorded};
use crate::native_event::NativeEvent;
use crate::shared::Shared;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcEventCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcEventCalls for State {
    fn export_event(&self, event: &Event) -> Ur<(Shared, [u8; 64])> {
        let native = event.native.end.export()?;
        Ok((Shared::Event(Arc::clone(&event.native.end)), native))
    }

    fn import_event(&self, _context: &Context, device: &Device, envelope: &Envelope) -> Ur<Recorded> {
        if self.exports.is_own(envelope) {
            return Ok(self.own_event(envelope)?.into());
        }
        producer::check(envelope)?;
        Ok(Arc::new(NativeEvent::import(device, envelope.native)?).into())
    }
}

impl State {
    /// CUDA refuses to open an event in the process that exported it, so a local import shares it.
    fn own_event(&self, envelope: &Envelope) -> Ur<Arc<NativeEvent>> {
        match self.exports.find(envelope)? {
            Shared::Event(native) => Ok(native),
            Shared::Memory(_) | Shared::Physical(_) => Err(UrResult::ERROR_INVALID_VALUE),
        }
    }
}
