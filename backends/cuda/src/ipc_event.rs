//! Events between processes.

use crate::cuda::{Context, Cuda, Event, Shared, State};
use crate::device::Device;
use crate::native_event::{NativeEvent, Recorded};
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::IpcEventCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcEventCalls for Cuda {
    fn export_event(&self, event: &Event) -> Ur<(Shared, [u8; 64])> {
        let native = event.native.end.export()?;
        Ok((Shared::Event(Arc::clone(&event.native.end)), native))
    }

    fn import_event(
        &self,
        state: &State,
        _context: &Context,
        device: &Device,
        envelope: &Envelope,
    ) -> Ur<Recorded> {
        if state.exports.is_own(envelope) {
            return Ok(own_event(state, envelope)?.into());
        }
        producer::check(envelope)?;
        Ok(Arc::new(NativeEvent::import(device, envelope.native)?).into())
    }
}

/// CUDA refuses to open an event in the process that exported it, so a local import shares it.
fn own_event(state: &State, envelope: &Envelope) -> Ur<Arc<NativeEvent>> {
    match state.exports.find(envelope)? {
        Shared::Event(native) => Ok(native),
        Shared::Memory(_) | Shared::Physical(_) => Err(UrResult::ERROR_INVALID_VALUE),
    }
}
