//! Memory of another process.

use crate::address::Address;
use crate::context::Context;
use crate::device::Device;
use crate::device_memory::{Access, DeviceMemory, Region, Sealed};
use crate::error::{Function, Result};
use crate::queue::Users;
use crate::usm::about;
use std::ffi::c_void;
use std::fmt;
use std::mem::forget;
use std::sync::OnceLock;
use ur_ipc_api::UsmAllocInfo;

/// Memory that [`open`](super::open) gave.
///
/// SYCL's is a pointer, for which `close` has to be called. Dropping this closes it too, after the commands that use it;
/// [`close`](super::close) shows errors, which a drop cannot. It is not for `free`:
///
/// ```compile_fail,E0308
/// fn free_opened(memory: ur_ipc::OpenedMemory) -> ur_ipc::Result<()> {
///     ur_ipc::free(memory)
/// }
/// ```
pub struct OpenedMemory {
    context: Context,
    device: Device,
    start: Address,
    size: OnceLock<usize>,
    users: Users,
    ended: bool,
}

impl OpenedMemory {
    pub(super) fn new(context: Context, device: Device, start: *mut c_void) -> Self {
        let (size, users) = (OnceLock::new(), Users::default());
        Self { context, device, start: Address(start), size, users, ended: false }
    }

    /// The number of bytes from its address to the end of the allocation, queried once by `urUSMGetMemAllocInfo`.
    ///
    /// SYCL's `open` does not tell, and so does not fail where Unified Runtime does not know: commands with the memory do.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer, or if that makes no sense.
    pub fn size(&self) -> Result<usize> {
        self.size_for(Function("OpenedMemory::size"))
    }

    fn size_for(&self, function: Function) -> Result<usize> {
        if let Some(size) = self.size.get() {
            return Ok(*size);
        }
        let ask = |name| about::<usize>(function, &self.context, self.start.0, name);
        let (base, size) = (ask(UsmAllocInfo::BASE_PTR)?, ask(UsmAllocInfo::SIZE)?);
        let offset = self.start.0.addr().checked_sub(base);
        let left = offset.and_then(|offset| size.checked_sub(offset)).filter(|left| *left > 0);
        let left =
            left.ok_or_else(|| function.runtime("the opened memory is not where Unified Runtime says"))?;
        Ok(*self.size.get_or_init(|| left))
    }

    /// The device that it was opened on.
    #[must_use]
    pub fn get_device(&self) -> &Device {
        &self.device
    }

    pub(super) fn end(&mut self, function: Function) -> Result<()> {
        self.ended = true;
        if let Err(error) = self.users.finish(function) {
            // The context may not end before what is left behind in it.
            forget(self.context.clone());
            return Err(error);
        }
        // SAFETY: opened in this context and closed once; no command uses it any more.
        let result =
            unsafe { self.context.ur().ipc_close_mem_handle_exp(self.context.ur_handle(), self.start.0) };
        function.check("urIPCCloseMemHandleExp", result)
    }
}

impl Drop for OpenedMemory {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end(Function("ipc::memory::close"));
        }
    }
}

impl DeviceMemory for OpenedMemory {
    fn as_ptr(&self) -> *mut c_void {
        self.start.0
    }

    fn get_context(&self) -> &Context {
        &self.context
    }
}

impl Sealed for OpenedMemory {
    fn region(&self, function: Function, _: Access) -> Result<Region<'_>> {
        let size = self.size_for(function)?;
        Ok(Region { context: &self.context, start: self.start.0, size, users: &self.users })
    }
}

impl fmt::Debug for OpenedMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenedMemory").field(&self.start.0).finish()
    }
}
