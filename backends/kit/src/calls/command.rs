//! Commands: what all have in common, and those that move no memory.

use super::event::EventCalls;
use super::queue::QueueCalls;
use crate::checks::{Ur, ensure, handles, optional, pointer};
use crate::driver::{DeviceFacts, Driver};
use crate::objects::{Event, Origin, Queue};
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    CommandType, EventHandle, ExpEnqueueExtProperties, ExpHostTaskProperties, HostTaskFunction, QueueHandle,
    UrResult,
};

/// A command about to be enqueued, its arguments checked.
pub struct Command<D: Driver> {
    /// Its queue.
    pub queue: Arc<Queue<D>>,
    /// The type of the command.
    pub kind: CommandType,
    /// The events that it waits for.
    pub waits: Vec<Arc<Event<D>>>,
}

/// The event that a command signals, if any.
enum Signal<E> {
    Nothing,
    New(E),
    Existing(Arc<E>),
}

impl<E> Signal<E> {
    fn event(&self) -> Option<&E> {
        match self {
            Self::Nothing => None,
            Self::New(event) => Some(event),
            Self::Existing(event) => Some(event),
        }
    }
}

/// A function that the host calls.
#[derive(Clone, Copy)]
pub struct HostTask {
    /// The function.
    pub function: unsafe extern "C" fn(*mut c_void),
    /// Its argument.
    pub data: *mut c_void,
}

/// The part of a driver that calls need to enqueue. To submit a command is to enqueue the wait for its events, the
/// work, and the signal of the given event, if any. The submission also notes the signaller in that event.
pub trait CommandCalls: QueueCalls + EventCalls {
    /// Checks that commands of a queue can wait for these events.
    ///
    /// # Errors
    /// `INVALID_EVENT_WAIT_LIST` if they cannot.
    fn ensure_waits(&self, _queue: &Queue<Self>, _waits: &[Arc<Event<Self>>]) -> Ur<()> {
        Ok(())
    }

    /// Checks that commands of a queue can take times.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if they cannot; the driver's.
    fn ensure_times(&self, queue: &Queue<Self>) -> Ur<()>;

    /// Checks that a queue can have the host call functions.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if it cannot.
    fn ensure_host_tasks(&self, _queue: &Queue<Self>) -> Ur<()> {
        Ok(())
    }

    /// The driver's event for one command of a queue, which takes times or does not.
    fn command_event(&self, queue: &Queue<Self>, times: bool) -> Ur<Self::NativeEvent>;

    /// Submits a command that only orders. Queues run in order, so that it has nothing to do but to wait and to signal.
    fn submit_order(&self, command: &Command<Self>, event: Option<&Event<Self>>) -> Ur<()>;

