//! Contexts.

use crate::backend::Core;
use crate::device::Device;
use crate::error::CallResult;
use crate::registry::{Released, lock};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, optional, pointer, store};
use ur_ipc_api::{ContextHandle, ContextInfo, ContextProperties, DeviceHandle, StructureType, UrResult};

/// A context. Whatever is made in it keeps it alive.
#[derive(Debug)]
pub struct Context {
    /// Its handle.
    pub handle: ContextHandle,
    /// Its devices, in the order given.
    pub devices: Vec<Arc<Device>>,
}

impl Context {
    /// `error` unless the device is one of the context's.
    pub fn require(&self, device: &Device, error: UrResult) -> CallResult {
        ensure(self.devices.iter().any(|own| own.handle == device.handle), error)
    }
}

impl Core {
    /// The context of a handle that the user still holds.
    pub fn context(&self, handle: ContextHandle) -> CallResult<Arc<Context>> {
        self.contexts.get(handle.address()).ok_or(UrResult::ERROR_INVALID_CONTEXT)
    }

    /// As [`context`](Self::context), or of a handle that was released while objects of the context still live:
    /// what takes objects down must work after that.
    pub fn context_for_teardown(&self, handle: ContextHandle) -> CallResult<Arc<Context>> {
        self.contexts
            .get(handle.address())
            .or_else(|| lock(&self.released_contexts).get(&handle.address())?.upgrade())
            .ok_or(UrResult::ERROR_INVALID_CONTEXT)
    }

    /// Checks that an object of `owner` may be taken down through this context: through its own, or through any
    /// once the user has released that.
    pub fn allow_teardown(&self, given: ContextHandle, owner: &Context) -> CallResult {
        let context = self.context_for_teardown(given)?;
        let same = context.handle == owner.handle;
        ensure(same || self.context(owner.handle).is_err(), UrResult::ERROR_INVALID_CONTEXT)
    }

    /// # Safety
    /// As [`UrIpc::context_create`](ur_ipc_api::UrIpc::context_create).
    pub unsafe fn context_create(
        &self,
        device_count: u32,
        devices: *const DeviceHandle,
        properties: *const ContextProperties,
        context: *mut ContextHandle,
    ) -> CallResult {
        pointer(devices)?;
        pointer(context)?;
        // SAFETY: null or readable by the caller's contract.
        if let Some(properties) = unsafe { optional(properties) } {
            ensure(properties.stype == StructureType::CONTEXT_PROPERTIES, UrResult::ERROR_INVALID_VALUE)?;
        }
        ensure(device_count != 0, UrResult::ERROR_INVALID_SIZE)?;
        let mut own = Vec::new();
        for index in 0..device_count as usize {
            // SAFETY: the caller gives an array of `device_count` handles.
            let handle = unsafe { devices.add(index).read_unaligned() };
            handles([handle.address()])?;
            own.push(self.device(handle)?);
        }
        let made = self
            .contexts
            .insert(|handle| Context { handle: ContextHandle::from_address(handle), devices: own });
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(context, ContextHandle::from_address(made)) };
        Ok(())
    }

    pub fn context_retain(&self, context: ContextHandle) -> CallResult {
        handles([context.address()])?;
        self.contexts.retain(context.address()).ok_or(UrResult::ERROR_INVALID_CONTEXT)
    }

    pub fn context_release(&self, context: ContextHandle) -> CallResult {
        handles([context.address()])?;
        let address = context.address();
        // Under the lock, so that the handle is at every moment in one of the two places.
        let mut released = lock(&self.released_contexts);
        let answer = self.contexts.release(address).ok_or(UrResult::ERROR_INVALID_CONTEXT)?;
        released.retain(|_, context| context.strong_count() > 0);
        if let Released::Last(context) = answer {
            released.insert(address, Arc::downgrade(&context));
        }
        Ok(())
    }

    /// # Safety
    /// As [`UrIpc::context_get_info`](ur_ipc_api::UrIpc::context_get_info).
    pub unsafe fn context_get_info(
        &self,
        context: ContextHandle,
        prop_name: ContextInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([context.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let object = self.context(context)?;
        match prop_name {
            ContextInfo::NUM_DEVICES => {
                answer.number(u32::try_from(object.devices.len()).unwrap_or(u32::MAX))
            }
            ContextInfo::DEVICES => {
                let addresses =
                    object.devices.iter().flat_map(|device| device.handle.address().to_ne_bytes());
                answer.bytes(&addresses.collect::<Vec<_>>())
            }
            ContextInfo::REFERENCE_COUNT => {
                answer.number(self.contexts.references(context.address()).unwrap_or(0))
            }
            ContextInfo::USM_MEMCPY2D_SUPPORT => answer.boolean(true),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;
    use std::ptr::null;

    fn made(core: &Core) -> ContextHandle {
        let mut context = ContextHandle::NULL;
        let device = core.devices[0].handle;
        // SAFETY: the device and the output are live.
        let made = unsafe { core.context_create(1, &raw const device, null(), &raw mut context) };
        made.map(|()| context).expect("a context")
    }

    #[test]
    fn a_released_context_is_known_as_long_as_something_holds_it() {
        let core = Core::new(Profile::default()).expect("a capable kernel");
        let (one, two, three) = (made(&core), made(&core), made(&core));
        let holder = core.context(one).expect("the user holds it");
        core.context_release(one).expect("it is live");
        core.context_release(two).expect("it is live");
        assert_eq!(core.context(one).unwrap_err(), UrResult::ERROR_INVALID_CONTEXT);
        assert!(Arc::ptr_eq(&core.context_for_teardown(one).expect("it is held"), &holder));
        assert_eq!(core.context_for_teardown(two).unwrap_err(), UrResult::ERROR_INVALID_CONTEXT);
        drop(holder);
        core.context_release(three).expect("it is live");
        assert!(!lock(&core.released_contexts).contains_key(&one.address()), "nothing is kept for ever");
    }
}
