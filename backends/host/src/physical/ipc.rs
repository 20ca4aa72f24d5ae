//! Sharing physical memory objects between processes.

use super::PhysicalMemory;
use crate::backend::Core;
use crate::error::CallResult;
use crate::exports::Source;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, UrResult};

impl Core {
    fn require_ipc_physical_memory(&self) -> CallResult {
        ensure(self.profile.ipc_physical_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    /// # Safety
    /// As [`UrIpc::ipc_get_phys_mem_handle_exp`](ur_ipc_api::UrIpc::ipc_get_phys_mem_handle_exp).
    pub unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        phys_mem: PhysicalMemHandle,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> CallResult {
        handles([context.address(), phys_mem.address()])?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let context = self.context(context)?;
        self.require_ipc_physical_memory()?;
        let physical = self.physical(phys_mem)?;
        let exportable = physical.flags.contains(PhysicalMemFlags::ENABLE_IPC);
        ensure(exportable, UrResult::ERROR_INVALID_ARGUMENT)?;
        ensure(physical.context.handle == context.handle, UrResult::ERROR_INVALID_CONTEXT)?;
        let source = Source {
            context,
            object: Arc::clone(&physical.object),
            base: 0,
            size: physical.size,
            offset: 0,
            device: physical.device.uuid,
        };
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { self.export(Family::Physical, source, handle_data, handle_data_size_ret) }
    }

    pub fn ipc_put_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        handle_data: *const c_void,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.context_for_teardown(context)?;
        self.require_ipc_physical_memory()?;
        self.end_export(Family::Physical, context, handle_data)
    }

    /// # Safety
    /// As [`UrIpc::ipc_open_phys_mem_handle_exp`](ur_ipc_api::UrIpc::ipc_open_phys_mem_handle_exp).
    pub unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        handle_data: *const c_void,
        handle_data_size: usize,
        phys_mem: *mut PhysicalMemHandle,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        pointer(handle_data)?;
        pointer(phys_mem)?;
        let context = self.context(context)?;
        let device = self.device(device)?;
        context.require(&device, UrResult::ERROR_INVALID_CONTEXT)?;
        self.require_ipc_physical_memory()?;
        // SAFETY: not null, and readable for its size by the caller's contract.
        let (data, object) = unsafe { self.import(Family::Physical, handle_data, handle_data_size) }?;
        self.require_peer(&device, &data.device)?;
        let size = usize::try_from(data.size).map_err(|_| UrResult::ERROR_INVALID_VALUE)?;
        let charge = device.charge(size)?;
        let made = self.physical.insert(|_| PhysicalMemory {
            context,
            device,
            size,
            flags: PhysicalMemFlags::NONE_SET,
            imported: true,
            object: Arc::new(object),
            _charge: charge,
        });
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(phys_mem, PhysicalMemHandle::from_address(made)) };
        Ok(())
    }

    /// Drops one reference of an opened object.
    ///
    /// # Errors
    /// `INVALID_VALUE` for an object that was made here.
    pub fn ipc_close_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        phys_mem: PhysicalMemHandle,
    ) -> CallResult {
        handles([context.address(), phys_mem.address()])?;
        self.context_for_teardown(context)?;
        self.require_ipc_physical_memory()?;
        let physical = self.physical(phys_mem)?;
        ensure(physical.imported, UrResult::ERROR_INVALID_VALUE)?;
        self.allow_teardown(context, &physical.context)?;
        drop(physical);
        self.physical_mem_release(phys_mem)
    }
}
