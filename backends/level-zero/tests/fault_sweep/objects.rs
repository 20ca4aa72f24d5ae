//! Objects of the programs.

use crate::user::{Made, Output, Step, User};
use std::ffi::c_void;
use std::ptr::null;
use ur_ipc_api::*;

/// A pointer to memory of the device.
pub type Pointer = *mut c_void;

/// A buffer with the bytes of a handle, as Get gives it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandleData {
    /// The buffer.
    pub data: *mut c_void,
    /// Its size in bytes.
    pub size: usize,
}

impl Output for HandleData {
    fn untouched() -> Self {
        Self { data: Output::untouched(), size: Output::untouched() }
    }
}

impl HandleData {
    /// The bytes, as another process would get them.
    pub fn bytes(&self) -> Vec<u8> {
        // SAFETY: Get's buffer of this size, which is not put yet.
        unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.size) }.to_vec()
    }
}

// In all of these the handles are those of the user's backend, or what the backend has to refuse; outputs are live.
impl User<'_> {
    /// A context of one device.
    pub fn context(&self, device: DeviceHandle) -> Step<Made<'_, ContextHandle>> {
        self.context_of(&[device])
    }

    /// A context of several devices.
    pub fn context_of(&self, devices: &[DeviceHandle]) -> Step<Made<'_, ContextHandle>> {
        let count = u32::try_from(devices.len()).expect("a few");
        // SAFETY: as many devices as said, no properties.
        let context = self.output("urContextCreate", |out| unsafe {
            self.ur.context_create(count, devices.as_ptr(), null(), out)
        })?;
        // SAFETY: a handle is enough.
        Ok(self.made(context, "urContextRelease", |ur, context| unsafe { ur.context_release(context) }))
    }

    /// A queue.
    pub fn queue(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        flags: QueueFlags,
    ) -> Step<Made<'_, QueueHandle>> {
        let properties = QueueProperties::new(flags);
        // SAFETY: the properties outlive the call.
        let queue = self.output("urQueueCreate", |out| unsafe {
            self.ur.queue_create(context, device, &raw const properties, out)
        })?;
        // SAFETY: a handle is enough.
        Ok(self.made(queue, "urQueueRelease", |ur, queue| unsafe { ur.queue_release(queue) }))
    }

    /// A pool of memory.
    pub fn pool(&self, context: ContextHandle) -> Step<Made<'_, UsmPoolHandle>> {
        let mut desc = UsmPoolDesc::new(UsmPoolFlags::NONE_SET);
        // SAFETY: the descriptor outlives the call.
        let pool = self.output("urUSMPoolCreate", |out| unsafe {
            self.ur.usm_pool_create(context, &raw mut desc, out)
        })?;
        // SAFETY: a handle is enough.
        Ok(self.made(pool, "urUSMPoolRelease", |ur, pool| unsafe { ur.usm_pool_release(pool) }))
    }

    /// Memory of a kind.
    pub fn memory(
        &self,
        kind: UsmType,
        context: ContextHandle,
        device: DeviceHandle,
        pool: UsmPoolHandle,
        size: usize,
    ) -> Step<Made<'_, Pointer>> {
        let ur = &self.ur;
        // SAFETY: no descriptor.
        let memory = unsafe {
            match kind {
                UsmType::HOST => {
                    self.output("urUSMHostAlloc", |out| ur.usm_host_alloc(context, null(), pool, size, out))
                }
                UsmType::SHARED => self.output("urUSMSharedAlloc", |out| {
                    ur.usm_shared_alloc(context, device, null(), pool, size, out)
                }),
                _ => self.output("urUSMDeviceAlloc", |out| {
                    ur.usm_device_alloc(context, device, null(), pool, size, out)
                }),
            }
        }?;
        // SAFETY: freed once, after every command that uses it.
        Ok(self.made(memory, "urUSMFree", move |ur, memory| unsafe { ur.usm_free(context, memory) }))
    }

    /// Physical memory.
    pub fn physical(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        flags: PhysicalMemFlags,
        size: usize,
    ) -> Step<Made<'_, PhysicalMemHandle>> {
        let properties = PhysicalMemProperties::new(flags);
        // SAFETY: the properties outlive the call.
        let physical = self.output("urPhysicalMemCreate", |out| unsafe {
            self.ur.physical_mem_create(context, device, size, &raw const properties, out)
        })?;
        // SAFETY: a handle is enough.
        Ok(self.made(physical, "urPhysicalMemRelease", |ur, physical| unsafe {
            ur.physical_mem_release(physical)
        }))
    }

    /// Reserved addresses.
    pub fn reservation(&self, context: ContextHandle, size: usize) -> Step<Made<'_, Pointer>> {
        // SAFETY: no wish for a place.
        let start = self.output("urVirtualMemReserve", |out| unsafe {
            self.ur.virtual_mem_reserve(context, null(), size, out)
        })?;
        // SAFETY: reserved with this size.
        Ok(self.made(start, "urVirtualMemFree", move |ur, start| unsafe {
            ur.virtual_mem_free(context, start, size)
        }))
    }

    /// Physical memory mapped at reserved addresses.
    pub fn mapping(
        &self,
        context: ContextHandle,
        start: Pointer,
        size: usize,
        physical: PhysicalMemHandle,
    ) -> Step<Made<'_, Pointer>> {
        let access = VirtualMemAccessFlags::READ_WRITE;
        // SAFETY: the range is reserved.
        let result = unsafe { self.ur.virtual_mem_map(context, start, size, physical, 0, access) };
        self.call("urVirtualMemMap", result)?;
        // SAFETY: unmapped after every command that uses it.
        Ok(self.made(start, "urVirtualMemUnmap", move |ur, start| unsafe {
            ur.virtual_mem_unmap(context, start, size)
        }))
    }

    /// An event that can be signalled again and again.
    pub fn event(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        flags: ExpEventFlags,
    ) -> Step<Made<'_, EventHandle>> {
        let desc = ExpEventDesc::new(flags);
        // SAFETY: the descriptor outlives the call.
        let event = self.output("urEventCreateExp", |out| unsafe {
            self.ur.event_create_exp(context, device, &raw const desc, out)
        })?;
        Ok(self.released(event))
    }

    /// An event, to be released.
    pub fn released(&self, event: EventHandle) -> Made<'_, EventHandle> {
        // SAFETY: a handle is enough.
        self.made(event, "urEventRelease", |ur, event| unsafe { ur.event_release(event) })
    }

    /// The handle of device memory.
    pub fn exported_memory(&self, context: ContextHandle, memory: Pointer) -> Step<Made<'_, HandleData>> {
        // SAFETY: both parts of the output are live.
        let handle = self.output("urIPCGetMemHandleExp", |out: *mut HandleData| unsafe {
            self.ur.ipc_get_mem_handle_exp(context, memory, &raw mut (*out).data, &raw mut (*out).size)
        })?;
        // SAFETY: put once.
        Ok(self.made(handle, "urIPCPutMemHandleExp", move |ur, handle| unsafe {
            ur.ipc_put_mem_handle_exp(context, handle.data)
        }))
    }

    /// The handle of physical memory.
    pub fn exported_physical(
        &self,
        context: ContextHandle,
        physical: PhysicalMemHandle,
    ) -> Step<Made<'_, HandleData>> {
        // SAFETY: both parts of the output are live.
        let handle = self.output("urIPCGetPhysMemHandleExp", |out: *mut HandleData| unsafe {
            let (data, size) = (&raw mut (*out).data, &raw mut (*out).size);
            self.ur.ipc_get_phys_mem_handle_exp(context, physical, data, size)
        })?;
        // SAFETY: put once.
        Ok(self.made(handle, "urIPCPutPhysMemHandleExp", move |ur, handle| unsafe {
            ur.ipc_put_phys_mem_handle_exp(context, handle.data)
        }))
    }

    /// The handle of an event.
    pub fn exported_event(&self, context: ContextHandle, event: EventHandle) -> Step<Made<'_, HandleData>> {
        // SAFETY: both parts of the output are live.
        let handle = self.output("urIPCGetEventHandleExp", |out: *mut HandleData| unsafe {
            self.ur.ipc_get_event_handle_exp(event, &raw mut (*out).data, &raw mut (*out).size)
        })?;
        // SAFETY: put once.
        Ok(self.made(handle, "urIPCPutEventHandleExp", move |ur, handle| unsafe {
            ur.ipc_put_event_handle_exp(context, handle.data)
        }))
    }

    /// Device memory behind a handle.
    pub fn opened_memory(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        bytes: &[u8],
    ) -> Step<Made<'_, Pointer>> {
        let mut bytes = bytes.to_vec();
        // SAFETY: the bytes are as many as said.
        let memory = self.output("urIPCOpenMemHandleExp", |out| unsafe {
            let data = bytes.as_mut_ptr().cast();
            self.ur.ipc_open_mem_handle_exp(context, device, data, bytes.len(), out)
        })?;
        // SAFETY: closed once, after every command that uses it.
        Ok(self.made(memory, "urIPCCloseMemHandleExp", move |ur, memory| unsafe {
            ur.ipc_close_mem_handle_exp(context, memory)
        }))
    }

    /// Physical memory behind a handle.
    pub fn opened_physical(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        bytes: &[u8],
    ) -> Step<Made<'_, PhysicalMemHandle>> {
        // SAFETY: the bytes are as many as said.
        let physical = self.output("urIPCOpenPhysMemHandleExp", |out| unsafe {
            let data = bytes.as_ptr().cast();
            self.ur.ipc_open_phys_mem_handle_exp(context, device, data, bytes.len(), out)
        })?;
        // SAFETY: closed once.
        Ok(self.made(physical, "urIPCClosePhysMemHandleExp", move |ur, physical| unsafe {
            ur.ipc_close_phys_mem_handle_exp(context, physical)
        }))
    }

    /// The event behind a handle.
    pub fn opened_event(&self, context: ContextHandle, bytes: &[u8]) -> Step<Made<'_, EventHandle>> {
        // SAFETY: the bytes are as many as said.
        let event = self.output("urIPCOpenEventHandleExp", |out| unsafe {
            self.ur.ipc_open_event_handle_exp(context, bytes.as_ptr().cast(), bytes.len(), out)
        })?;
        Ok(self.released(event))
    }
}
