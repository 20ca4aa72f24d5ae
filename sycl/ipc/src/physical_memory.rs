//! `sycl::ext::oneapi::experimental::ipc::physical_memory`: physical memory between processes.
//!
//! | SYCL | here | Unified Runtime |
//! |---|---|---|
//! | `ipc::physical_memory::get(mem)` | [`get`] | `urIPCGetPhysMemHandleExp` |
//! | `ipc::physical_memory::put(handle[, ctx])` | [`put`] | `urIPCPutPhysMemHandleExp` |
//! | `ipc::physical_memory::open(data[, ctx][, dev])` | [`open`] | `urDeviceGetInfo`, `urIPCOpenPhysMemHandleExp`, `urPhysicalMemGetInfo` |
//! | destructor of what was opened | drop of [`PhysicalMem`] | `urIPCClosePhysMemHandleExp` |

use crate::aspect::Aspect;
use crate::error::{Function, Result};
use crate::handle::Handle;
use crate::info;
use crate::physical_mem::PhysicalMem;
use crate::place::OnDevice;
use std::ptr::null_mut;
use ur_ipc_api::{PhysicalMemHandle, PhysicalMemInfo};

/// `ipc::physical_memory::get`: a handle of physical memory, by `urIPCGetPhysMemHandleExp`.
///
/// ```compile_fail,E0382
/// fn use_after_put(memory: &ur_ipc::PhysicalMem) -> ur_ipc::Result<Vec<u8>> {
///     let handle = ur_ipc::physical_memory::get(memory)?;
///     ur_ipc::physical_memory::put(handle)?;
///     Ok(handle.data())
/// }
/// ```
///
/// # Errors
/// [`Errc::Invalid`](crate::Errc::Invalid) unless the memory was made with
/// [`enable_ipc`](crate::PhysicalMemProperties::enable_ipc), so for opened memory too;
/// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered. The text of the extension has
/// `feature_not_supported` for a device without the aspect; as in DPC++'s runtime (`sycl/source/ipc_physical_memory.cpp`),
/// there is no such memory to ask for: [`PhysicalMem::new`] has refused it.
#[doc(alias = "ipc::physical_memory::get")]
pub fn get(memory: &PhysicalMem) -> Result<Handle<'_, PhysicalMem>> {
    const F: Function = Function("ipc::physical_memory::get");
    const ENTRY_POINT: &str = "urIPCGetPhysMemHandleExp";
    if !memory.ipc_enabled() {
        return Err(F.invalid("the memory was not made with enable_ipc"));
    }
    let (context, inner) = (memory.get_context(), memory.inner());
    let (mut data, mut size) = (null_mut(), 0);
    // SAFETY: context and memory are live; the outputs are local variables.
    let result = unsafe {
        context.ur().ipc_get_phys_mem_handle_exp(
            context.ur_handle(),
            inner.handle,
            &raw mut data,
            &raw mut size,
        )
    };
    F.check(ENTRY_POINT, result)?;
    // SAFETY: the call succeeded, so the buffer has this size, and nobody else has it.
    let exported = unsafe { memory.exports().enter(F, ENTRY_POINT, data, size) }?;
    Ok(Handle::new(memory.exports(), exported))
}

/// `ipc::physical_memory::put`: ends a handle, by `urIPCPutPhysMemHandleExp`.
///
/// It need not be called: what is not put is put when the memory ends. Afterwards no process can open the bytes any more; what
/// was opened before stays open.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with its answer. The handle is gone in any case.
#[doc(alias = "ipc::physical_memory::put")]
pub fn put(handle: Handle<'_, PhysicalMem>) -> Result<()> {
    handle.put(Function("ipc::physical_memory::put"))
}

/// `ipc::physical_memory::open`: physical memory from the bytes of its handle, by `urIPCOpenPhysMemHandleExp`.
///
/// See [`OnDevice`] for SYCL's overloads. The device need not be that of the memory, if it reaches it. The memory stays, also
/// when the process that made it has ended it.
///
/// # Errors
/// As DPC++'s runtime has it (`sycl/source/ipc_physical_memory.cpp`):
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device does not have
/// [`Aspect::ExtOneapiIpcPhysicalMemory`], before anything else is asked; [`Errc::Invalid`](crate::Errc::Invalid) where
/// Unified Runtime answers `INVALID_VALUE`, as to bytes of another number than handles have, and for a device of another
/// context; [`Errc::Runtime`](crate::Errc::Runtime) with other answers, and for a success without memory. Its size is asked
/// after that, by `urPhysicalMemGetInfo`; if that fails, the memory is closed again, and the error is
/// [`Errc::Runtime`](crate::Errc::Runtime) with the answer.
///
/// # Safety
/// `data` is what [`Handle::data`] gave of physical memory, here or in another process with the same implementation: whole,
/// unchanged, and of a handle that has not been put, of memory that has not ended. Implementations may follow what is in it.
#[doc(alias = "ipc::physical_memory::open")]
pub unsafe fn open(data: &[u8], on: impl OnDevice) -> Result<PhysicalMem> {
    const F: Function = Function("ipc::physical_memory::open");
    const ENTRY_POINT: &str = "urIPCOpenPhysMemHandleExp";
    let (context, device) = on.context_and_device()?;
    device.require(F, Aspect::ExtOneapiIpcPhysicalMemory)?;
    context.require_member(F, &device)?;
    let mut handle = PhysicalMemHandle::NULL;
    // SAFETY: context and device are live, the output is a local variable; that the bytes are of a handle is up to the caller.
    let result = unsafe {
        context.ur().ipc_open_phys_mem_handle_exp(
            context.ur_handle(),
            device.ur_handle(),
            data.as_ptr().cast(),
            data.len(),
            &raw mut handle,
        )
    };
    F.check_open(ENTRY_POINT, result)?;
    if handle.is_null() {
        return Err(F.runtime(format!("{ENTRY_POINT} succeeded and gave no memory")));
    }
    let size = info::value(F, "urPhysicalMemGetInfo", |size, value, ret| {
        // SAFETY: the memory is live; the place has this many bytes.
        unsafe { context.ur().physical_mem_get_info(handle, PhysicalMemInfo::SIZE, size, value, ret) }
    });
    let size = size.inspect_err(|_| {
        // SAFETY: opened above, and nobody else has it.
        let _ = unsafe { context.ur().ipc_close_phys_mem_handle_exp(context.ur_handle(), handle) };
    })?;
    Ok(PhysicalMem::opened(&context, &device, handle, size))
}
