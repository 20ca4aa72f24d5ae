//! Level Zero's allocations and their handles for other processes.

use crate::native_context::NativeContext;
use crate::result::{Native, Ze, is_lacking, ze};
use level_zero_sys::{
    ZE_MAX_IPC_HANDLE_SIZE, ze_device_handle_t, ze_device_mem_alloc_desc_t,
    ze_driver_memory_free_policy_ext_flags_t, ze_host_mem_alloc_desc_t, ze_ipc_mem_handle_t,
    ze_ipc_memory_flags_t, ze_memory_allocation_properties_t, ze_memory_free_ext_desc_t, ze_result_t,
};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::{Arc, Mutex};
use ur_ipc_api::UsmType;
use ur_ipc_backend_kit::{lock, next_id};

/// An allocation, freed with this.
pub struct NativeMemory {
    context: Arc<NativeContext>,
    /// The first byte.
    pub base: u64,
    out: Arc<HandlesOut>,
}

impl NativeMemory {
    /// Allocates `size` bytes of a kind; host memory belongs to no device. An alignment of 0 leaves it to the driver.
    pub fn new(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        kind: UsmType,
        size: usize,
        alignment: usize,
    ) -> Ze<Self> {
        let functions = &context.driver.functions;
        let device_desc = ze_device_mem_alloc_desc_t::new();
        let host_desc = ze_host_mem_alloc_desc_t::new();
        let mut base: *mut c_void = null_mut();
        // SAFETY: the context lives and has the device; the descriptors and the output are local variables.
        unsafe {
            match kind {
                UsmType::HOST => ze!(
                    functions,
                    zeMemAllocHost(context.native.0, &raw const host_desc, size, alignment, &raw mut base)
                ),
                UsmType::DEVICE => ze!(
                    functions,
                    zeMemAllocDevice(
                        context.native.0,
                        &raw const device_desc,
                        size,
                        alignment,
                        device.0,
                        &raw mut base
                    )
                ),
                _ => ze!(
                    functions,
                    zeMemAllocShared(
                        context.native.0,
                        &raw const device_desc,
                        &raw const host_desc,
                        size,
                        alignment,
                        device.0,
                        &raw mut base
                    )
                ),
            }
        }?;
        let out = HandlesOut { context: Arc::clone(context), handles: Mutex::default() };
        let base = base.expose_provenance() as u64;
        Ok(Self { context: Arc::clone(context), base, out: Arc::new(out) })
    }

    /// A handle of the whole allocation for other processes.
    pub fn export(&self) -> Ze<NativeHandle> {
        let functions = &self.context.driver.functions;
        // A handle that could not be given back would leak.
        functions.zeMemPutIpcHandle.ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let mut handle = ze_ipc_mem_handle_t::default();
        let base: *const c_void = with_exposed_provenance(self.base as usize);
        // SAFETY: the base of an allocation of this context that lives; the output is a local variable.
        unsafe { ze!(functions, zeMemGetIpcHandle(self.context.native.0, base, &raw mut handle)) }?;
        let id = next_id();
        lock(&self.out.handles).insert(id, handle);
        let mut made = NativeHandle { out: Arc::clone(&self.out), id, handle, fd: None };
        made.fd = contained_fd(&self.context, handle)?;
        Ok(made)
    }
}

impl Drop for NativeMemory {
    fn drop(&mut self) {
        self.out.put_all();
        let functions = &self.context.driver.functions;
        let context = self.context.native.0;
        let base: *mut c_void = with_exposed_provenance_mut(self.base as usize);
        let desc = ze_memory_free_ext_desc_t {
            freePolicy:
                ze_driver_memory_free_policy_ext_flags_t::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE,
            ..Default::default()
        };
        // SAFETY: allocated in this context and freed once: the plain call follows only where the driver lacks the other,
        // and then UR's demand stands that no command uses the memory.
        let _ = unsafe {
            match ze!(functions, zeMemFreeExt(context, &raw const desc, base)) {
                Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE) => {
                    ze!(functions, zeMemFree(context, base))
                }
                other => other,
            }
        };
    }
}

/// The handles of an allocation that are out, by their numbers here. They are given back before the allocation is
/// freed at the latest: afterwards a driver may know other memory by the same bytes, or by their descriptor, and take
/// that memory's handle back.
struct HandlesOut {
    context: Arc<NativeContext>,
    handles: Mutex<BTreeMap<usize, ze_ipc_mem_handle_t>>,
}

impl HandlesOut {
    /// Gives a handle back, unless it was. Until then nobody frees the allocation.
    fn put(&self, id: usize) {
        let mut handles = lock(&self.handles);
        let handle = handles.remove(&id);
        handle.into_iter().for_each(|handle| self.give_back(handle));
    }

    fn put_all(&self) {
        let mut handles = lock(&self.handles);
        std::mem::take(&mut *handles).into_values().for_each(|handle| self.give_back(handle));
    }

    fn give_back(&self, handle: ze_ipc_mem_handle_t) {
        // SAFETY: made in this context, of an allocation that is not freed, and given back once. There is nobody to
        // tell of a failure.
        let _ =
            unsafe { ze!(self.context.driver.functions, zeMemPutIpcHandle(self.context.native.0, handle)) };
    }
}

/// A handle of Level Zero for other processes, given back with this, or with the allocation before.
pub struct NativeHandle {
    out: Arc<HandlesOut>,
    id: usize,
    handle: ze_ipc_mem_handle_t,
    fd: Option<RawFd>,
}

