//! Queues: objects, what they run, and the entry points around them.

mod calls;
pub mod command;
mod enqueue;

use crate::context::Context;
use crate::device::Device;
use command::Command;
use std::sync::Arc;
use ur_ipc_api::{QueueFlags, QueueHandle};
use ur_ipc_soft_gpu::Engine;

/// A queue.
#[derive(Debug)]
pub struct Queue {
    /// Its handle.
    pub handle: QueueHandle,
    /// The context it was made in.
    pub context: Arc<Context>,
    /// The device its commands run on.
    pub device: Arc<Device>,
    /// The flags it was made with.
    pub flags: QueueFlags,
    /// What runs the commands; outlives the queue as long as some are left.
    pub engine: Arc<Engine<Command>>,
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.engine.close();
    }
}
