//! Commands: what all have in common, and those that move no memory.

use crate::backend::State;
use crate::error::{Ur, ensure, handles, optional, pointer};
use crate::event::{Event, Origin, Signaller};
use crate::host_lane::HostLane;
use crate::queue::Queue;
use crate::registry::lock;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    CommandType, EventHandle, ExpEnqueueExtProperties, ExpHostTaskProperties, HostTaskFunction, QueueHandle,
    UrResult,
};

/// A command about to be enqueued, its arguments checked.
pub struct Command {
    /// Its queue.
    pub queue: Arc<Queue>,
    kind: CommandType,
    waits: Vec<Arc<Event>>,
}

/// Which event a command signals.
enum Signal {
    Nothing,
    New(Event),
    Existing(Arc<Event>),
}

impl Signal {
    fn event(&self) -> Option<&Event> {
        match self {
            Self::Nothing => None,
            Self::New(event) => Some(event),
            Self::Existing(event) => Some(event),
        }
    }
}

impl Command {
    /// An event for this command if the caller asks for one.
    fn signal(&self, wanted: bool, times: bool) -> Ur<Signal> {
        if !wanted {
            return Ok(Signal::Nothing);
        }
        let (context, device) = (&self.queue.context, &self.queue.stream.device);
        Ok(Signal::New(Event::local(context, device, Origin::Command, times || self.queue.profiles())?))
    }

    /// Enqueues: the waits, the work, the signal.
    fn submit(&self, signal: &Signal, work: impl FnOnce(&mut HostLane) -> Ur<()>) -> Ur<()> {
        let stream = &self.queue.stream;
        let mut lane = lock(&self.queue.lane);
        stream.device.activate()?;
        for event in &self.waits {
            event.native.hold(stream.native)?;
        }
        if let Some(start) = signal.event().and_then(|event| event.start.as_ref()) {
            start.record(stream.native)?;
        }
        work(&mut lane)?;
        if let Some(event) = signal.event() {
            event.native.record(stream.native)?;
            *lock(&event.signaller) = Signaller { command: self.kind, queue: self.queue.id };
        }
        Ok(())
    }
}

impl State {
    /// Checks what every command is given.
    ///
    /// # Safety
    /// `list` is null or readable for `count` handles.
    pub unsafe fn command(
        &self,
        queue: QueueHandle,
        kind: CommandType,
        count: u32,
        list: *const EventHandle,
    ) -> Ur<Command> {
        let queue = self.queues.get(queue.address())?;
        ensure((count == 0) == list.is_null(), UrResult::ERROR_INVALID_EVENT_WAIT_LIST)?;
        // SAFETY: this function's contract; nothing is read if the count is 0.
        let waits =
            unsafe { self.listed(count, list) }.map_err(|_| UrResult::ERROR_INVALID_EVENT_WAIT_LIST)?;
        Ok(Command { queue, kind, waits })
    }

    /// Enqueues a command that signals a new event if `out` is not null.
    ///
    /// # Safety
    /// `out` is null or writable.
    pub unsafe fn enqueue(
        &self,
        command: &Command,
        blocking: bool,
        out: *mut EventHandle,
        work: impl FnOnce(&mut HostLane) -> Ur<()>,
    ) -> Ur<()> {
        let signal = command.signal(!out.is_null(), false)?;
        command.submit(&signal, work)?;
        // SAFETY: this function's contract; a signal that is an event was asked for by a pointer.
        unsafe { self.finish(command, blocking, signal, out) }
    }

    /// # Safety
    /// `out` is writable if the signal is a new event.
    unsafe fn finish(
        &self,
        command: &Command,
        blocking: bool,
        signal: Signal,
        out: *mut EventHandle,
    ) -> Ur<()> {
        if blocking {
            command.queue.stream.synchronize()?;
        }
        if let Signal::New(event) = signal {
            // SAFETY: this function's contract.
            unsafe { self.publish_event(event, out) };
        }
        Ok(())
    }

    pub unsafe fn enqueue_events_wait(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        // SAFETY: the caller's list and output are null or as large as said. The stream is in order, so the waits are
        // all there is to do.
        unsafe {
            let command =
                self.command(queue, CommandType::EVENTS_WAIT, num_events_in_wait_list, event_wait_list)?;
            self.enqueue(&command, false, event, |_| Ok(()))
        }
    }

    pub unsafe fn enqueue_events_wait_with_barrier(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        let kind = CommandType::EVENTS_WAIT_WITH_BARRIER;
        // SAFETY: as for a wait; in an in-order stream a barrier is nothing more.
        unsafe {
            let command = self.command(queue, kind, num_events_in_wait_list, event_wait_list)?;
            self.enqueue(&command, false, event, |_| Ok(()))
        }
    }

    pub unsafe fn enqueue_events_wait_with_barrier_ext(
        &self,
        queue: QueueHandle,
        properties: *const ExpEnqueueExtProperties,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        // SAFETY: the caller's descriptor is null or readable.
        let reserved = unsafe { optional(properties) }.is_some_and(|given| given.flags.has_reserved());
        ensure(!reserved, UrResult::ERROR_INVALID_ENUMERATION)?;
        let kind = CommandType::EVENTS_WAIT_WITH_BARRIER;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        // SAFETY: the in/out event is null or readable.
        let given = unsafe { optional(event) }.filter(|event| !event.is_null());
        let signal = match given {
            Some(handle) => Signal::Existing(self.signallable(handle, &command.queue)?),
            None => command.signal(!event.is_null(), false)?,
        };
        command.submit(&signal, |_| Ok(()))?;
        // SAFETY: a new event is made only for a pointer that is not null, and it is writable.
        unsafe { self.finish(&command, false, signal, event) }
    }

    /// A reusable event, local or imported, that commands of this queue can signal.
    fn signallable(&self, event: EventHandle, queue: &Queue) -> Ur<Arc<Event>> {
        let event = self.events.get(event.address())?;
        let signallable = event.origin != Origin::Command && event.device.id == queue.stream.device.id;
        ensure(signallable, UrResult::ERROR_INVALID_EVENT)?;
        Ok(event)
    }

    pub unsafe fn enqueue_timestamp_recording_exp(
        &self,
        queue: QueueHandle,
        blocking: bool,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        pointer(event)?;
        let kind = CommandType::TIMESTAMP_RECORDING_EXP;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        command.queue.stream.device.clock()?;
        let signal = command.signal(true, true)?;
        command.submit(&signal, |_| Ok(()))?;
        // SAFETY: the output is not null, so writable.
        unsafe { self.finish(&command, blocking, signal, event) }
    }

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
    ) -> Ur<()> {
        handles([queue.address()])?;
        let host_task = host_task.ok_or(UrResult::ERROR_INVALID_NULL_POINTER)?;
        // SAFETY: the caller's descriptor is null or readable.
        let reserved = unsafe { optional(properties) }.is_some_and(|given| given.flags.has_reserved());
        ensure(!reserved, UrResult::ERROR_INVALID_ENUMERATION)?;
        let kind = CommandType::HOST_TASK_EXP;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        let data = data.expose_provenance();
        let task = Box::new(move || {
            // SAFETY: the caller passed a function and an argument for it, to be used once, on any thread.
            unsafe { host_task(std::ptr::with_exposed_provenance_mut(data)) }
        });
        // SAFETY: the output is null or writable.
        unsafe { self.enqueue(&command, false, event, |lane| lane.run(&command.queue.stream, task)) }
    }
}
