//! Events between processes.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::event::Event;
use crate::native_event::NativeEvent;
use crate::result::ur;
use crate::shared::Shared;
use std::sync::Arc;
use ur_ipc_backend_kit::calls::IpcEventCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcEventCalls for State {
    fn export_event(&self, event: &Event) -> Ur<(Shared, [u8; 64])> {
        let native = event.native.export().map_err(ur)?;
        Ok((Shared::Event { _source: Arc::clone(&event.native) }, native))
    }

    fn import_event(&self, context: &Context, _device: &Device, envelope: &Envelope) -> Ur<Arc<NativeEvent>> {
        // Held until it is open, if it is of this process.
        let _source = if self.exports.is_own(envelope) {
            Some(self.exports.find(envelope)?)
        } else {
            producer::check(envelope)?;
            None
        };
        NativeEvent::import(&context.native, envelope.native).map(Arc::new).map_err(ur)
    }
}
