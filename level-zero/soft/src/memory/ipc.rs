//! Handles of allocations for other processes.
//!
//! A handle starts with the number of a descriptor that Get opens and Put closes. In another process whoever carries
//! the handle duplicates that descriptor and puts the number of the duplicate there; Open only looks at it. Where
//! handles are opaque, and where the driver keeps what it opens, Open takes the descriptor out of the exporter.

use core::ffi::c_void;
use std::collections::BTreeMap;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex};

use level_zero_sys::*;
use ur_ipc_sys::{pidfd, process};

use super::allocation::{Allocation, Purpose};
use super::checks::{CallResult, answer, ensure, flags, lock, pointer};
use super::descriptor::Descriptor;
use super::external::{FileKind, file_size, identity};
use super::ipc_handle::MemoryHandle;
use super::{chain, registry};
use crate::context::Context;
use crate::device::Device;
use crate::faults::{self, Freedom, HandleLayout, uses};
use crate::object::Object;

const OPEN_FLAGS: u32 = 0x3;
const HANDLE_TYPES: u32 = 0x3;

/// The handles that were got and not yet put, by the number of their descriptor.
static EXPORTS: Mutex<BTreeMap<RawFd, MemoryExport>> = Mutex::new(BTreeMap::new());

struct MemoryExport {
    context: Arc<Context>,
    handle: MemoryHandle,
    /// The number of times that it was got and not yet put.
    count: usize,
    _file: Descriptor,
}

/// Ends the exports of an allocation: it is freed.
pub(super) fn end_exports(id: u64) {
    let mut exports = lock(&EXPORTS);
    exports.retain(|_, export| export.handle.id != id);
}

/// `zeMemGetIpcHandle`: of the whole allocation around the pointer.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetIpcHandle(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    pIpcHandle: *mut ze_ipc_mem_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches; the chain is empty.
    unsafe { zeMemGetIpcHandleWithProperties(hContext, ptr, core::ptr::null_mut(), pIpcHandle) }
}

/// `zeMemGetIpcHandleWithProperties`: there are handles for this host only.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetIpcHandleWithProperties(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    pNext: *mut c_void,
    pIpcHandle: *mut ze_ipc_mem_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { get(hContext, ptr, pNext, pIpcHandle) })
}

unsafe fn get(
    context: ze_context_handle_t,
    address: *const c_void,
    next: *const c_void,
    handle: *mut ze_ipc_mem_handle_t,
) -> CallResult {
    let context = Object::<Context>::get(context)?;
    pointer(address)?;
    pointer(handle)?;
    // SAFETY: the caller vouches for the chain.
    let wanted: *mut ze_ipc_mem_handle_type_ext_desc_t =
        unsafe { chain::find(next, ze_ipc_mem_handle_type_ext_desc_t::STYPE) };
    // SAFETY: null, or part of the chain.
    if let Some(wanted) = unsafe { wanted.as_ref() } {
        flags(wanted.typeFlags.0, HANDLE_TYPES)?;
        let fabric = ze_ipc_mem_handle_type_flags_t::ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE;
        let local = !wanted.typeFlags.contains(fabric);
        ensure(local, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
    }
    let found = registry::of_context(&context, address.addr())?;
    let mut exports = lock(&EXPORTS);
    let same = |export: &&mut MemoryExport| export.handle.id == found.id;
    if uses(Freedom::MemoryDescriptor)
        && let Some(export) = exports.values_mut().find(same)
    {
        export.count += 1;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { handle.write(ze_ipc_mem_handle_t { data: export.handle.encode() }) };
        return Ok(());
    }
    // What was opened belongs to its exporter.
    let file = found.file.as_ref().ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?.duplicate()?;
    if faults::settings().handles != HandleLayout::Descriptor {
        process::allow_inspection();
    }
    let made = MemoryHandle {
        fd: first_word(file.number()),
        pid: nix::unistd::getpid().as_raw(),
        exported: file.number(),
        size: found.size as u64,
        file: identity(file.file())?,
        id: found.id,
        kind: found.kind,
    };
    exports.insert(made.exported, MemoryExport { context, handle: made, count: 1, _file: file });
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { handle.write(ze_ipc_mem_handle_t { data: made.encode() }) };
    Ok(())
}

/// The first word of a handle whose descriptor has this number here.
fn first_word(number: RawFd) -> i32 {
    match faults::settings().handles {
        HandleLayout::Descriptor => number,
        HandleLayout::Opaque(word) => word.cast_signed(),
    }
}

/// `zeMemPutIpcHandle`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemPutIpcHandle(hContext: ze_context_handle_t, handle: ze_ipc_mem_handle_t) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| put(&context, &handle)))
}

