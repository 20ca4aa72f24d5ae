//! Queues: one immediate command list each, so that an out-of-order queue runs in order.

use crate::command_list::CommandList;
use crate::device::Device;
use crate::lane::Lane;
use crate::level_zero::{Context, LevelZero, Queue};
use crate::result::ur;
use std::sync::Arc;
use ur_ipc_api::{QueueFlags, UrResult};
use ur_ipc_backend_kit::calls::QueueCalls;
use ur_ipc_backend_kit::checks::{Ur, ensure};

impl QueueCalls for LevelZero {
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
