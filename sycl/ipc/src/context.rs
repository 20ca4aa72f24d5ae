//! Contexts.

use crate::device::Device;
use crate::error::{Function, Result};
use crate::platform::Platform;
use std::fmt;
use std::ptr::null;
use std::sync::Arc;
use ur_ipc_api::{ContextHandle, UrIpc};

/// `sycl::context`: what memory, queues and events of some devices have in common.
///
/// Cheap to clone. What is made in a context keeps it alive, so it never ends before; the last one to go releases it, by
/// `urContextRelease`. Any thread may use it.
#[derive(Clone)]
#[doc(alias = "sycl::context")]
pub struct Context {
    pub(crate) inner: Arc<ContextInner>,
}

pub struct ContextInner {
    handle: ContextHandle,
    devices: Vec<Device>,
}

impl Drop for ContextInner {
    fn drop(&mut self) {
        // SAFETY: the reference is this value's own, and nothing made of it is left, as all of that keeps it alive.
        let _ = unsafe { self.devices[0].ur().context_release(self.handle) };
    }
}

impl Context {
    /// A context of these devices, by `urContextCreate`.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) for no device, and for devices of several platforms;
    /// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
    pub fn new(devices: &[Device]) -> Result<Self> {
        const F: Function = Function("context::context");
        let first = devices.first().ok_or_else(|| F.invalid("a context has at least one device"))?;
        if devices.iter().any(|device| device.get_platform() != first.get_platform()) {
            return Err(F.invalid("the devices of a context are of one platform"));
        }
        let handles: Vec<_> = devices.iter().map(Device::ur_handle).collect();
        let count = u32::try_from(handles.len()).map_err(|_| F.invalid("there are too many devices"))?;
        let mut handle = ContextHandle::NULL;
        // SAFETY: the list has this many live devices; the output is a local variable.
        let result = unsafe { first.ur().context_create(count, handles.as_ptr(), null(), &raw mut handle) };
        F.check("urContextCreate", result)?;
        Ok(Self { inner: Arc::new(ContextInner { handle, devices: devices.to_vec() }) })
    }

    /// `context::get_devices`.
    #[must_use]
    pub fn get_devices(&self) -> &[Device] {
        &self.inner.devices
    }

    /// `context::get_platform`.
    #[must_use]
    pub fn get_platform(&self) -> &Platform {
        self.first_device().get_platform()
    }

    pub(crate) fn first_device(&self) -> &Device {
        &self.inner.devices[0]
    }

    /// Unified Runtime's handle, for calls that this crate has not; it stays this value's own.
    #[must_use]
    #[doc(alias = "get_native")]
    pub fn ur_handle(&self) -> ContextHandle {
        self.inner.handle
    }

    pub(crate) fn ur(&self) -> &dyn UrIpc {
        self.first_device().ur()
    }

    /// `errc::invalid` unless a device is one of the context. A device of another implementation would be none to this one.
    pub(crate) fn require_member(&self, function: Function, device: &Device) -> Result<()> {
        if self.inner.devices.contains(device) {
            return Ok(());
        }
        Err(function.invalid("the device is not one of the context"))
    }

    /// `errc::invalid` unless it is this context.
    pub(crate) fn require_same(&self, function: Function, other: &Self) -> Result<()> {
        if self == other {
            return Ok(());
        }
        Err(function.invalid("queue, memory and events are of one context"))
    }
}

impl PartialEq for Context {
    /// Whether both are the same one.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Context {}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Context").field(&self.inner.handle).finish()
    }
}
