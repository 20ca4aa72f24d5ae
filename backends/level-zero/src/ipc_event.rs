//! Events between processes.

use crate::device::Device;
use crate::level_zero::{Context, Event, LevelZero, Shared, State};
use crate::native_event::NativeEvent;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_backend_kit::calls::IpcEventCalls;
use ur_ipc_backend_kit::{Envelope, Ur, producer};

impl IpcEventCalls for LevelZero {
    fn export_event(&self, event: &Event) -> Ur<(Shared, [u8; 64])> {
        let native = event.native.export().map_err(ur)?;
        Ok((Shared::Event { _source: Arc::clone(&event.native) }, native))
    }

    fn import_event(
        &self,
        state: &State,
        context: &Context,
        _device: &Device,
        envelope: &Envelope,
    ) -> Ur<Arc<NativeEvent>> {
        // Held until it is open, if it is of this process.
        let _source = if state.exports.is_own(envelope) {
            Some(state.exports.find(envelope)?)
        } else {
            producer::check(envelope)?;
            None
        };
        NativeEvent::import(&context.native, envelope.native).map(Arc::new).map_err(ur)
    }
}