    /// Submits a call of a function by the host.
    ///
    /// # Safety
    /// The task may be called once, on any thread.
    unsafe fn submit_host_task(
        &self,
        command: &Command<Self>,
        event: Option<&Event<Self>>,
        task: HostTask,
    ) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: CommandCalls> State<D> {
    /// Checks what every command is given.
    ///
    /// # Safety
    /// `list` is null or readable for `count` handles.
    pub(super) unsafe fn command(
        &self,
        queue: QueueHandle,
        kind: CommandType,
        count: u32,
        list: *const EventHandle,
    ) -> Ur<Command<D>> {
        let queue = self.queues.get(queue.address())?;
        ensure((count == 0) == list.is_null(), UrResult::ERROR_INVALID_EVENT_WAIT_LIST)?;
        // SAFETY: this function's contract; nothing is read if the count is 0.
        let waits =
            unsafe { self.listed(count, list) }.map_err(|_| UrResult::ERROR_INVALID_EVENT_WAIT_LIST)?;
        self.driver.ensure_waits(&queue, &waits)?;
        Ok(Command { queue, kind, waits })
    }

    /// Enqueues a command that signals a new event if `out` is not null.
    ///
    /// # Safety
    /// `out` is null or writable.
    pub(super) unsafe fn enqueue(
        &self,
        command: &Command<D>,
        blocking: bool,
        out: *mut EventHandle,
        submit: impl FnOnce(Option<&Event<D>>) -> Ur<()>,
    ) -> Ur<()> {
        let signal = if out.is_null() { Signal::Nothing } else { new_signal(self, command, false)? };
        submit(signal.event())?;
        // SAFETY: this function's contract; a signal that is an event was asked for by a pointer.
        unsafe { finish(self, command, blocking, signal, out) }
    }

    /// `urEnqueueEventsWait`
    pub unsafe fn enqueue_events_wait(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        // SAFETY: the caller's list and output are null or as large as said.
        unsafe {
            order(self, queue, CommandType::EVENTS_WAIT, num_events_in_wait_list, event_wait_list, event)
        }
    }

    /// `urEnqueueEventsWaitWithBarrier`
    pub unsafe fn enqueue_events_wait_with_barrier(
        &self,
        queue: QueueHandle,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        let kind = CommandType::EVENTS_WAIT_WITH_BARRIER;
        // SAFETY: the caller's list and output are null or as large as said.
        unsafe { order(self, queue, kind, num_events_in_wait_list, event_wait_list, event) }
    }

    /// `urEnqueueEventsWaitWithBarrierExt`
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
            Some(handle) => Signal::Existing(signallable(self, handle, &command.queue)?),
            None if event.is_null() => Signal::Nothing,
            None => new_signal(self, &command, false)?,
        };
        self.driver.submit_order(&command, signal.event())?;
        // SAFETY: a new event is made only for a pointer that is not null, and it is writable.
        unsafe { finish(self, &command, false, signal, event) }
    }

    /// `urEnqueueTimestampRecordingExp`
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
        self.driver.ensure_times(&command.queue)?;
        let signal = new_signal(self, &command, true)?;
        self.driver.submit_order(&command, signal.event())?;
        // SAFETY: the output is not null, so writable.
        unsafe { finish(self, &command, blocking, signal, event) }
    }

    /// `urEnqueueHostTaskExp`
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
        let function = host_task.ok_or(UrResult::ERROR_INVALID_NULL_POINTER)?;
        // SAFETY: the caller's descriptor is null or readable.
        let reserved = unsafe { optional(properties) }.is_some_and(|given| given.flags.has_reserved());
        ensure(!reserved, UrResult::ERROR_INVALID_ENUMERATION)?;
        let kind = CommandType::HOST_TASK_EXP;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        self.driver.ensure_host_tasks(&command.queue)?;
        let task = HostTask { function, data };
        // SAFETY: the caller passed a function and an argument for it, to be used once, on any thread; the output is
        // null or writable.
        unsafe {
            self.enqueue(&command, false, event, |event| self.driver.submit_host_task(&command, event, task))
        }
    }
}

/// Enqueues a command that only orders.
///
/// # Safety
/// `list` is null or readable for `count` handles, `out` null or writable.
unsafe fn order<D: CommandCalls>(
    state: &State<D>,
    queue: QueueHandle,
    kind: CommandType,
    count: u32,
    list: *const EventHandle,
    out: *mut EventHandle,
) -> Ur<()> {
    handles([queue.address()])?;
    // SAFETY: this function's contract.
    unsafe {
        let command = state.command(queue, kind, count, list)?;
        state.enqueue(&command, false, out, |event| state.driver.submit_order(&command, event))
    }
}

fn new_signal<D: CommandCalls>(state: &State<D>, command: &Command<D>, times: bool) -> Ur<Signal<Event<D>>> {
    let queue = &command.queue;
    let native = state.driver.command_event(queue, times || queue.profiles())?;
    Ok(Signal::New(Event::new(native, Origin::Command, &queue.device, &queue.context)))
}

/// A reusable event, local or imported, that commands of this queue can signal.
fn signallable<D: CommandCalls>(state: &State<D>, event: EventHandle, queue: &Queue<D>) -> Ur<Arc<Event<D>>> {
    let event = state.events.get(event.address())?;
    let signallable = event.origin != Origin::Command && event.device.id() == queue.device.id();
    ensure(signallable, UrResult::ERROR_INVALID_EVENT)?;
    Ok(event)
}

/// Waits if the call blocks, and gives out the command's event.
///
/// # Safety
/// `out` is writable if the signal is a new event.
unsafe fn finish<D: CommandCalls>(
    state: &State<D>,
    command: &Command<D>,
    blocking: bool,
    signal: Signal<Event<D>>,
    out: *mut EventHandle,
) -> Ur<()> {
    if blocking {
        state.driver.finish(&command.queue)?;
    }
    if let Signal::New(event) = signal {
        // SAFETY: this function's contract.
        unsafe { state.publish_event(event, out) };
    }
    Ok(())
}
