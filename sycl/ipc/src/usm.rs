//! USM memory.

use crate::address::Address;
use crate::context::Context;
use crate::device::Device;
use crate::device_memory::{Access, DeviceMemory, Region, Sealed};
use crate::error::{Function, Result};
use crate::handle::Exports;
use crate::info::{self, Plain};
use crate::queue::Users;
use std::ffi::c_void;
use std::fmt;
use std::mem::forget;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use ur_ipc_api::{Family, UrIpc, UrResult, UsmAllocInfo, UsmPoolHandle, UsmType};

/// `sycl::usm::alloc`: where memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "usm::alloc")]
pub enum UsmKind {
    /// `usm::alloc::host`: on the host, in reach of devices.
    Host,
    /// `usm::alloc::device`: on a device. What processes share is of this kind.
    Device,
    /// `usm::alloc::shared`: on either, as it is used.
    Shared,
}

/// Memory of [`malloc_device`], [`malloc_host`] or [`malloc_shared`].
///
/// Dropping it waits for the commands that use it and frees it, by `urUSMFree`; [`free`](crate::free) shows errors, which a
/// drop cannot. If a queue that uses it cannot be waited for, the memory is left behind: a command could still write there.
pub struct UsmMemory {
    context: Context,
    kind: UsmKind,
    start: Address,
    size: usize,
    users: Users,
    exports: Arc<Exports>,
    ended: bool,
}

/// `sycl::malloc_device`: memory of `size` bytes on a device, which can be shared, by `urUSMDeviceAlloc`.
///
/// # Errors
/// An error wherever SYCL's function returns a null pointer: [`Errc::Invalid`](crate::Errc::Invalid) for no bytes and
/// for a device of another context, [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device has
/// no such memory, [`Errc::MemoryAllocation`](crate::Errc::MemoryAllocation) if there is no room,
/// [`Errc::Runtime`](crate::Errc::Runtime) for other answers.
#[doc(alias = "sycl::malloc_device")]
pub fn malloc_device(size: usize, device: &Device, context: &Context) -> Result<UsmMemory> {
    const F: Function = Function("malloc_device");
    context.require_member(F, device)?;
    allocate(F, "urUSMDeviceAlloc", UsmKind::Device, size, context, |ur, out| {
        let (context, device) = (context.ur_handle(), device.ur_handle());
        // SAFETY: context and device are live; the output is a local variable.
        unsafe { ur.usm_device_alloc(context, device, null(), UsmPoolHandle::NULL, size, out) }
    })
}

/// `sycl::malloc_host`: memory of `size` bytes on the host, by `urUSMHostAlloc`.
///
/// # Errors
/// As [`malloc_device`].
#[doc(alias = "sycl::malloc_host")]
pub fn malloc_host(size: usize, context: &Context) -> Result<UsmMemory> {
    const F: Function = Function("malloc_host");
    allocate(F, "urUSMHostAlloc", UsmKind::Host, size, context, |ur, out| {
        // SAFETY: the context is live; the output is a local variable.
        unsafe { ur.usm_host_alloc(context.ur_handle(), null(), UsmPoolHandle::NULL, size, out) }
    })
}

/// `sycl::malloc_shared`: memory of `size` bytes on a device or the host, as it is used, by `urUSMSharedAlloc`.
///
/// # Errors
/// As [`malloc_device`].
#[doc(alias = "sycl::malloc_shared")]
pub fn malloc_shared(size: usize, device: &Device, context: &Context) -> Result<UsmMemory> {
    const F: Function = Function("malloc_shared");
    context.require_member(F, device)?;
    allocate(F, "urUSMSharedAlloc", UsmKind::Shared, size, context, |ur, out| {
        let (context, device) = (context.ur_handle(), device.ur_handle());
        // SAFETY: context and device are live; the output is a local variable.
        unsafe { ur.usm_shared_alloc(context, device, null(), UsmPoolHandle::NULL, size, out) }
    })
}

/// `sycl::free`: waits for the commands that use the memory, puts its handles that are not, and frees it, by `urUSMFree`.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered. If that was to the wait, the memory is left
/// behind.
#[doc(alias = "sycl::free")]
pub fn free(mut memory: UsmMemory) -> Result<()> {
    memory.end(Function("free"))
}

