//! Events: objects, queries, sharing.

mod calls;
mod ipc;

use crate::context::Context;
use crate::device::Device;
use crate::registry::lock;
use crate::shared_object::SharedObject;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{CommandType, QueueHandle};
use ur_ipc_soft_gpu::EventPage;

/// An event.
#[derive(Debug)]
pub struct Event {
    /// The context it was made or opened in.
    pub context: Arc<Context>,
    /// The device it was made for; none for an opened one.
    pub device: Option<Arc<Device>>,
    /// The origin of the event.
    pub origin: EventOrigin,
    /// Its state, which others may share.
    pub page: Arc<EventPage>,
    usage: Mutex<Usage>,
}

/// The origin of an event.
#[derive(Clone, Debug)]
pub enum EventOrigin {
    /// A command returned it.
    Command,
    /// The recording of a time stamp returned it.
    Timestamp,
    /// `urEventCreateExp`, for this process only.
    Reusable {
        /// It keeps the time of its signals.
        profiling: bool,
    },
    /// `urEventCreateExp`, for other processes too.
    Shareable(Arc<SharedObject>),
    /// A handle.
    Imported,
}

/// The last signal of an event by this process.
#[derive(Debug, Default)]
struct Usage {
    queue: QueueHandle,
    command: Option<CommandType>,
    times: Option<Times>,
    keeps_times: bool,
}

/// When a command passed its stages, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// It was enqueued.
    pub queued: u64,
    /// It began.
    pub start: u64,
    /// It ended.
    pub end: u64,
}

impl Event {
    /// An event that no command has used.
    pub fn new(
        context: Arc<Context>,
        device: Option<Arc<Device>>,
        origin: EventOrigin,
        page: EventPage,
    ) -> Self {
        Self { context, device, origin, page: Arc::new(page), usage: Mutex::default() }
    }

    /// True if barriers can signal it again and again.
    pub fn is_reusable(&self) -> bool {
        matches!(
            self.origin,
            EventOrigin::Reusable { .. } | EventOrigin::Shareable(_) | EventOrigin::Imported
        )
    }

    /// True if others may share its state.
    fn is_shared(&self) -> bool {
        matches!(self.origin, EventOrigin::Shareable(_) | EventOrigin::Imported)
    }

    /// A command of the queue is going to signal it.
    pub fn used_by(&self, queue: QueueHandle, command: CommandType, queue_profiles: bool) {
        let keeps_times = !self.is_shared()
            && (queue_profiles
                || matches!(self.origin, EventOrigin::Timestamp | EventOrigin::Reusable { profiling: true }));
        *lock(&self.usage) = Usage { queue, command: Some(command), times: None, keeps_times };
    }

    /// The command is about to signal it.
    pub fn record(&self, times: Times) {
        let mut usage = lock(&self.usage);
        if usage.keeps_times {
            usage.times = Some(times);
        }
    }
}
