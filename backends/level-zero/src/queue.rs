//! Queues: one immediate command list each, so that an out-of-order queue runs in order.

use crate::backend::State;
use crate::command_list::CommandList;
use crate::context::Context;
use crate::device::Device;
use crate::lane::Lane;
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::{QueueFlags, UrResult};
use ur_ipc_backend_kit::Registry;
use ur_ipc_backend_kit::calls::{self, QueueCalls};
use ur_ipc_backend_kit::checks::{Ur, ensure};

/// A queue.
pub type Queue = calls::Queue<State>;

impl QueueCalls for State {
    type NativeQueue = Arc<Lane>;

    fn queues(&self) -> &Registry<Queue> {
        &self.queues
    }

    fn create_queue(&self, flags: QueueFlags, context: &Context, device: &Arc<Device>) -> Ur<Arc<Lane>> {
        let untimed = flags.contains(QueueFlags::PROFILING_ENABLE) && device.capabilities().times.is_err();
        ensure(!untimed, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        self.lanes.reap();
        Ok(self.lanes.add(CommandList::new(&context.native, device).map_err(ur)?))
    }

    fn is_idle(&self, queue: &Queue) -> Ur<bool> {
        queue.native.is_idle().map_err(ur)
    }

    fn finish(&self, queue: &Queue) -> Ur<()> {
        queue.native.finish().map_err(ur)
    }
}
