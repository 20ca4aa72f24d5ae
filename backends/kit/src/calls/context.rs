//! Contexts.

use crate::InfoOut;
use crate::checks::{Ur, elements, ensure, handles, optional, pointer, store};
use crate::driver::{DeviceFacts, Driver};
use crate::objects::Context;
use crate::registry::next_id;
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, ContextInfo, ContextProperties, DeviceHandle, UrResult};

/// `ur_context_flags_t` has one bit, of no meaning.
const RESERVED_CONTEXT_FLAGS: u32 = !1;

/// The part of a driver that the calls on contexts need.
pub trait ContextCalls: Driver {
    /// Makes a device ready for contexts, before the next one is looked up.
    fn prepare_device(&self, _device: &Self::Device) -> Ur<()> {
        Ok(())
    }

    /// The driver's context of these devices, of which there is one at least.
    ///
    /// # Errors
    /// `INVALID_DEVICE` if they cannot be together; the driver's.
    fn create_context(&self, devices: &[Arc<Self::Device>]) -> Ur<Self::NativeContext>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: ContextCalls> State<D> {
    /// `urContextCreate`
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
        // SAFETY: the caller's array has this many elements.
        let found = unsafe { elements(devices, device_count) }
            .map(|handle| {
                let device = self.device(handle)?;
                self.driver.prepare_device(&device)?;
                Ok(device)
            })
            .collect::<Ur<Vec<_>>>()?;
        let native = self.driver.create_context(&found)?;
        let id = next_id();
        self.contexts.insert(id, Arc::new(Context { id, native, devices: found }));
        // SAFETY: the output is not null, so writable.
        unsafe { store(context, ContextHandle::from_address(id)) };
        Ok(())
    }

    /// `urContextRetain`
    pub unsafe fn context_retain(&self, context: ContextHandle) -> Ur<()> {
        self.contexts.retain(context.address())
    }

    /// `urContextRelease`
    pub unsafe fn context_release(&self, context: ContextHandle) -> Ur<()> {
        self.contexts.release(context.address())
    }

    /// `urContextGetInfo`
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
                let ids = object.devices.iter().flat_map(|device| device.id().to_ne_bytes());
                out.bytes(&ids.collect::<Vec<u8>>())
            }
            ContextInfo::REFERENCE_COUNT => out.number(self.contexts.count(context.address()).unwrap_or(0)),
            // As `enqueue_usm_memcpy_2d` says.
            ContextInfo::USM_MEMCPY2D_SUPPORT => out.boolean(false),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}