fn put(context: &Arc<Context>, handle: &ze_ipc_mem_handle_t) -> CallResult {
    let handle = decode(handle)?;
    let mut exports = lock(&EXPORTS);
    let found = exports.get_mut(&handle.exported);
    let export = if uses(Freedom::MemoryDescriptor) {
        // Whoever has the number now, and no error where nobody has.
        let Some(export) = found else { return Ok(()) };
        export
    } else {
        let known = found.filter(|export| export.handle == handle && Arc::ptr_eq(&export.context, context));
        known.ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?
    };
    export.count -= 1;
    if export.count > 0 {
        return Ok(());
    }
    let ended = exports.remove(&handle.exported);
    drop(exports);
    drop(ended);
    Ok(())
}

/// `zeMemOpenIpcHandle`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemOpenIpcHandle(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    handle: ze_ipc_mem_handle_t,
    flags: ze_ipc_memory_flags_t,
    pptr: *mut *mut c_void,
) -> ze_result_t {
    answer(pointer(pptr).and_then(|()| open(hContext, hDevice, &handle, flags)).map(|base| {
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pptr.write(core::ptr::with_exposed_provenance_mut(base)) };
    }))
}

fn open(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    handle: &ze_ipc_mem_handle_t,
    given: ze_ipc_memory_flags_t,
) -> CallResult<usize> {
    const INVALID: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    let context = Object::<Context>::get(context)?;
    context.check(device)?;
    let device = Some(Object::<Device>::get(device)?.index);
    flags(given.0, OPEN_FLAGS)?;
    let handle = decode(handle)?;
    let file = file_of(&handle)?;
    let whole = FileKind::MEMORY.size_of(file.file()).ok_or(INVALID)?;
    let size = usize::try_from(handle.size).map_err(|_| INVALID)?;
    ensure(size != 0 && file_size(size) == Some(whole), INVALID)?;
    ensure(identity(file.file())? == handle.file, INVALID)?;
    let kinds = [
        ze_memory_type_t::ZE_MEMORY_TYPE_HOST,
        ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE,
        ze_memory_type_t::ZE_MEMORY_TYPE_SHARED,
    ];
    ensure(kinds.contains(&handle.kind), INVALID)?;
    let purpose = Purpose { context, device, kind: handle.kind, size };
    Ok(registry::insert(Allocation::open(purpose, file.file())?))
}

/// The file that a handle opens.
fn file_of(handle: &MemoryHandle) -> CallResult<Descriptor> {
    match faults::settings().handles {
        HandleLayout::Opaque(word) => {
            ensure(handle.fd == word.cast_signed(), ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
            Descriptor::open(|| pidfd::copy_descriptor(handle.pid, handle.exported))
        }
        // A copy, because the number is the caller's, who may close it at any time.
        HandleLayout::Descriptor => Descriptor::copy_of(handle.fd),
    }
}

/// `zeMemCloseIpcHandle`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemCloseIpcHandle(hContext: ze_context_handle_t, ptr: *const c_void) -> ze_result_t {
    answer(
        Object::<Context>::get(hContext)
            .and_then(|context| pointer(ptr).map(|()| context))
            .and_then(|context| registry::remove(&context, ptr.addr(), Allocation::is_opened))
            .map(|closed| {
                if faults::settings().keep_closed_imports {
                    closed.leak();
                } else {
                    closed.unmap();
                }
            }),
    )
}

/// `zeMemGetIpcHandleFromFileDescriptorExp`: the descriptor stays the caller's.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetIpcHandleFromFileDescriptorExp(
    hContext: ze_context_handle_t,
    handle: u64,
    pIpcHandle: *mut ze_ipc_mem_handle_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|_| pointer(pIpcHandle)).and_then(|()| {
        const INVALID: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
        let exported = RawFd::try_from(handle).map_err(|_| INVALID)?;
        let file = Descriptor::copy_of(exported)?;
        let size = FileKind::MEMORY.size_of(file.file()).ok_or(INVALID)?;
        let file = identity(file.file())?;
        let kind = ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE;
        let pid = nix::unistd::getpid().as_raw();
        let fd = first_word(exported);
        let made = MemoryHandle { fd, pid, exported, size: size as u64, file, id: 0, kind };
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pIpcHandle.write(ze_ipc_mem_handle_t { data: made.encode() }) };
        Ok(())
    }))
}

/// `zeMemGetFileDescriptorFromIpcHandleExp`: the descriptor stays the handle's.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetFileDescriptorFromIpcHandleExp(
    hContext: ze_context_handle_t,
    ipcHandle: ze_ipc_mem_handle_t,
    pHandle: *mut u64,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|_| pointer(pHandle)).and_then(|()| {
        let fd = decode(&ipcHandle)?.exported;
        let fd = u64::try_from(fd).map_err(|_| ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pHandle.write(fd) };
        Ok(())
    }))
}

fn decode(handle: &ze_ipc_mem_handle_t) -> CallResult<MemoryHandle> {
    MemoryHandle::decode(&handle.data).ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}
