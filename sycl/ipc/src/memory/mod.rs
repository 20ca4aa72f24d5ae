//! `sycl::ext::oneapi::experimental::ipc::memory`: USM device memory between processes.
//!
//! | SYCL | here | Unified Runtime |
//! |---|---|---|
//! | `ipc::memory::get(ptr[, ctx])` | [`get`] | `urIPCGetMemHandleExp`; where it fails, `urUSMGetMemAllocInfo` and `urDeviceGetInfo` |
//! | `ipc::memory::put(handle[, ctx])` | [`put`] | `urIPCPutMemHandleExp` |
//! | `ipc::memory::open(data[, ctx][, dev])` | [`open`] | `urDeviceGetInfo`, `urIPCOpenMemHandleExp` |
//! | `ipc::memory::close(ptr[, ctx])` | [`close`] | `urIPCCloseMemHandleExp` |
//!
//! Handles and opened memory know their context, so that `put` and `close` need none.

mod opened;
mod pointer;

pub use opened::OpenedMemory;
pub use pointer::UsmPointer;

use crate::aspect::Aspect;
use crate::context::Context;
use crate::device::Device;
use crate::error::{Function, Result};
use crate::handle::Handle;
use crate::place::OnDevice;
use crate::usm::{UsmKind, UsmMemory, about, kind_of};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_api::{DeviceHandle, UsmAllocInfo};

/// `ipc::memory::get`: a handle of memory, by `urIPCGetMemHandleExp`.
///
/// Of `&memory`, or of [`memory.at(offset)`](UsmMemory::at): such a handle opens at that address.
///
/// ```compile_fail,E0382
/// fn use_after_put(memory: &ur_ipc::UsmMemory) -> ur_ipc::Result<Vec<u8>> {
///     let handle = ur_ipc::memory::get(memory)?;
///     ur_ipc::memory::put(handle)?;
///     Ok(handle.data())
/// }
/// ```
///
/// # Errors
/// As DPC++'s runtime has it (`sycl/source/ipc_memory.cpp`), which asks more only where `urIPCGetMemHandleExp` fails:
/// [`Errc::Invalid`](crate::Errc::Invalid) if the pointer is in no USM memory,
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device of the memory does not have
/// [`Aspect::ExtOneapiIpcMemory`], else [`Errc::Runtime`](crate::Errc::Runtime) with the answer. The extension's text has the
/// second alone, and asks that the memory be of kind [`Device`](crate::UsmKind::Device); of other kinds the answer is
/// Unified Runtime's.
#[doc(alias = "ipc::memory::get")]
#[doc(alias = "ipc_memory::get")]
pub fn get<'o>(memory: impl Into<UsmPointer<'o>>) -> Result<Handle<'o, UsmMemory>> {
    const F: Function = Function("ipc::memory::get");
    const ENTRY_POINT: &str = "urIPCGetMemHandleExp";
    let pointer = memory.into();
    let context = pointer.context();
    let (mut data, mut size) = (null_mut(), 0);
    // SAFETY: the context is live, the outputs are local variables. What the pointer is, Unified Runtime looks up; whoever made
    // it of an address has answered for that.
    let result = unsafe {
        context.ur().ipc_get_mem_handle_exp(
            context.ur_handle(),
            pointer.address(),
            &raw mut data,
            &raw mut size,
        )
    };
    if !result.is_success() {
        device_of(F, context, pointer.address())?.require(F, Aspect::ExtOneapiIpcMemory)?;
        F.check(ENTRY_POINT, result)?;
    }
    // SAFETY: the call succeeded, so the buffer has this size, and nobody else has it.
    let exported = unsafe { pointer.exports().enter(F, ENTRY_POINT, data, size) }?;
    Ok(Handle::new(pointer.exports(), exported))
}

/// `ipc::memory::put`: ends a handle, by `urIPCPutMemHandleExp`.
///
/// It need not be called: what is not put is put when the memory is freed. Afterwards no process can open the bytes any more;
/// what was opened before stays open.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with its answer. The handle is gone in any case.
#[doc(alias = "ipc::memory::put")]
#[doc(alias = "ipc_memory::put")]
pub fn put(handle: Handle<'_, UsmMemory>) -> Result<()> {
    handle.put(Function("ipc::memory::put"))
}

/// `ipc::memory::open`: memory from the bytes of its handle, by `urIPCOpenMemHandleExp`.
///
/// The bytes may be of this process or of another one on the same system, and be opened several times; each time gives memory
/// that is to be closed. See [`OnDevice`] for SYCL's overloads.
///
/// # Errors
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device does not have
/// [`Aspect::ExtOneapiIpcMemory`], before anything else is asked; [`Errc::Invalid`](crate::Errc::Invalid) where Unified
/// Runtime answers `INVALID_VALUE`, as to bytes of another number than handles have, and for a device of another context;
/// [`Errc::Runtime`](crate::Errc::Runtime) with other answers, and for a success without memory.
///
/// # Safety
/// - `data` is what [`Handle::data`] gave of memory, here or in another process with the same implementation: whole,
///   unchanged, and of a handle that has not been put, of memory that has not been freed. Implementations may follow what is
///   in it.
/// - The process that allocated the memory does not free it before this is closed.
#[doc(alias = "ipc::memory::open")]
#[doc(alias = "ipc_memory::open")]
pub unsafe fn open(data: &[u8], on: impl OnDevice) -> Result<OpenedMemory> {
    const F: Function = Function("ipc::memory::open");
    const ENTRY_POINT: &str = "urIPCOpenMemHandleExp";
    let (context, device) = on.context_and_device()?;
    device.require(F, Aspect::ExtOneapiIpcMemory)?;
    context.require_member(F, &device)?;
    // Unified Runtime takes a pointer that it may write to: it gets bytes of its own.
    let mut bytes = data.to_vec();
    let mut start = null_mut();
    // SAFETY: context and device are live, the bytes and the output are local variables; that the bytes are of a handle is up to
    // the caller.
    let result = unsafe {
        context.ur().ipc_open_mem_handle_exp(
            context.ur_handle(),
            device.ur_handle(),
            bytes.as_mut_ptr().cast(),
            bytes.len(),
            &raw mut start,
        )
    };
    F.check_open(ENTRY_POINT, result)?;
    if start.is_null() {
        return Err(F.runtime(format!("{ENTRY_POINT} succeeded and gave no memory")));
    }
    Ok(OpenedMemory::new(context, device, start))
}

/// `ipc::memory::close`: waits for the commands that use opened memory, and closes it, by `urIPCCloseMemHandleExp`.
///
/// # Errors
/// [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered. If that was to the wait, the memory stays open.
#[doc(alias = "ipc::memory::close")]
#[doc(alias = "ipc_memory::close")]
pub fn close(mut memory: OpenedMemory) -> Result<()> {
    memory.end(Function("ipc::memory::close"))
}

/// `sycl::get_pointer_device`: the first device of the context for memory of the host.
fn device_of(function: Function, context: &Context, pointer: *const c_void) -> Result<Device> {
    let kind = kind_of(function, context, pointer)?
        .ok_or_else(|| function.invalid("the pointer is in no USM memory of the context"))?;
    if kind == UsmKind::Host {
        return Ok(context.first_device().clone());
    }
    let handle: DeviceHandle = about(function, context, pointer, UsmAllocInfo::DEVICE)?;
    let mut devices = context.get_platform().get_devices().into_iter();
    devices
        .find(|device| device.ur_handle() == handle)
        .ok_or_else(|| function.runtime("the memory is of a device that its platform does not list"))
}
