//! Events.

use crate::InfoOut;
use crate::checks::{Ur, elements, ensure, handles, pointer, store};
use crate::driver::Driver;
use crate::objects::{Context, Event, Origin};
use crate::registry::{lock, next_id};
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, EventHandle, EventInfo, EventStatus, ExpEventDesc, ExpEventFlags,
    ProfilingInfo, UrResult,
};

/// The part of a driver that the calls on events need.
pub trait EventCalls: Driver {
    /// The driver's event for commands to signal: one that can be shared, or one that takes times, or neither.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if the device has none of this kind; the driver's.
    fn create_event(
        &self,
        context: &Context<Self>,
        device: &Self::Device,
        flags: ExpEventFlags,
    ) -> Ur<Self::NativeEvent>;

    /// The driver's handle of an event.
    fn native_handle(&self, event: &Event<Self>) -> usize;

    /// True if the commands that signal an event are done.
    fn is_complete(&self, event: &Event<Self>) -> Ur<bool>;

    /// Blocks until the commands that signal an event are done.
    fn synchronize(&self, event: &Event<Self>) -> Ur<()>;

    /// Nanoseconds of the start and the end of the command.
    ///
    /// # Errors
    /// `PROFILING_INFO_NOT_AVAILABLE` if the event takes none, or has none yet.
    fn nanoseconds(&self, event: &Event<Self>) -> Ur<(u64, u64)>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: EventCalls> State<D> {
    /// Enters an event and stores its handle.
    ///
    /// # Safety
    /// `out` is writable.
    pub(super) unsafe fn publish_event(&self, event: Event<D>, out: *mut EventHandle) {
        let id = next_id();
        self.events.insert(id, Arc::new(event));
        // SAFETY: this function's contract.
        unsafe { store(out, EventHandle::from_address(id)) };
    }

    /// The events of a list.
    ///
    /// # Safety
    /// `list` is readable for `count` handles.
    pub(super) unsafe fn listed(&self, count: u32, list: *const EventHandle) -> Ur<Vec<Arc<Event<D>>>> {
        // SAFETY: this function's contract.
        unsafe { elements(list, count) }.map(|handle| self.events.get(handle.address())).collect()
    }

    /// `urEventCreateExp`
    pub unsafe fn event_create_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        event_desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(event_desc)?;
        pointer(event)?;
        // SAFETY: not null, so readable.
        let flags = unsafe { event_desc.read_unaligned() }.flags;
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let both = ExpEventFlags::ENABLE_PROFILING | ExpEventFlags::IPC_EXP;
        ensure(!flags.contains(both), UrResult::ERROR_INVALID_VALUE)?;
        let (context, device) = self.context_and_device(context, device)?;
        let native = self.driver.create_event(&context, &device, flags)?;
        let shared = flags.contains(ExpEventFlags::IPC_EXP);
        let origin = if shared { Origin::Shareable } else { Origin::Reusable };
        let created = Event::new(native, origin, &device, &context);
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_event(created, event) };
        Ok(())
    }

    /// `urEventRetain`
    pub unsafe fn event_retain(&self, event: EventHandle) -> Ur<()> {
        self.events.retain(event.address())
    }

    /// `urEventRelease`
    pub unsafe fn event_release(&self, event: EventHandle) -> Ur<()> {
        self.events.release(event.address())?;
        self.driver.reap();
        Ok(())
    }

    /// `urEventWait`
    pub unsafe fn event_wait(&self, num_events: u32, event_wait_list: *const EventHandle) -> Ur<()> {
        pointer(event_wait_list)?;
        ensure(num_events != 0, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: not null, and the caller's list has this many elements.
        let events =
            unsafe { self.listed(num_events, event_wait_list) }.map_err(|_| UrResult::ERROR_INVALID_EVENT)?;
        events.iter().try_for_each(|event| self.driver.synchronize(event))
    }

    /// `urEventGetInfo`
    pub unsafe fn event_get_info(
        &self,
        event: EventHandle,
        prop_name: EventInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([event.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.events.get(event.address())?;
        let signaller = *lock(&object.signaller);
        match prop_name {
            EventInfo::COMMAND_QUEUE => out.word(signaller.queue),
            EventInfo::CONTEXT => out.word(object.context.id),
            EventInfo::COMMAND_TYPE => out.number(signaller.command.0),
            EventInfo::COMMAND_EXECUTION_STATUS => {
                let complete = self.driver.is_complete(&object)?;
                out.number(if complete { EventStatus::COMPLETE } else { EventStatus::SUBMITTED }.0)
            }
            EventInfo::REFERENCE_COUNT => out.number(self.events.count(event.address())?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// `urEventGetProfilingInfo`
    pub unsafe fn event_get_profiling_info(
        &self,
        event: EventHandle,
        prop_name: ProfilingInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([event.address()])?;
        ensure(prop_name.name().is_some(), UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(prop_value.is_null() || prop_size != 0, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let (start, end) = self.driver.nanoseconds(&*self.events.get(event.address())?)?;
        match prop_name {
            ProfilingInfo::COMMAND_END | ProfilingInfo::COMMAND_COMPLETE => out.long(end),
            _ => out.long(start),
        }
    }

    /// `urEventGetNativeHandle`
    pub unsafe fn event_get_native_handle(&self, event: EventHandle, native_event: *mut usize) -> Ur<()> {
        handles([event.address()])?;
        pointer(native_event)?;
        let native = self.driver.native_handle(&*self.events.get(event.address())?);
        // SAFETY: the output is not null, so writable.
        unsafe { store(native_event, native) };
        Ok(())
    }
}
