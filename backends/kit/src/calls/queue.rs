//! Queues.

use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, optional, pointer, store};
use crate::driver::{DeviceFacts, Driver};
use crate::objects::{Context, Queue};
use crate::registry::next_id;
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, QueueFlags, QueueHandle, QueueInfo, QueueProperties, UrResult,
};

/// The part of a driver that the calls on queues need.
pub trait QueueCalls: Driver {
    /// The driver's part of a queue.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` for a flag that the device cannot serve; the driver's.
    fn create_queue(
        &self,
        flags: QueueFlags,
        context: &Context<Self>,
        device: &Arc<Self::Device>,
    ) -> Ur<Self::NativeQueue>;

    /// True if all commands of a queue are done.
    fn is_idle(&self, queue: &Queue<Self>) -> Ur<bool>;

    /// Blocks until all commands of a queue are done.
    fn finish(&self, queue: &Queue<Self>) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: QueueCalls> State<D> {
    /// `urQueueCreate`
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
        let native = self.driver.create_queue(flags, &context, &device)?;
        let id = next_id();
        self.queues.insert(id, Arc::new(Queue { id, flags, native, device, context }));
        // SAFETY: the output is not null, so writable.
        unsafe { store(queue, QueueHandle::from_address(id)) };
        Ok(())
    }

    /// `urQueueRetain`
    pub unsafe fn queue_retain(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.retain(queue.address())
    }

    /// `urQueueRelease`
    pub unsafe fn queue_release(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.release(queue.address())?;
        self.driver.reap();
        Ok(())
    }

    /// `urQueueFinish`
    pub unsafe fn queue_finish(&self, queue: QueueHandle) -> Ur<()> {
        self.driver.finish(&*self.queues.get(queue.address())?)
    }

    /// `urQueueFlush`: drivers are given commands at once, so nothing waits to be submitted.
    pub unsafe fn queue_flush(&self, queue: QueueHandle) -> Ur<()> {
        self.queues.get(queue.address()).map(drop)
    }

    /// `urQueueGetInfo`
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
            QueueInfo::DEVICE => out.word(object.device.id()),
            QueueInfo::FLAGS => out.number(object.flags.0),
            QueueInfo::REFERENCE_COUNT => out.number(self.queues.count(queue.address())?),
            QueueInfo::EMPTY => out.boolean(self.driver.is_idle(&object)?),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
