//! Sharing events between processes.

use super::{Event, EventOrigin};
use crate::backend::Core;
use crate::device::Device;
use crate::error::CallResult;
use crate::exports::Source;
use crate::shared_object::GRANULE;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{ContextHandle, EventHandle, UrResult};
use ur_ipc_soft_gpu::EventPage;

impl Core {
    /// Whether events of this device can be shared, and events opened for it.
    pub fn shares_events(&self, device: &Device) -> bool {
        self.profile.ipc_event && self.is_full(device)
    }

    fn require_ipc_event(&self) -> CallResult {
        ensure(self.profile.ipc_event, UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    /// # Errors
    /// `UNSUPPORTED_FEATURE` for an event that keeps times or whose device shares none, `INVALID_EVENT` for any other that was not made to be
    /// shared or was opened.
    ///
    /// # Safety
    /// As [`UrIpc::ipc_get_event_handle_exp`](ur_ipc_api::UrIpc::ipc_get_event_handle_exp).
    pub unsafe fn ipc_get_event_handle_exp(
        &self,
        event: EventHandle,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> CallResult {
        handles([event.address()])?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let event = self.event(event)?;
        self.require_ipc_event()?;
        let shared = event.device.as_ref().is_none_or(|device| self.shares_events(device));
        ensure(shared, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let keeps_times =
            matches!(event.origin, EventOrigin::Timestamp | EventOrigin::Reusable { profiling: true });
        ensure(!keeps_times, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let EventOrigin::Shareable(object) = &event.origin else {
            return Err(UrResult::ERROR_INVALID_EVENT);
        };
        let source = Source {
            context: Arc::clone(&event.context),
            object: Arc::clone(object),
            base: 0,
            size: GRANULE,
            offset: 0,
            device: event.device.as_ref().map_or([0; 16], |device| device.uuid),
        };
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { self.export(Family::Event, source, handle_data, handle_data_size_ret) }
    }

    pub fn ipc_put_event_handle_exp(&self, context: ContextHandle, handle_data: *mut c_void) -> CallResult {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.context_for_teardown(context)?;
        self.require_ipc_event()?;
        self.end_export(Family::Event, context, handle_data)
    }

    /// # Safety
    /// As [`UrIpc::ipc_open_event_handle_exp`](ur_ipc_api::UrIpc::ipc_open_event_handle_exp).
    pub unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
        handle_data_size: usize,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(handle_data)?;
        pointer(event)?;
        let context = self.context(context)?;
        let shared = context.devices.iter().all(|device| self.shares_events(device));
        ensure(shared, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: not null, and readable for its size by the caller's contract.
        let (_, object) = unsafe { self.import(Family::Event, handle_data, handle_data_size) }?;
        let page = EventPage::shared(Arc::new(object));
        let made = self.events.insert(|_| Event::new(context, None, EventOrigin::Imported, page));
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(event, EventHandle::from_address(made)) };
        Ok(())
    }
}
