//! Events between processes.

use super::event::EventCalls;
use super::sharing::{Sharing, give_out, put};
use crate::checks::{Ur, ensure, handles, pointer};
use crate::driver::DeviceFacts;
use crate::envelope::Envelope;
use crate::exports::Contents;
use crate::objects::{Context, Event, Origin};
use crate::state::State;
use std::ffi::c_void;
use std::slice::from_ref;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, EventHandle, Family, UrResult};

/// The part of a driver that the calls on handles of events need.
pub trait IpcEventCalls: EventCalls + Sharing {
    /// Makes the driver's handle of a shareable event.
    fn export_event(&self, event: &Event<Self>) -> Ur<(Self::Shared, [u8; 64])>;

    /// Opens a handle, which may be one of this process.
    ///
    /// # Errors
    /// `INVALID_VALUE` if it is no longer good; the driver's.
    fn import_event(
        &self,
        state: &State<Self>,
        context: &Context<Self>,
        device: &Self::Device,
        envelope: &Envelope,
    ) -> Ur<Self::NativeEvent>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: IpcEventCalls> State<D> {
    /// `urIPCGetEventHandleExp`
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
        self.driver.ensure_offers(from_ref(&object.device), Family::Event)?;
        ensure(object.origin == Origin::Shareable, UrResult::ERROR_INVALID_EVENT)?;
        let (shared, native) = self.driver.export_event(&object)?;
        let contents = Contents { size: 0, offset: 0, lead: 0, uuid: *object.device.uuid(), native };
        let context = Arc::clone(&object.context);
        // SAFETY: the outputs are not null, so writable.
        unsafe { give_out(self, context, shared, &contents, handle_data, handle_data_size_ret) }
    }

    /// `urIPCPutEventHandleExp`
    pub unsafe fn ipc_put_event_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *mut c_void,
    ) -> Ur<()> {
        put(self, context, handle_data, Family::Event)
    }

    /// `urIPCOpenEventHandleExp`
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
        let supported = context.devices.iter().all(|device| device.shares(Family::Event));
        ensure(supported, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: of the size that is checked there, the caller's data is readable.
        let envelope = unsafe { self.exports.read(handle_data, handle_data_size, Family::Event) }?;
        let device = context.devices.iter().find(|device| *device.uuid() == envelope.uuid);
        let device = device.ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let native = self.driver.import_event(self, &context, device, &envelope)?;
        let imported = Event::new(native, Origin::Imported, device, &context);
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_event(imported, event) };
        Ok(())
    }
}
