//! Contexts.

use crate::backend::State;
use crate::device::Device;
use crate::error::{Ur, ensure, handles, optional, pointer, store};
use crate::info::InfoOut;
use crate::registry::next_id;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, ContextInfo, ContextProperties, DeviceHandle, UrResult};

/// A set of devices. CUDA's contexts are the devices' own, so that pointers are good in every context.
pub struct Context {
    /// UR's handle.
    pub id: usize,
    /// The devices.
    pub devices: Vec<Arc<Device>>,
}

impl Context {
    /// The device of this handle.
    ///
    /// # Errors
    /// `INVALID_DEVICE` if it is not of this context.
    pub fn device(&self, handle: DeviceHandle) -> Ur<Arc<Device>> {
        let found = self.devices.iter().find(|device| device.id == handle.address());
        found.cloned().ok_or(UrResult::ERROR_INVALID_DEVICE)
    }

    /// The device of this UUID.
    pub fn device_by_uuid(&self, uuid: &[u8; 16]) -> Option<Arc<Device>> {
        self.devices.iter().find(|device| device.uuid == *uuid).cloned()
    }
}

/// `ur_context_flags_t` has one bit, of no meaning.
const RESERVED_CONTEXT_FLAGS: u32 = !1;

impl State {
    pub unsafe fn context_create(
        &self,
        device_count: u32,
        devices: *const DeviceHandle,
        properties: *const ContextProperties,
        context: *mut ContextHandle,
    ) -> Ur<()> {
        pointer(devices)?;
        pointer(context)?;
        // SAFETY: the caller's descriptor is null or readable.
        let flags = unsafe { optional(properties) }.map_or(0, |properties| properties.flags);
        ensure(flags & RESERVED_CONTEXT_FLAGS == 0, UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(device_count != 0, UrResult::ERROR_INVALID_SIZE)?;
        let mut found = Vec::new();
        for index in 0..device_count as usize {
            // SAFETY: the caller's array has this many elements.
            let device = self.device(unsafe { devices.add(index).read_unaligned() })?;
            device.activate()?;
            found.push(device);
        }
        let id = next_id();
        self.contexts.insert(id, Arc::new(Context { id, devices: found }));
        // SAFETY: the output is not null, so writable.
        unsafe { store(context, ContextHandle::from_address(id)) };
        Ok(())
    }

    pub unsafe fn context_retain(&self, context: ContextHandle) -> Ur<()> {
        self.contexts.retain(context.address())
    }

    pub unsafe fn context_release(&self, context: ContextHandle) -> Ur<()> {
        self.contexts.release(context.address())
    }

    pub unsafe fn context_get_info(
        &self,
        context: ContextHandle,
        prop_name: ContextInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.contexts.get_lingering(context.address())?;
        match prop_name {
            ContextInfo::NUM_DEVICES => out.number(object.devices.len() as u32),
            ContextInfo::DEVICES => {
                let ids: Vec<u8> = object.devices.iter().flat_map(|device| device.id.to_ne_bytes()).collect();
                out.bytes(&ids)
            }
            ContextInfo::REFERENCE_COUNT => out.number(self.contexts.count(context.address()).unwrap_or(0)),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