fn allocate(
    function: Function,
    entry_point: &'static str,
    kind: UsmKind,
    size: usize,
    context: &Context,
    call: impl FnOnce(&dyn UrIpc, *mut *mut c_void) -> UrResult,
) -> Result<UsmMemory> {
    if size == 0 {
        return Err(function.invalid("memory has at least one byte"));
    }
    let mut start = null_mut();
    let result = call(context.ur(), &raw mut start);
    if result == UrResult::ERROR_UNSUPPORTED_FEATURE {
        return Err(function.not_supported(format!("the device has no memory of kind {kind:?}")));
    }
    function.check_room(entry_point, result)?;
    if start.is_null() {
        return Err(function.runtime(format!("{entry_point} succeeded and gave no memory")));
    }
    let (users, exports) = (Users::default(), Exports::new(context, Family::Memory));
    let (context, start) = (context.clone(), Address(start));
    Ok(UsmMemory { context, kind, start, size, users, exports, ended: false })
}

/// `sycl::get_pointer_type`: of what kind the memory is that a pointer is in, by `urUSMGetMemAllocInfo`; none where it is in no
/// USM memory of the context. Nothing is done with what is there.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with an answer other than `INVALID_VALUE`, which says that there is none.
#[doc(alias = "sycl::get_pointer_type")]
pub fn get_pointer_type(pointer: *const c_void, context: &Context) -> Result<Option<UsmKind>> {
    kind_of(Function("get_pointer_type"), context, pointer)
}

/// The kind of the memory that a pointer is in.
pub(crate) fn kind_of(
    function: Function,
    context: &Context,
    pointer: *const c_void,
) -> Result<Option<UsmKind>> {
    if pointer.is_null() {
        return Ok(None);
    }
    let kind = match about(function, context, pointer, UsmAllocInfo::TYPE) {
        Ok(kind) => UsmType(kind),
        Err(error) if error.ur_result() == Some(UrResult::ERROR_INVALID_VALUE) => UsmType::UNKNOWN,
        Err(error) => return Err(error),
    };
    Ok(match kind {
        UsmType::HOST => Some(UsmKind::Host),
        UsmType::DEVICE => Some(UsmKind::Device),
        UsmType::SHARED => Some(UsmKind::Shared),
        _ => None,
    })
}

/// Queries Unified Runtime for the memory that a pointer is in.
pub(crate) fn about<T: Plain>(
    function: Function,
    context: &Context,
    pointer: *const c_void,
    name: UsmAllocInfo,
) -> Result<T> {
    info::value(function, "urUSMGetMemAllocInfo", |size, value, ret| {
        // SAFETY: the context is live; the place has this many bytes; a pointer into no USM memory is looked up.
        unsafe { context.ur().usm_get_mem_alloc_info(context.ur_handle(), pointer, name, size, value, ret) }
    })
}

impl UsmMemory {
    /// The size of the memory, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The kind of the memory, as [`get_pointer_type`] returns it.
    #[must_use]
    pub fn kind(&self) -> UsmKind {
        self.kind
    }

    pub(crate) fn exports(&self) -> &Arc<Exports> {
        &self.exports
    }

    fn end(&mut self, function: Function) -> Result<()> {
        self.ended = true;
        if let Err(error) = self.users.finish(function) {
            // The context may not end before what is left behind in it.
            forget(self.context.clone());
            return Err(error);
        }
        let put = self.exports.put_all(function);
        // SAFETY: allocated in this context and freed once; no command uses it any more, and no handle of it is left.
        let result = unsafe { self.context.ur().usm_free(self.context.ur_handle(), self.start.0) };
        put.and(function.check("urUSMFree", result))
    }
}

impl Drop for UsmMemory {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end(Function("free"));
        }
    }
}

impl DeviceMemory for UsmMemory {
    fn as_ptr(&self) -> *mut c_void {
        self.start.0
    }

    fn get_context(&self) -> &Context {
        &self.context
    }
}

impl Sealed for UsmMemory {
    fn region(&self, _: Function, _: Access) -> Result<Region<'_>> {
        Ok(Region { context: &self.context, start: self.start.0, size: self.size, users: &self.users })
    }
}

impl fmt::Debug for UsmMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UsmMemory({:?}, {} bytes at {:?})", self.kind, self.size, self.start.0)
    }
}