impl NativeHandle {
    /// The bytes.
    pub fn bytes(&self) -> [u8; ZE_MAX_IPC_HANDLE_SIZE] {
        self.handle.data
    }

    /// The descriptor of this process that the driver says it contains, if any.
    pub fn fd(&self) -> Option<RawFd> {
        self.fd
    }
}

impl Drop for NativeHandle {
    fn drop(&mut self) {
        self.out.put(self.id);
    }
}

/// The descriptor in a handle that was just made. Its bytes are the driver's alone to read, which says by this call
/// what it has put there; where it says nothing, there is none.
fn contained_fd(context: &NativeContext, handle: ze_ipc_mem_handle_t) -> Ze<Option<RawFd>> {
    let mut fd = 0;
    // SAFETY: the context lives; the handle was made in it and not given back; the output is a local variable.
    let answer = unsafe {
        ze!(
            context.driver.functions,
            zeMemGetFileDescriptorFromIpcHandleExp(context.native.0, handle, &raw mut fd)
        )
    };
    match answer {
        Ok(()) => Ok(RawFd::try_from(fd).ok().filter(|fd| is_open(*fd))),
        Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT) => Ok(None),
        Err(error) if is_lacking(error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_open(fd: RawFd) -> bool {
    // SAFETY: F_GETFD takes a number, and answers EBADF for one that is not open.
    fd >= 0 && unsafe { libc::fcntl(fd, libc::F_GETFD) } != -1
}

/// An opened allocation, closed with this.
pub struct OpenedMemory {
    context: Arc<NativeContext>,
    /// The first byte of what the handle named.
    pub base: u64,
}

impl OpenedMemory {
    /// Opens a handle. A descriptor of this process in it may be closed afterwards.
    pub fn new(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        bytes: [u8; ZE_MAX_IPC_HANDLE_SIZE],
    ) -> Ze<Self> {
        let functions = &context.driver.functions;
        // A mapping that could not be closed again would leak.
        functions.zeMemCloseIpcHandle.ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let mut base: *mut c_void = null_mut();
        let handle = ze_ipc_mem_handle_t { data: bytes };
        let flags = ze_ipc_memory_flags_t::default();
        // SAFETY: the context lives and has the device; the exporter vouched for the handle; the output is a local
        // variable.
        unsafe {
            ze!(functions, zeMemOpenIpcHandle(context.native.0, device.0, handle, flags, &raw mut base))
        }?;
        Ok(Self { context: Arc::clone(context), base: base.expose_provenance() as u64 })
    }

    /// The range around the base, if the driver tells.
    pub fn range(&self) -> Option<(u64, u64)> {
        address_range(&self.context, self.base)
    }
}

impl Drop for OpenedMemory {
    fn drop(&mut self) {
        let base: *const c_void = with_exposed_provenance(self.base as usize);
        // SAFETY: opened in this context and closed once; UR demands that no command uses it.
        let _ =
            unsafe { ze!(self.context.driver.functions, zeMemCloseIpcHandle(self.context.native.0, base)) };
    }
}

/// Base and size in bytes of the driver's allocation around an address of a context.
fn address_range(context: &NativeContext, address: u64) -> Option<(u64, u64)> {
    let (mut base, mut size): (*mut c_void, usize) = (null_mut(), 0);
    let pointer: *const c_void = with_exposed_provenance(address as usize);
    // SAFETY: the pointer is only looked up; the outputs are local variables.
    unsafe {
        ze!(
            context.driver.functions,
            zeMemGetAddressRange(context.native.0, pointer, &raw mut base, &raw mut size)
        )
    }
    .ok()?;
    (!base.is_null()).then_some((base.addr() as u64, size as u64))
}

/// The driver's facts about memory at an address.
pub struct Known {
    /// The kind of the memory; unknown if it is not the driver's.
    pub kind: UsmType,
    /// The device that has it; null for memory of the host.
    pub device: ze_device_handle_t,
}

/// Queries the driver for an address in a context, regardless of who in this process got or opened the memory there.
pub fn known(context: &NativeContext, address: u64) -> Ze<Known> {
    let mut properties = ze_memory_allocation_properties_t::new();
    let mut device = ze_device_handle_t::NULL;
    let pointer: *const c_void = with_exposed_provenance(address as usize);
    // SAFETY: the pointer is only looked up; the outputs are local variables with nothing chained.
    unsafe {
        ze!(
            context.driver.functions,
            zeMemGetAllocProperties(context.native.0, pointer, &raw mut properties, &raw mut device)
        )
    }?;
    // Level Zero has UR's kinds under UR's numbers.
    let kind = UsmType(properties.type_.0);
    Ok(Known { kind: if kind.name().is_some() { kind } else { UsmType::UNKNOWN }, device })
}

/// True for memory that somebody in this process got from the driver in this context.
pub fn is_known(context: &NativeContext, address: u64) -> bool {
    known(context, address).is_ok_and(|known| known.kind != UsmType::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_memory_have_the_numbers_of_ur() {
        use level_zero_sys::ze_memory_type_t as Kind;
        for (kind, of_ur) in [
            (Kind::ZE_MEMORY_TYPE_UNKNOWN, UsmType::UNKNOWN),
            (Kind::ZE_MEMORY_TYPE_HOST, UsmType::HOST),
            (Kind::ZE_MEMORY_TYPE_DEVICE, UsmType::DEVICE),
            (Kind::ZE_MEMORY_TYPE_SHARED, UsmType::SHARED),
        ] {
            assert_eq!(kind.0, of_ur.0, "{of_ur:?}");
        }
    }
}
