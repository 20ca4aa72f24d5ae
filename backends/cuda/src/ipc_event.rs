//! Events between processes.

use crate::backend::State;
use crate::envelope::{Envelope, Family, SIZE};
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::event::{Event, Origin};
use crate::exports::{Contents, Shared, read};
use crate::native_event::NativeEvent;
use crate::producer;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, EventHandle, UrResult};

impl State {
    pub unsafe fn ipc_get_event_handle_exp(
        &self,
        event: EventHandle,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([event.address()])?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let object = self.events.get(event.address())?;
        ensure(object.origin == Origin::Shareable, UrResult::ERROR_INVALID_EVENT)?;
        let contents = Contents {
            size: 0,
            offset: 0,
            lead: 0,
            uuid: object.device.uuid,
            native: object.native.export()?,
        };
        let shared = Shared::Event(Arc::clone(&object.native));
        let data = self.exports.add(Arc::clone(&object.context), shared, &contents)?;
        // SAFETY: the outputs are not null, so writable.
        unsafe {
            store(handle_data, data);
            store(handle_data_size_ret, SIZE);
        }
        Ok(())
    }

    pub unsafe fn ipc_put_event_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *mut c_void,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.contexts.get_lingering(context.address())?;
        self.exports.put(handle_data, Family::Event)
    }

    pub unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
        handle_data_size: usize,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(handle_data)?;
        pointer(event)?;
        let context = self.contexts.get(context.address())?;
        let supported = context.devices.iter().all(|device| device.capabilities.ipc_event);
        ensure(supported, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { read(handle_data, handle_data_size, Family::Event) }?;
        let device = context.device_by_uuid(&envelope.uuid).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let native = if self.exports.is_own(&envelope) {
            self.own_event(&envelope)?
        } else {
            producer::check(&envelope)?;
            Arc::new(NativeEvent::import(&device, envelope.native)?)
        };
        let imported = Event::new(&context, &device, native, Origin::Imported);
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_event(imported, event) };
        Ok(())
    }

    /// CUDA refuses to open an event in the process that exported it, so a local import shares it.
    fn own_event(&self, envelope: &Envelope) -> Ur<Arc<NativeEvent>> {
        match self.exports.find(envelope)? {
            Shared::Event(native) => Ok(native),
            Shared::Memory(_) | Shared::Physical(_) => Err(UrResult::ERROR_INVALID_VALUE),
        }
    }
}
