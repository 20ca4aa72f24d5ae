//! Queries and calls of defects to the backend below.

use super::{Below, In, Out, Ptr, call};
use std::mem::MaybeUninit;
use ur_ipc_api::*;

/// Asks by a call with this size and place, and gives the answer if there is one.
fn ask<T: Copy>(make: impl FnOnce(usize, Ptr) -> UrResult) -> Option<T> {
    let mut answer = MaybeUninit::<T>::zeroed();
    let asked = make(size_of::<T>(), Ptr(answer.as_mut_ptr().cast()));
    // SAFETY: the call has written a value of the type that the caller names, which zeroes are as well.
    asked.is_success().then(|| unsafe { answer.assume_init() })
}

impl Below {
    /// An answer of `urEventGetInfo`.
    pub(crate) fn event_info<T: Copy>(&self, event: EventHandle, prop_name: EventInfo) -> Option<T> {
        ask(|prop_size, prop_value| {
            call::event_get_info { event, prop_name, prop_size, prop_value, prop_size_ret: Out::NULL }
                .run(self)
        })
    }

    /// An answer of `urPhysicalMemGetInfo`.
    pub(crate) fn physical_info<T: Copy>(
        &self,
        physical_mem: PhysicalMemHandle,
        prop_name: PhysicalMemInfo,
    ) -> Option<T> {
        ask(|prop_size, prop_value| {
            let prop_size_ret = Out::NULL;
            call::physical_mem_get_info { physical_mem, prop_name, prop_size, prop_value, prop_size_ret }
                .run(self)
        })
    }

    /// An answer of `urUSMGetMemAllocInfo`.
    pub(crate) fn alloc_info<T: Copy>(
        &self,
        context: ContextHandle,
        mem: Ptr,
        prop_name: UsmAllocInfo,
    ) -> Option<T> {
        ask(|prop_size, prop_value| {
            let prop_size_ret = Out::NULL;
            call::usm_get_mem_alloc_info { context, mem, prop_name, prop_size, prop_value, prop_size_ret }
                .run(self)
        })
    }

    /// An answer of `urDeviceGetInfo`.
    pub(crate) fn device_info<T: Copy>(&self, device: DeviceHandle, prop_name: DeviceInfo) -> Option<T> {
        ask(|prop_size, prop_value| {
            call::device_get_info { device, prop_name, prop_size, prop_value, prop_size_ret: Out::NULL }
                .run(self)
        })
    }

    /// An answer of `urQueueGetInfo`.
    pub(crate) fn queue_info<T: Copy>(&self, queue: QueueHandle, prop_name: QueueInfo) -> Option<T> {
        ask(|prop_size, prop_value| {
            call::queue_get_info { queue, prop_name, prop_size, prop_value, prop_size_ret: Out::NULL }
                .run(self)
        })
    }

    /// The devices of a context.
    pub(crate) fn devices_of(&self, context: ContextHandle) -> Vec<DeviceHandle> {
        let devices: Option<[DeviceHandle; 8]> = ask(|prop_size, prop_value| {
            let prop_name = ContextInfo::DEVICES;
            call::context_get_info { context, prop_name, prop_size, prop_value, prop_size_ret: Out::NULL }
                .run(self)
        });
        devices.unwrap_or_default().into_iter().take_while(|device| !device.is_null()).collect()
    }

    /// True if an event is complete.
    pub(crate) fn is_complete(&self, event: EventHandle) -> bool {
        self.event_info(event, EventInfo::COMMAND_EXECUTION_STATUS) == Some(EventStatus::COMPLETE)
    }

    /// The references of a physical memory object; none if it is gone.
    pub(crate) fn physical_references(&self, object: PhysicalMemHandle) -> u32 {
        self.physical_info(object, PhysicalMemInfo::REFERENCE_COUNT).unwrap_or_default()
    }

    /// The references of a context; none if it was released.
    pub(crate) fn context_references(&self, context: ContextHandle) -> u32 {
        let references = ask(|prop_size, prop_value| {
            let prop_name = ContextInfo::REFERENCE_COUNT;
            call::context_get_info { context, prop_name, prop_size, prop_value, prop_size_ret: Out::NULL }
                .run(self)
        });
        references.unwrap_or_default()
    }

    /// A new context on one device, which is never released.
    pub(crate) fn context_on(&self, device: DeviceHandle) -> ContextHandle {
        let mut context = ContextHandle::NULL;
        call::context_create {
            device_count: 1,
            devices: In::of(&device),
            properties: In::NULL,
            context: Out::of(&mut context),
        }
        .run(self);
        context
    }

    /// A new queue on the first device of a context.
    pub(crate) fn queue_in(&self, context: ContextHandle) -> QueueHandle {
        let (mut queue, device) =
            (QueueHandle::NULL, self.devices_of(context).first().copied().unwrap_or_default());
        call::queue_create { context, device, properties: In::NULL, queue: Out::of(&mut queue) }.run(self);
        queue
    }

    /// Another queue on the same device and context as this one, which is never released.
    pub(crate) fn another_queue(&self, queue: QueueHandle) -> QueueHandle {
        let context = self.queue_info(queue, QueueInfo::CONTEXT).unwrap_or_default();
        let device = self.queue_info(queue, QueueInfo::DEVICE).unwrap_or_default();
        let mut other = QueueHandle::NULL;
        call::queue_create { context, device, properties: In::NULL, queue: Out::of(&mut other) }.run(self);
        other
    }

    /// Fills device memory with a byte, by a queue of its own, and waits for that.
    pub(crate) fn fill(&self, context: ContextHandle, mem: Ptr, byte: u8, size: usize) {
        let queue = self.queue_in(context);
        let pattern = Ptr((&raw const byte).cast_mut().cast());
        call::enqueue_usm_fill {
            queue,
            mem,
            pattern_size: 1,
            pattern,
            size,
            num_events_in_wait_list: 0,
            event_wait_list: In::NULL,
            event: Out::NULL,
        }
        .run(self);
        call::queue_finish { queue }.run(self);
        call::queue_release { queue }.run(self);
    }

    /// Copies device memory, by a queue of its own, and waits for that.
    pub(crate) fn copy(&self, context: ContextHandle, dst: Ptr, src: Ptr, size: usize) {
        let queue = self.queue_in(context);
        call::enqueue_usm_memcpy {
            queue,
            blocking: true,
            dst,
            src,
            size,
            num_events_in_wait_list: 0,
            event_wait_list: In::NULL,
            event: Out::NULL,
        }
        .run(self);
        call::queue_release { queue }.run(self);
    }

    /// Allocates device memory on the first device of a context; null if that fails.
    pub(crate) fn allocate(&self, context: ContextHandle, size: usize) -> Ptr {
        let (mut mem, device) = (Ptr::NULL, self.devices_of(context).first().copied().unwrap_or_default());
        let (usm_desc, pool) = (In::NULL, UsmPoolHandle::NULL);
        call::usm_device_alloc { context, device, usm_desc, pool, size, mem: Out::of(&mut mem) }.run(self);
        mem
    }
}
