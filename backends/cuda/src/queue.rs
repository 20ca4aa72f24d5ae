//! Queues: one stream each, so that an out-of-order queue runs in order.

use crate::cuda::{Context, Cuda, NativeQueue, Queue};
use crate::device::Device;
use crate::stream::Stream;
use std::sync::{Arc, Mutex};
use ur_ipc_api::QueueFlags;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::QueueCalls;

impl QueueCalls for Cuda {
    fn create_queue(&self, flags: QueueFlags, _context: &Context, device: &Arc<Device>) -> Ur<NativeQueue> {
        if flags.contains(QueueFlags::PROFILING_ENABLE) {
            device.clock()?;
        }
        let stream = Arc::new(Stream::new(Arc::clone(device))?);
        Ok(NativeQueue { lane: Mutex::default(), stream })
    }

    fn is_idle(&self, queue: &Queue) -> Ur<bool> {
        Ok(queue.native.stream.is_idle()?)
    }

    fn finish(&self, queue: &Queue) -> Ur<()> {
        Ok(queue.native.stream.synchronize()?)
    }
}
