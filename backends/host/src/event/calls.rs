//! The entry points of events that share nothing.

use super::{Event, EventOrigin};
use crate::backend::Core;
use crate::device::Device;
use crate::error::CallResult;
use crate::registry::lock;
use crate::shared_object::{GRANULE, SharedObject};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{
    CommandType, ContextHandle, DeviceHandle, EventHandle, EventInfo, EventStatus, ExpEventDesc,
    ExpEventFlags, ProfilingInfo, QueueHandle, StructureType, UrResult,
};
use ur_ipc_soft_gpu::{Dependency, EventPage};

impl Core {
    /// The event of a handle.
    pub fn event(&self, handle: EventHandle) -> CallResult<Arc<Event>> {
        self.events.get(handle.address()).ok_or(UrResult::ERROR_INVALID_EVENT)
    }

    /// Whether single events of this device can be profiled.
    pub fn profiles_events(&self, device: &Device) -> bool {
        self.profile.profiling && self.is_full(device)
    }

    /// # Safety
    /// As [`UrIpc::event_create_exp`](ur_ipc_api::UrIpc::event_create_exp).
    pub unsafe fn event_create_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        event_desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        pointer(event_desc)?;
        pointer(event)?;
        // SAFETY: not null, and readable by the caller's contract.
        let desc = unsafe { event_desc.read_unaligned() };
        ensure(!desc.flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(desc.stype == StructureType::EXP_EVENT_DESC, UrResult::ERROR_INVALID_VALUE)?;
        let context = self.context(context)?;
        let device = self.device(device)?;
        context.require(&device, UrResult::ERROR_INVALID_CONTEXT)?;
        let shareable = desc.flags.contains(ExpEventFlags::IPC_EXP);
        let profiling = desc.flags.contains(ExpEventFlags::ENABLE_PROFILING);
        ensure(!(shareable && profiling), UrResult::ERROR_INVALID_VALUE)?;
        // Get answers for the event's own device. Where no other one of the context shares events either, there is no use in
        // waiting for that.
        let shared = context.devices.iter().any(|device| self.shares_events(device));
        ensure(!shareable || shared, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        ensure(!profiling || self.profiles_events(&device), UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let (origin, page) = if shareable {
            let object = Arc::new(SharedObject::create(Family::Event, GRANULE)?);
            let page = EventPage::shared(Arc::clone(&object) as Arc<_>);
            if self.profile.pending_events {
                // A signal that does not come by itself; whichever comes first stands for it as well.
                page.append();
            }
            (EventOrigin::Shareable(object), page)
        } else {
            (EventOrigin::Reusable { profiling }, EventPage::local())
        };
        let made = self.events.insert(|_| Event::new(context, Some(device), origin, page));
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(event, EventHandle::from_address(made)) };
        Ok(())
    }

    pub fn event_retain(&self, event: EventHandle) -> CallResult {
        handles([event.address()])?;
        self.events.retain(event.address()).ok_or(UrResult::ERROR_INVALID_EVENT)
    }

    pub fn event_release(&self, event: EventHandle) -> CallResult {
        handles([event.address()])?;
        self.events.release(event.address()).map(drop).ok_or(UrResult::ERROR_INVALID_EVENT)
    }

    /// Blocks until every signal that was appended before the call has come.
    ///
    /// # Safety
    /// As [`UrIpc::event_wait`](ur_ipc_api::UrIpc::event_wait).
    pub unsafe fn event_wait(&self, num_events: u32, event_wait_list: *const EventHandle) -> CallResult {
        pointer(event_wait_list)?;
        ensure(num_events != 0, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: the caller gives an array of `num_events` handles.
        let dependencies = unsafe { self.dependencies(num_events, event_wait_list) }?;
        for dependency in dependencies {
            dependency.wait(None);
        }
        Ok(())
    }

    /// The signals to wait for, as they stand now.
    ///
    /// # Errors
    /// `INVALID_EVENT` if a handle names no event.
    ///
    /// # Safety
    /// `list` is valid for reads of `count` handles.
    pub unsafe fn dependencies(&self, count: u32, list: *const EventHandle) -> CallResult<Vec<Dependency>> {
        (0..count as usize)
            .map(|index| {
                // SAFETY: within the array by this function's contract.
                let handle = unsafe { list.add(index).read_unaligned() };
                Ok(Dependency::on(&self.event(handle)?.page))
            })
            .collect()
    }

    /// # Safety
    /// As [`UrIpc::event_get_info`](ur_ipc_api::UrIpc::event_get_info).
    pub unsafe fn event_get_info(
        &self,
        event: EventHandle,
        prop_name: EventInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([event.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.event(event)?;
        match prop_name {
            EventInfo::COMMAND_QUEUE => answer.word(self.live_queue(lock(&object.usage).queue).address()),
            EventInfo::CONTEXT => answer.word(object.context.handle.address()),
            EventInfo::COMMAND_TYPE => {
                let command = lock(&object.usage).command;
                answer.number(command.unwrap_or(CommandType::EVENTS_WAIT_WITH_BARRIER).0)
            }
            EventInfo::COMMAND_EXECUTION_STATUS => {
                let complete = Dependency::on(&object.page).is_met();
                answer.number(if complete { EventStatus::COMPLETE } else { EventStatus::SUBMITTED }.0)
            }
            EventInfo::REFERENCE_COUNT => answer.number(self.events.references(event.address()).unwrap_or(0)),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// The handle if the user still holds the queue, else null.
    fn live_queue(&self, queue: QueueHandle) -> QueueHandle {
        if self.queues.get(queue.address()).is_some() { queue } else { QueueHandle::NULL }
    }

    /// # Safety
    /// As [`UrIpc::event_get_profiling_info`](ur_ipc_api::UrIpc::event_get_profiling_info).
    pub unsafe fn event_get_profiling_info(
        &self,
        event: EventHandle,
        prop_name: ProfilingInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([event.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.event(event)?;
        ensure(ProfilingInfo::NAMED.contains(&prop_name), UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
        let times = lock(&object.usage).times;
        let times = times
            .filter(|_| Dependency::on(&object.page).is_met())
            .ok_or(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE)?;
        let time = match prop_name {
            ProfilingInfo::COMMAND_QUEUED | ProfilingInfo::COMMAND_SUBMIT => times.queued,
            ProfilingInfo::COMMAND_START => times.start,
            _ => times.end,
        };
        answer.long(time)
    }

    /// # Errors
    /// Always `UNSUPPORTED_FEATURE` for valid arguments: nothing native stands behind these events.
    pub fn event_get_native_handle(&self, event: EventHandle, native_event: *mut usize) -> CallResult {
        handles([event.address()])?;
        pointer(native_event)?;
        self.event(event)?;
        Err(UrResult::ERROR_UNSUPPORTED_FEATURE)
    }
}
