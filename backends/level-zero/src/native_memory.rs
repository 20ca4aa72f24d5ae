//! Level Zero's allocations and their handles for other processes.

use crate::native_context::NativeContext;
use crate::result::{Native, Ze, ze};
use level_zero_sys::{
    ZE_MAX_IPC_HANDLE_SIZE, ze_device_handle_t, ze_device_mem_alloc_desc_t,
    ze_driver_memory_free_policy_ext_flags_t, ze_host_mem_alloc_desc_t, ze_ipc_mem_handle_t,
    ze_ipc_memory_flags_t, ze_memory_allocation_properties_t, ze_memory_free_ext_desc_t, ze_result_t,
};
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::Arc;
use ur_ipc_api::UsmType;

/// An allocation, freed with this.
pub struct NativeMemory {
    context: Arc<NativeContext>,
    /// The first byte.
    pub base: u64,
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
        Ok(Self { context: Arc::clone(context), base: base.expose_provenance() as u64 })
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
        Ok(NativeHandle { context: Arc::clone(&self.context), handle })
    }
}

impl Drop for NativeMemory {
    fn drop(&mut self) {
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

/// A handle of Level Zero for other processes, given back with this.
pub struct NativeHandle {
    context: Arc<NativeContext>,
    handle: ze_ipc_mem_handle_t,
}

impl NativeHandle {
    /// The bytes.
    pub fn bytes(&self) -> [u8; ZE_MAX_IPC_HANDLE_SIZE] {
        self.handle.data
    }

    /// The descriptor of this process that the bytes begin with, if they do. Other processes put their copy of it
    /// there.
    pub fn fd(&self) -> Option<RawFd> {
        let fd = leading_fd(&self.handle.data);
        // SAFETY: F_GETFD takes a number, and answers EBADF for one that is not open.
        let open = fd >= 0 && unsafe { libc::fcntl(fd, libc::F_GETFD) } != -1;
        open.then_some(fd)
    }
}

impl Drop for NativeHandle {
    fn drop(&mut self) {
        // SAFETY: made in this context and given back once. A driver that gave it back by itself when the allocation
        // went says so, and that is no failure.
        let _ = unsafe {
            ze!(self.context.driver.functions, zeMemPutIpcHandle(self.context.native.0, self.handle))
        };
    }
}

fn leading_fd(bytes: &[u8; ZE_MAX_IPC_HANDLE_SIZE]) -> RawFd {
    RawFd::from_ne_bytes(std::array::from_fn(|index| bytes[index]))
}

/// The bytes of a handle with another descriptor at their start.
pub fn with_fd(mut bytes: [u8; ZE_MAX_IPC_HANDLE_SIZE], fd: RawFd) -> [u8; ZE_MAX_IPC_HANDLE_SIZE] {
    bytes[..size_of::<RawFd>()].copy_from_slice(&fd.to_ne_bytes());
    bytes
}

/// An opened allocation, closed with this.
pub struct OpenedMemory {
    context: Arc<NativeContext>,
    /// The first byte of what the handle named.
    pub base: u64,
}

impl OpenedMemory {
    /// Opens a handle whose descriptor is one of this process. It may be closed afterwards.
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

/// What a driver says of memory.
pub struct Known {
    /// Whose memory it is; unknown for what is not the driver's.
    pub kind: UsmType,
    /// The device that has it; null for memory of the host.
    pub device: ze_device_handle_t,
}

/// What the driver says of an address in a context, whoever in this process got or opened the memory there.
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
    let kind = UsmType(properties.r#type.0);
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

    #[test]
    fn a_handle_begins_with_its_descriptor() {
        let bytes = with_fd([7; ZE_MAX_IPC_HANDLE_SIZE], 1234);
        assert_eq!(leading_fd(&bytes), 1234);
        assert_eq!(bytes[4..], [7; ZE_MAX_IPC_HANDLE_SIZE - 4]);
    }
}
