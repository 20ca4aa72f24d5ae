//! Physical memory.

use crate::aspect::Aspect;
use crate::context::Context;
use crate::device::Device;
use crate::error::{Function, Result};
use crate::handle::Exports;
use crate::threads::OneThread;
use crate::virtual_mem::require_granular;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use ur_ipc_api::{
    Family, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties as UrPhysicalMemProperties,
};

/// `sycl::ext::oneapi::experimental::physical_mem`: memory of a device without an address, which
/// [`map`](Self::map) gives it.
///
/// The last of it and of its [`Mapping`](crate::Mapping)s to go ends it: by `urPhysicalMemRelease`, or, if it was opened, by
/// `urIPCClosePhysMemHandleExp`, for which SYCL has no function. DPC++'s destructor throws what these answer
/// (`sycl/source/detail/physical_mem_impl.hpp`); a drop loses it.
///
/// It may go to another thread, but not be used by two at once:
///
/// ```compile_fail,E0277
/// fn share(memory: &ur_ipc::PhysicalMem) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| ur_ipc::physical_memory::get(memory).map(|handle| handle.data()));
///     });
/// }
/// ```
#[doc(alias = "physical_mem")]
pub struct PhysicalMem {
    inner: Arc<PhysicalInner>,
    _one_thread: PhantomData<OneThread>,
}

pub struct PhysicalInner {
    pub context: Context,
    device: Device,
    pub handle: PhysicalMemHandle,
    pub size: usize,
    origin: PhysicalMemOrigin,
    exports: Arc<Exports>,
}

/// The origin of the memory, which decides how it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PhysicalMemOrigin {
    Created { ipc: bool },
    Opened,
}

/// Properties of physical memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhysicalMemProperties {
    enable_ipc: bool,
}

impl PhysicalMemProperties {
    /// `enable_ipc`: it can be shared. By default it cannot.
    #[must_use]
    pub fn enable_ipc(self, enable: bool) -> Self {
        Self { enable_ipc: enable }
    }
}

impl PhysicalMem {
    /// Physical memory of `num_bytes` bytes, a multiple of the minimum [`get_mem_granularity`](crate::get_mem_granularity), by
    /// `urPhysicalMemCreate`.
    ///
    /// # Errors
    /// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device does not have
    /// [`Aspect::ExtOneapiVirtualMem`], or not [`Aspect::ExtOneapiIpcPhysicalMemory`] and it is to be shared;
    /// [`Errc::MemoryAllocation`](crate::Errc::MemoryAllocation) if there is no room; [`Errc::Invalid`](crate::Errc::Invalid)
    /// for a device of another context, for no bytes, and for a size that the granularity, asked for this size, does not
    /// divide; [`Errc::Runtime`](crate::Errc::Runtime) with other answers.
    pub fn new(
        device: &Device,
        context: &Context,
        num_bytes: usize,
        properties: PhysicalMemProperties,
    ) -> Result<Self> {
        const F: Function = Function("physical_mem::physical_mem");
        let ipc = properties.enable_ipc;
        device.require(F, Aspect::ExtOneapiVirtualMem)?;
        if ipc {
            device.require(F, Aspect::ExtOneapiIpcPhysicalMemory)?;
        }
        context.require_member(F, device)?;
        require_granular(F, device, context, num_bytes, &[])?;
        let flags = if ipc { PhysicalMemFlags::ENABLE_IPC } else { PhysicalMemFlags::NONE_SET };
        let ur_properties = UrPhysicalMemProperties::new(flags);
        let mut handle = PhysicalMemHandle::NULL;
        // SAFETY: context and device are live; the properties and the output are local variables.
        let result = unsafe {
            context.ur().physical_mem_create(
                context.ur_handle(),
                device.ur_handle(),
                num_bytes,
                &raw const ur_properties,
                &raw mut handle,
            )
        };
        F.check_room("urPhysicalMemCreate", result)?;
        if handle.is_null() {
            return Err(F.runtime("urPhysicalMemCreate succeeded and gave no memory"));
        }
        Ok(Self::made(context, device, handle, num_bytes, PhysicalMemOrigin::Created { ipc }))
    }

    /// Wraps physical memory that was opened.
    pub(crate) fn opened(context: &Context, device: &Device, handle: PhysicalMemHandle, size: usize) -> Self {
        Self::made(context, device, handle, size, PhysicalMemOrigin::Opened)
    }

    fn made(
        context: &Context,
        device: &Device,
        handle: PhysicalMemHandle,
        size: usize,
        origin: PhysicalMemOrigin,
    ) -> Self {
        let exports = Exports::new(context, Family::Physical);
        let (context, device) = (context.clone(), device.clone());
        let inner = PhysicalInner { context, device, handle, size, origin, exports };
        Self { inner: Arc::new(inner), _one_thread: PhantomData }
    }

    /// `physical_mem::size`: bytes. Of opened memory it is what Unified Runtime says, asked as it was opened.
    #[must_use]
    #[doc(alias = "physical_mem::size")]
    pub fn size(&self) -> usize {
        self.inner.size
    }

    /// `physical_mem::ipc_enabled`: whether it can be shared. Opened memory cannot be shared on.
    #[must_use]
    #[doc(alias = "physical_mem::ipc_enabled")]
    pub fn ipc_enabled(&self) -> bool {
        self.inner.origin == PhysicalMemOrigin::Created { ipc: true }
    }

    /// Unified Runtime's handle, for calls that this crate has not; it stays this value's own.
    #[must_use]
    #[doc(alias = "get_native")]
    pub fn ur_handle(&self) -> PhysicalMemHandle {
        self.inner.handle
    }

    /// `physical_mem::get_context`.
    #[must_use]
    pub fn get_context(&self) -> &Context {
        &self.inner.context
    }

    /// `physical_mem::get_device`.
    #[must_use]
    pub fn get_device(&self) -> &Device {
        &self.inner.device
    }

    pub(crate) fn inner(&self) -> &Arc<PhysicalInner> {
        &self.inner
    }

    pub(crate) fn exports(&self) -> &Arc<Exports> {
        &self.inner.exports
    }
}

impl Drop for PhysicalInner {
    fn drop(&mut self) {
        let _ = self.exports.put_all(Function("physical_mem::~physical_mem"));
        let ur = self.context.ur();
        // SAFETY: the reference is this value's own; nothing is mapped any more, as mappings keep this alive.
        let _ = unsafe {
            match self.origin {
                PhysicalMemOrigin::Created { .. } => ur.physical_mem_release(self.handle),
                PhysicalMemOrigin::Opened => {
                    ur.ipc_close_phys_mem_handle_exp(self.context.ur_handle(), self.handle)
                }
            }
        };
    }
}

impl fmt::Debug for PhysicalMem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PhysicalMem({:?}, {} bytes)", self.inner.handle, self.inner.size)
    }
}
