//! Commands: how they are submitted, and those that move no memory.

use crate::cuda::{Cuda, Event, Queue};
use crate::host_lane::HostLane;
use crate::native_event::Recorded;
use ur_ipc_backend_kit::calls::{Command, CommandCalls, HostTask};
use ur_ipc_backend_kit::objects::Signaller;
use ur_ipc_backend_kit::{Ur, lock};

/// Submits: the waits, the work, the signal.
pub fn submit(
    command: &Command<Cuda>,
    event: Option<&Event>,
    work: impl FnOnce(&mut HostLane) -> Ur<()>,
) -> Ur<()> {
    let queue = &command.queue.native;
    let stream = &queue.stream;
    let mut lane = lock(&queue.lane);
    stream.device.activate()?;
    for event in &command.waits {
        event.native.end.hold(stream.native)?;
    }
    if let Some(start) = event.and_then(|event| event.native.start.as_ref()) {
        start.record(stream.native)?;
    }
    work(&mut lane)?;
    if let Some(event) = event {
        event.native.end.record(stream.native)?;
        *lock(&event.signaller) = Signaller { command: command.kind, queue: command.queue.id };
    }
    Ok(())
}

impl CommandCalls for Cuda {
    fn ensure_times(&self, queue: &Queue) -> Ur<()> {
        queue.device.clock()?;
        Ok(())
    }

    fn command_event(&self, queue: &Queue, times: bool) -> Ur<Recorded> {
        Ok(Recorded::new(&queue.device, times)?)
    }

    /// The stream is in order, so the waits are all there is to do.
    fn submit_order(&self, command: &Command<Self>, event: Option<&Event>) -> Ur<()> {
        submit(command, event, |_| Ok(()))
    }

    unsafe fn submit_host_task(
        &self,
        command: &Command<Self>,
        event: Option<&Event>,
        task: HostTask,
    ) -> Ur<()> {
        let (function, data) = (task.function, task.data.expose_provenance());
        let action = Box::new(move || {
            // SAFETY: this function's contract.
            unsafe { function(std::ptr::with_exposed_provenance_mut(data)) }
        });
        submit(command, event, |lane| lane.run(&command.queue.native.stream, action))
    }
}
