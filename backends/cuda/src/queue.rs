//! Queues: one stream each, so that an out-of-order queue runs in order.

use crate::backend::State;
use crate::context::Context;
use crate::cuda_result::CuResult;
use crate::device::Device;
use crate::driver::{CuStream, STREAM_NON_BLOCKING};
use crate::error::{Ur, ensure, handles, optional, pointer, store};
use crate::host_lane::HostLane;
use crate::info::InfoOut;
use crate::registry::next_id;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, QueueFlags, QueueHandle, QueueInfo, QueueProperties, UrResult,
};

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

/// A queue.
pub struct Queue {
    /// UR's handle.
    pub id: usize,
    /// The flags it was created with.
    pub flags: QueueFlags,
    /// Locked while a command is enqueued, which takes several calls of CUDA.
    pub lane: Mutex<HostLane>,
    /// The stream.
    pub stream: Arc<Stream>,
    /// The context.
    pub context: Arc<Context>,
}

impl Queue {
    /// True if commands take their times.
    pub fn profiles(&self) -> bool {
        self.flags.contains(QueueFlags::PROFILING_ENABLE)
    }
}

impl State {
    pub unsafe fn queue_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        properties: *const QueueProperties,
        queue: *mut QueueHandle,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(queue)?;
        // SAFETY: the caller's descriptor is null or readable.
        let flags =
            unsafe { optional(properties) }.map_or(QueueFlags::NONE_SET, |properties| properties.flags);
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let both = QueueFlags::SUBMISSION_BATCHED | QueueFlags::SUBMISSION_IMMEDIATE;
        ensure(!flags.contains(both), UrResult::ERROR_INVALID_QUEUE_PROPERTIES)?;
        let (context, device) = self.context_and_device(context, device)?;
        if flags.contains(QueueFlags::PROFILING_ENABLE) {
            device.clock()?;
        }
        let stream = Arc::new(Stream::new(device)?);
        let id = next_id();
        self.queues.insert(id, Arc::new(Queue { id, flags, lane: Mutex::default(), stream, context }));
        // SAFETY: the output is not null, so writable.
        unsafe { store(queue, QueueHandle::from_address(id)) };
        Ok(())
    }

    pub unsafe fn queue_retain(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.retain(queue.address())
    }

    pub unsafe fn queue_release(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.release(queue.address())
    }

    pub unsafe fn queue_finish(&self, queue: QueueHandle) -> Ur<()> {
        Ok(self.queues.get(queue.address())?.stream.synchronize()?)
    }

    pub unsafe fn queue_flush(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.get(queue.address()).map(drop)
    }

    pub unsafe fn queue_get_info(
        &self,
        queue: QueueHandle,
        prop_name: QueueInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([queue.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.queues.get(queue.address())?;
        match prop_name {
            QueueInfo::CONTEXT => out.word(object.context.id),
            QueueInfo::DEVICE => out.word(object.stream.device.id),
            QueueInfo::FLAGS => out.number(object.flags.0),
            QueueInfo::REFERENCE_COUNT => out.number(self.queues.count(queue.address())?),
            QueueInfo::EMPTY => out.boolean(object.stream.is_idle()?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
