//! Events.

use crate::backend::State;
use crate::context::Context;
use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::info::InfoOut;
use crate::native_event::NativeEvent;
use crate::registry::{lock, next_id};
use std::ffi::c_void;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{
    CommandType, ContextHandle, DeviceHandle, EventHandle, EventInfo, EventStatus, ExpEventDesc,
    ExpEventFlags, ProfilingInfo, UrResult,
};

/// Where an event comes from, and so what may be done with it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An enqueued command.
    Command,
    /// `urEventCreateExp`.
    Reusable,
    /// `urEventCreateExp` with the IPC flag.
    Shareable,
    /// `urIPCOpenEventHandleExp`.
    Imported,
}

/// The command that signalled an event last.
#[derive(Clone, Copy)]
pub struct Signaller {
    /// The command.
    pub command: CommandType,
    /// UR's handle of its queue, or 0.
    pub queue: usize,
}

/// An event. CUDA's events that were never recorded count as complete, as UR's reusable events do.
pub struct Event {
    /// CUDA's event. A local import shares it with its source.
    pub native: Arc<NativeEvent>,
    /// Recorded before the command if the event takes times.
    pub start: Option<NativeEvent>,
    /// Where it comes from.
    pub origin: Origin,
    /// Who signalled it last.
    pub signaller: Mutex<Signaller>,
    /// The device.
    pub device: Arc<Device>,
    /// The context.
    pub context: Arc<Context>,
}

impl Event {
    /// An event of `device` that no command has signalled.
    pub fn new(
        context: &Arc<Context>,
        device: &Arc<Device>,
        native: Arc<NativeEvent>,
        origin: Origin,
    ) -> Self {
        let signaller = Signaller { command: CommandType::EVENTS_WAIT_WITH_BARRIER, queue: 0 };
        Self {
            native,
            start: None,
            origin,
            signaller: Mutex::new(signaller),
            device: Arc::clone(device),
            context: Arc::clone(context),
        }
    }

    /// An event that orders, or one that also takes times.
    pub fn local(
        context: &Arc<Context>,
        device: &Arc<Device>,
        origin: Origin,
        times: bool,
    ) -> Result<Self, CuResult> {
        let native = if times { NativeEvent::timed(device) } else { NativeEvent::plain(device) }?;
        let start = if times { Some(NativeEvent::timed(device)?) } else { None };
        Ok(Self { start, ..Self::new(context, device, Arc::new(native), origin) })
    }

    /// Nanoseconds of the start and the end of the command.
    fn times(&self) -> Ur<(u64, u64)> {
        let not_available = |_| UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE;
        let start = self.start.as_ref().ok_or(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
        let clock = self.device.clock()?;
        // CUDA refuses to measure events that were never recorded or are pending.
        let until_start = start.nanoseconds_since(&clock.event).map_err(not_available)?;
        let took = self.native.nanoseconds_since(start).map_err(not_available)?;
        let started = clock.nanoseconds + until_start;
        Ok((started, started + took))
    }
}

impl State {
    /// Enters an event and stores its handle.
    ///
    /// # Safety
    /// `out` is writable.
    pub unsafe fn publish_event(&self, event: Event, out: *mut EventHandle) {
        let id = next_id();
        self.events.insert(id, Arc::new(event));
        // SAFETY: this function's contract.
        unsafe { store(out, EventHandle::from_address(id)) };
    }

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
        let (times, shared) =
            (flags.contains(ExpEventFlags::ENABLE_PROFILING), flags.contains(ExpEventFlags::IPC_EXP));
        ensure(!(times && shared), UrResult::ERROR_INVALID_VALUE)?;
        let (context, device) = self.context_and_device(context, device)?;
        let created = if shared {
            ensure(device.capabilities.ipc_event, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
            let native = Arc::new(NativeEvent::shareable(&device)?);
            Event::new(&context, &device, native, Origin::Shareable)
        } else {
            if times {
                device.clock()?;
            }
            Event::local(&context, &device, Origin::Reusable, times)?
        };
        // SAFETY: the output is not null, so writable.
        unsafe { self.publish_event(created, event) };
        Ok(())
    }

    pub unsafe fn event_retain(&self, event: EventHandle) -> Ur<()> {
        self.events.retain(event.address())
    }

    pub unsafe fn event_release(&self, event: EventHandle) -> Ur<()> {
        self.events.release(event.address())
    }

    pub unsafe fn event_wait(&self, num_events: u32, event_wait_list: *const EventHandle) -> Ur<()> {
        pointer(event_wait_list)?;
        ensure(num_events != 0, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: not null, and the caller's list has this many elements.
        let events =
            unsafe { self.listed(num_events, event_wait_list) }.map_err(|_| UrResult::ERROR_INVALID_EVENT)?;
        for event in events {
            event.native.synchronize()?;
        }
        Ok(())
    }

    /// The events of a list.
    ///
    /// # Safety
    /// `list` is readable for `count` handles.
    pub unsafe fn listed(&self, count: u32, list: *const EventHandle) -> Ur<Vec<Arc<Event>>> {
        (0..count as usize)
            .map(|index| {
                // SAFETY: below the count.
                let handle = unsafe { list.add(index).read_unaligned() };
                self.events.get(handle.address())
            })
            .collect()
    }

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
                let complete = object.native.is_complete()?;
                out.number(if complete { EventStatus::COMPLETE } else { EventStatus::SUBMITTED }.0)
            }
            EventInfo::REFERENCE_COUNT => out.number(self.events.count(event.address())?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

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
        let (start, end) = self.events.get(event.address())?.times()?;
        match prop_name {
            ProfilingInfo::COMMAND_END | ProfilingInfo::COMMAND_COMPLETE => out.long(end),
            _ => out.long(start),
        }
    }

    pub unsafe fn event_get_native_handle(&self, event: EventHandle, native_event: *mut usize) -> Ur<()> {
        handles([event.address()])?;
        pointer(native_event)?;
        let native = self.events.get(event.address())?.native.native;
        // SAFETY: the output is not null, so writable.
        unsafe { store(native_event, native) };
        Ok(())
    }
}
