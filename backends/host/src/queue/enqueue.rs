//! The entry points that enqueue commands.

use super::Queue;
use super::command::{Command, HostTask, Work};
use crate::address_space::{Segment, Use};
use crate::backend::Core;
use crate::error::{CallResult, resources};
use crate::event::{Event, EventOrigin};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::implement::checks::{ensure, handles, optional, pointer, store};
use ur_ipc_api::{
    CommandType, EventHandle, ExpEnqueueExtProperties, ExpHostTaskProperties, HostTaskFunction, QueueFlags,
    QueueHandle, StructureType, UrResult,
};
use ur_ipc_soft_gpu::{Dependency, EventPage, Order};
use ur_ipc_sys::process::now;

/// Fills copy at least this many bytes at a time.
const FILL_STEP: usize = 4096;

/// A command as an entry point describes it.
struct Draft {
    kind: CommandType,
    work: Work,
    order: Order,
    blocking: bool,
    dependencies: Vec<Dependency>,
}

impl Core {
    /// # Safety
    /// As [`UrIpc::enqueue_usm_memcpy`](ur_ipc_api::UrIpc::enqueue_usm_memcpy).
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        pointer(dst)?;
        pointer(src)?;
        let queue = self.queue(queue)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        ensure(size != 0, UrResult::ERROR_INVALID_SIZE)?;
        let from = self.reach(&queue, src, size, Use::Read)?;
        let to = self.reach(&queue, dst, size, Use::Write)?;
        let work = Work::Copy { to, from };
        let kind = CommandType::USM_MEMCPY;
        // SAFETY: the caller's contract.
        unsafe {
            self.enqueue(&queue, Draft { kind, work, order: Order::Free, blocking, dependencies }, event)
        }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_usm_memcpy_2d`](ur_ipc_api::UrIpc::enqueue_usm_memcpy_2d).
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_memcpy_2d(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        dst_pitch: usize,
        src: *const c_void,
        src_pitch: usize,
        width: usize,
        height: usize,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        pointer(dst)?;
        pointer(src)?;
        let queue = self.queue(queue)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let narrow = width <= dst_pitch && width <= src_pitch;
        ensure(width != 0 && height != 0 && narrow, UrResult::ERROR_INVALID_SIZE)?;
        let rows = |start: *const c_void, pitch: usize, usage: Use| -> CallResult<Vec<Segment>> {
            ensure(pitch.checked_mul(height).is_some(), UrResult::ERROR_INVALID_SIZE)?;
            let mut segments = Vec::new();
            for row in 0..height {
                segments.extend(self.reach(&queue, start.wrapping_byte_add(row * pitch), width, usage)?);
            }
            Ok(segments)
        };
        let work = Work::Copy {
            from: rows(src, src_pitch, Use::Read)?,
            to: rows(dst.cast_const(), dst_pitch, Use::Write)?,
        };
        let kind = CommandType::USM_MEMCPY_2D;
        // SAFETY: the caller's contract.
        unsafe {
            self.enqueue(&queue, Draft { kind, work, order: Order::Free, blocking, dependencies }, event)
        }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_usm_fill`](ur_ipc_api::UrIpc::enqueue_usm_fill).
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_fill(
        &self,
        queue: QueueHandle,
        mem: *mut c_void,
        pattern_size: usize,
        pattern: *const c_void,
        size: usize,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        pointer(mem)?;
        pointer(pattern)?;
        let queue = self.queue(queue)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let fits = pattern_size.is_power_of_two() && size != 0 && size.is_multiple_of(pattern_size);
        ensure(fits, UrResult::ERROR_INVALID_SIZE)?;
        let to = self.reach(&queue, mem, size, Use::Write)?;
        let mut own = vec![0u8; pattern_size];
        // SAFETY: the caller's pattern has `pattern_size` bytes; the copy is new.
        unsafe { pattern.cast::<u8>().copy_to_nonoverlapping(own.as_mut_ptr(), pattern_size) };
        // Repeated, because copying in large steps is what makes a fill with a short pattern fast.
        let pattern = own.repeat(FILL_STEP.div_ceil(pattern_size));
        let work = Work::Fill { to, pattern };
        let (kind, order) = (CommandType::USM_FILL, Order::Free);
        // SAFETY: the caller's contract.
        unsafe { self.enqueue(&queue, Draft { kind, work, order, blocking: false, dependencies }, event) }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_events_wait`](ur_ipc_api::UrIpc::enqueue_events_wait).
    pub unsafe fn enqueue_events_wait(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        let queue = self.queue(queue)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let order = if dependencies.is_empty() { Order::AfterAll } else { Order::Free };
        let kind = CommandType::EVENTS_WAIT;
        let draft = Draft { kind, work: Work::Nothing, order, blocking: false, dependencies };
        // SAFETY: the caller's contract.
        unsafe { self.enqueue(&queue, draft, event) }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_events_wait_with_barrier`](ur_ipc_api::UrIpc::enqueue_events_wait_with_barrier).
    pub unsafe fn enqueue_events_wait_with_barrier(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        let queue = self.queue(queue)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        // SAFETY: the caller's contract.
        unsafe { self.enqueue(&queue, barrier(dependencies), event) }
    }

    /// A reusable event that `*event` names is signalled and keeps its handle; null is replaced by a new event.
    ///
    /// # Safety
    /// As [`UrIpc::enqueue_events_wait_with_barrier_ext`](ur_ipc_api::UrIpc::enqueue_events_wait_with_barrier_ext).
    pub unsafe fn enqueue_events_wait_with_barrier_ext(
        &self,
        queue: QueueHandle,
        properties: *const ExpEnqueueExtProperties,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        // SAFETY: null or readable by the caller's contract.
        if let Some(properties) = unsafe { optional(properties) } {
            ensure(!properties.flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
            let typed = properties.stype == StructureType::EXP_ENQUEUE_EXT_PROPERTIES;
            ensure(typed, UrResult::ERROR_INVALID_VALUE)?;
        }
        let queue = self.queue(queue)?;
        // SAFETY: null or readable by the caller's contract.
        let given = unsafe { optional(event) }.filter(|given| !given.is_null());
        let reused = given.map(|given| self.event(given)).transpose()?;
        let reusable = reused.as_ref().is_none_or(|event| event.is_reusable());
        ensure(reusable, UrResult::ERROR_INVALID_EVENT)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let draft = barrier(dependencies);
        match reused {
            Some(event) => self.submit(&queue, draft, Some(&event)),
            // SAFETY: the caller's contract.
            None => unsafe { self.enqueue(&queue, draft, event) },
        }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_timestamp_recording_exp`](ur_ipc_api::UrIpc::enqueue_timestamp_recording_exp).
    pub unsafe fn enqueue_timestamp_recording_exp(
        &self,
        queue: QueueHandle,
        blocking: bool,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        pointer(event)?;
        let queue = self.queue(queue)?;
        ensure(self.profile.profiling, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let (kind, work) = (CommandType::TIMESTAMP_RECORDING_EXP, Work::Nothing);
        // SAFETY: the caller's contract.
        unsafe {
            self.enqueue(&queue, Draft { kind, work, order: Order::AfterAll, blocking, dependencies }, event)
        }
    }

    /// # Safety
    /// As [`UrIpc::enqueue_host_task_exp`](ur_ipc_api::UrIpc::enqueue_host_task_exp).
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_host_task_exp(
        &self,
        queue: QueueHandle,
        host_task: HostTaskFunction,
        data: *mut c_void,
        properties: *const ExpHostTaskProperties,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> CallResult {
        handles([queue.address()])?;
        ensure(host_task.is_some(), UrResult::ERROR_INVALID_NULL_POINTER)?;
        // SAFETY: null or readable by the caller's contract.
        if let Some(properties) = unsafe { optional(properties) } {
            ensure(!properties.flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
            let typed = properties.stype == StructureType::EXP_HOST_TASK_PROPERTIES;
            ensure(typed, UrResult::ERROR_INVALID_VALUE)?;
        }
        let queue = self.queue(queue)?;
        ensure(self.profile.host_task, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        // SAFETY: the caller's contract.
        let dependencies = unsafe { self.wait_list(num_events_in_wait_list, event_wait_list) }?;
        let work = Work::HostTask(HostTask { function: host_task, data });
        let (kind, order) = (CommandType::HOST_TASK_EXP, Order::Free);
        // SAFETY: the caller's contract.
        unsafe { self.enqueue(&queue, Draft { kind, work, order, blocking: false, dependencies }, event) }
    }

    /// The signals of a wait list, as they stand now.
    ///
    /// # Safety
    /// `list` is null or valid for reads of `count` handles.
    unsafe fn wait_list(&self, count: u32, list: *const EventHandle) -> CallResult<Vec<Dependency>> {
        ensure(list.is_null() == (count == 0), UrResult::ERROR_INVALID_EVENT_WAIT_LIST)?;
        // SAFETY: readable for `count` handles; with none, it is not read.
        unsafe { self.dependencies(count, list) }.map_err(|_| UrResult::ERROR_INVALID_EVENT_WAIT_LIST)
    }

    /// The bytes that a command of the queue uses.
    fn reach(
        &self,
        queue: &Queue,
        start: *const c_void,
        size: usize,
        usage: Use,
    ) -> CallResult<Vec<Segment>> {
        self.space.resolve(start.expose_provenance(), size, usage, |device| {
            self.require_peer(&queue.device, &device.uuid).is_ok()
        })
    }

    /// Submits a command with a new event, if one is asked for.
    ///
    /// # Safety
    /// `event` is null or writable.
    unsafe fn enqueue(&self, queue: &Arc<Queue>, draft: Draft, event: *mut EventHandle) -> CallResult {
        if event.is_null() {
            return self.submit(queue, draft, None);
        }
        let origin = if draft.kind == CommandType::TIMESTAMP_RECORDING_EXP {
            EventOrigin::Timestamp
        } else {
            EventOrigin::Command
        };
        let (context, device) = (Arc::clone(&queue.context), Arc::clone(&queue.device));
        let handle = self.events.insert(|_| Event::new(context, Some(device), origin, EventPage::local()));
        let handle = EventHandle::from_address(handle);
        let made = self.event(handle)?;
        if let Err(error) = self.submit(queue, draft, Some(&made)) {
            // The handle has not been given out yet.
            self.event_release(handle)?;
            return Err(error);
        }
        // SAFETY: not null, and writable by this function's contract.
        unsafe { store(event, handle) };
        Ok(())
    }

    fn submit(&self, queue: &Queue, draft: Draft, event: Option<&Arc<Event>>) -> CallResult {
        let profiles = queue.flags.contains(QueueFlags::PROFILING_ENABLE);
        let command = Command { work: draft.work, event: event.map(Arc::clone), queued: now() };
        let used = || {
            if let Some(event) = event {
                event.used_by(queue.handle, draft.kind, profiles);
            }
        };
        let page = event.map(|event| &event.page);
        let done =
            queue.engine.submit(command, draft.dependencies, draft.order, page, used).map_err(resources)?;
        if draft.blocking {
            done.wait(None);
        }
        Ok(())
    }
}

fn barrier(dependencies: Vec<Dependency>) -> Draft {
    let order = if dependencies.is_empty() { Order::FullBarrier } else { Order::Barrier };
    let (kind, work) = (CommandType::EVENTS_WAIT_WITH_BARRIER, Work::Nothing);
    Draft { kind, work, order, blocking: false, dependencies }
}
