//! The entry points of queues.

use super::Queue;
use crate::backend::Core;
use crate::error::CallResult;
use crate::registry::lock;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, optional, pointer, store};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, QueueFlags, QueueHandle, QueueInfo, QueueProperties, StructureType, UrResult,
};
use ur_ipc_soft_gpu::Engine;

impl Core {
    /// The queue of a handle.
    pub fn queue(&self, handle: QueueHandle) -> CallResult<Arc<Queue>> {
        self.queues.get(handle.address()).ok_or(UrResult::ERROR_INVALID_QUEUE)
    }

    /// # Safety
    /// As [`UrIpc::queue_create`](ur_ipc_api::UrIpc::queue_create).
    pub unsafe fn queue_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        properties: *const QueueProperties,
        queue: *mut QueueHandle,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        pointer(queue)?;
        // SAFETY: null or readable by the caller's contract.
        let properties = unsafe { optional(properties) };
        let flags = properties.map_or(QueueFlags::NONE_SET, |properties| properties.flags);
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let typed = properties.is_none_or(|given| given.stype == StructureType::QUEUE_PROPERTIES);
        ensure(typed, UrResult::ERROR_INVALID_VALUE)?;
        let context = self.context(context)?;
        let device = self.device(device)?;
        context.require(&device, UrResult::ERROR_INVALID_DEVICE)?;
        let both_ways = QueueFlags::SUBMISSION_BATCHED | QueueFlags::SUBMISSION_IMMEDIATE;
        ensure(!flags.contains(both_ways), UrResult::ERROR_INVALID_QUEUE_PROPERTIES)?;
        let out_of_order = flags.contains(QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE);
        let profile = &self.profile;
        let supported = (profile.out_of_order || !out_of_order)
            && (profile.batched || !flags.contains(QueueFlags::SUBMISSION_BATCHED))
            && (profile.profiling || !flags.contains(QueueFlags::PROFILING_ENABLE));
        ensure(supported, UrResult::ERROR_UNSUPPORTED_FEATURE)?;
        let engine = Arc::new(Engine::new(!out_of_order));
        let mut engines = lock(&self.engines);
        engines.retain(|engine| engine.strong_count() > 0);
        engines.push(Arc::downgrade(&engine));
        drop(engines);
        let made = self.queues.insert(|handle| Queue {
            handle: QueueHandle::from_address(handle),
            context,
            device,
            flags,
            engine,
        });
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(queue, QueueHandle::from_address(made)) };
        Ok(())
    }

    pub fn queue_retain(&self, queue: QueueHandle) -> CallResult {
        handles([queue.address()])?;
        self.queues.retain(queue.address()).ok_or(UrResult::ERROR_INVALID_QUEUE)
    }

    /// Commands that were accepted still run after the last release.
    pub fn queue_release(&self, queue: QueueHandle) -> CallResult {
        handles([queue.address()])?;
        self.queues.release(queue.address()).map(drop).ok_or(UrResult::ERROR_INVALID_QUEUE)
    }

    pub fn queue_finish(&self, queue: QueueHandle) -> CallResult {
        handles([queue.address()])?;
        self.queue(queue)?.engine.finish();
        Ok(())
    }

    /// Nothing is ever held back, so that there is nothing to flush.
    pub fn queue_flush(&self, queue: QueueHandle) -> CallResult {
        handles([queue.address()])?;
        self.queue(queue).map(drop)
    }

    /// # Safety
    /// As [`UrIpc::queue_get_info`](ur_ipc_api::UrIpc::queue_get_info).
    pub unsafe fn queue_get_info(
        &self,
        queue: QueueHandle,
        prop_name: QueueInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([queue.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.queue(queue)?;
        match prop_name {
            QueueInfo::CONTEXT => answer.word(object.context.handle.address()),
            QueueInfo::DEVICE => answer.word(object.device.handle.address()),
            QueueInfo::FLAGS => answer.number(object.flags.0),
            QueueInfo::REFERENCE_COUNT => answer.number(self.queues.references(queue.address()).unwrap_or(0)),
            QueueInfo::EMPTY => answer.boolean(object.engine.is_idle()),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
