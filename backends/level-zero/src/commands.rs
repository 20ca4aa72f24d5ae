//! Commands: how they are submitted, and those that move no memory.

use crate::command_list::Wiring;
use crate::event::takes_times;
use crate::lane::Appending;
use crate::level_zero::{Event, LevelZero, Queue};
use crate::native_event::NativeEvent;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::calls::{Command, CommandCalls, HostTask};
use ur_ipc_backend_kit::checks::{Ur, ensure};
use ur_ipc_backend_kit::lock;
use ur_ipc_backend_kit::objects::Signaller;

/// Submits: `work` appends with the waits and the signal.
pub fn submit(
    command: &Command<LevelZero>,
    event: Option<&Event>,
    work: impl FnOnce(&mut Appending<'_>, Wiring) -> Ur<()>,
) -> Ur<()> {
    let wiring = Wiring::new(
        command.waits.iter().map(|event| &*event.native),
        event.map(|event| &*event.native),
        event.is_some_and(takes_times),
    );
    let mut lane = command.queue.native.append();
    for used in command.waits.iter().map(|event| &**event).chain(event) {
        lane.keep(Arc::clone(&used.native));
    }
    work(&mut lane, wiring)?;
    if let Some(event) = event {
        *lock(&event.signaller) = Signaller { command: command.kind, queue: command.queue.id };
    }
    Ok(())
}

impl CommandCalls for LevelZero {
    /// The events of one driver mean nothing to another.
    fn ensure_waits(&self, queue: &Queue, waits: &[Arc<Event>]) -> Ur<()> {
        let own = waits.iter().all(|event| event.device.driver.id == queue.device.driver.id);
        ensure(own, UrResult::ERROR_INVALID_EVENT_WAIT_LIST)
    }

    fn ensure_times(&self, queue: &Queue) -> Ur<()> {
        ensure(queue.device.capabilities().times.is_ok(), UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    fn ensure_host_tasks(&self, queue: &Queue) -> Ur<()> {
        ensure(queue.device.capabilities().host_tasks.is_ok(), UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    fn command_event(&self, queue: &Queue, times: bool) -> Ur<Arc<NativeEvent>> {
        let native = NativeEvent::for_command(&queue.context.native, queue.device.native, times);
        native.map(Arc::new).map_err(ur)
    }

    fn submit_order(&self, command: &Command<Self>, event: Option<&Event>) -> Ur<()> {
        submit(command, event, |lane, wiring| lane.list.order(wiring).map_err(ur))
    }

    unsafe fn submit_host_task(
        &self,
        command: &Command<Self>,
        event: Option<&Event>,
        task: HostTask,
    ) -> Ur<()> {
        submit(command, event, |lane, wiring| {
            // SAFETY: this function's contract.
            unsafe { lane.list.host_function(Some(task.function), task.data, wiring) }.map_err(ur)
        })
    }
}
