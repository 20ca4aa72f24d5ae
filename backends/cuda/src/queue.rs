//! Queues: one stream each, so that an out-of-order queue runs in order.

use crate::backend::State;
use crate::context::Context;
use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::{CuStream, STREAM_NON_BLOCKING};
use crate::host_lane::HostLane;
use std::sync::{Arc, Mutex};
use ur_ipc_api::QueueFlags;
use ur_ipc_backend_kit::calls::{self, QueueCalls};
use ur_ipc_backend_kit::{Registry, Ur};

/// A stream of CUDA, destroyed with this; CUDA lets pending work finish.
pub struct Stream {
    /// CUDA's handle.
    pub native: CuStream,
    /// Its device.
    pub device: Arc<Device>,
}

impl Stream {
    fn new(device: Arc<Device>) -> Result<Self, CuResult> {
        device.activate()?;
        let mut native = 0;
        // SAFETY: the output is a local variable; the context is current.
        unsafe { device.driver.stream_create(&raw mut native, STREAM_NON_BLOCKING) }?;
        Ok(Self { native, device })
    }

    /// Blocks until everything in the stream is done.
    pub fn synchronize(&self) -> Result<(), CuResult> {
        self.device.activate()?;
        // SAFETY: the stream lives.
        unsafe { self.device.driver.stream_synchronize(self.native) }
    }

    fn is_idle(&self) -> Result<bool, CuResult> {
        self.device.activate()?;
        // SAFETY: the stream lives.
        match unsafe { self.device.driver.stream_query(self.native) } {
            Ok(()) => Ok(true),
            Err(CuResult::ERROR_NOT_READY) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.device.activate().is_ok() {
            // SAFETY: destroyed once.
            let _ = unsafe { self.device.driver.stream_destroy(self.native) };
        }
    }
}

/// CUDA's part of a queue.
pub struct NativeQueue {
    /// Locked while a command is enqueued, which takes several calls of CUDA.
    pub lane: Mutex<HostLane>,
    /// The stream.
    pub stream: Arc<Stream>,
}

/// A queue.
pub type Queue = calls::Queue<State>;

impl QueueCalls for State {
    type NativeQueue = NativeQueue;

    fn queues(&self) -> &Registry<Queue> {
        &self.queues
    }

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
