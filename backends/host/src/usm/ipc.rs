//! Sharing USM memory between processes.

use super::allocation::{Backing, UsmAllocation};
use crate::address_space::Named;
use crate::backend::Core;
use crate::error::CallResult;
use crate::exports::Source;
use crate::shared_object::GRANULE;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{ContextHandle, DeviceHandle, UrResult, UsmType};

impl Core {
    fn require_ipc_memory(&self) -> CallResult {
        ensure(self.profile.ipc_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    /// # Safety
    /// As [`UrIpc::ipc_get_mem_handle_exp`](ur_ipc_api::UrIpc::ipc_get_mem_handle_exp).
    pub unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        handle_data: *mut *mut c_void,
        handle_data_size_ret: *mut usize,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(mem)?;
        pointer(handle_data)?;
        pointer(handle_data_size_ret)?;
        let context = self.context(context)?;
        self.require_ipc_memory()?;
        let allocation = self.space.usm(mem.addr()).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let (object, base) = allocation.exportable().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        ensure(allocation.context.handle == context.handle, UrResult::ERROR_INVALID_CONTEXT)?;
        let device = allocation.device.as_ref().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let source = Source {
            context,
            object: Arc::clone(object),
            base,
            size: allocation.size,
            offset: mem.addr() - allocation.base,
            device: device.uuid,
        };
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { self.export(Family::Memory, source, handle_data, handle_data_size_ret) }
    }

    pub fn ipc_put_mem_handle_exp(&self, context: ContextHandle, handle_data: *mut c_void) -> CallResult {
        handles([context.address()])?;
        pointer(handle_data)?;
        self.context_for_teardown(context)?;
        self.require_ipc_memory()?;
        self.end_export(Family::Memory, context, handle_data)
    }

    /// # Safety
    /// As [`UrIpc::ipc_open_mem_handle_exp`](ur_ipc_api::UrIpc::ipc_open_mem_handle_exp).
    pub unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        handle_data: *mut c_void,
        handle_data_size: usize,
        mem: *mut *mut c_void,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        pointer(handle_data)?;
        pointer(mem)?;
        let context = self.context(context)?;
        let device = self.device(device)?;
        context.require(&device, UrResult::ERROR_INVALID_CONTEXT)?;
        self.require_ipc_memory()?;
        // SAFETY: not null, and readable for its size by the caller's contract.
        let (data, object) = unsafe { self.import(Family::Memory, handle_data, handle_data_size) }?;
        self.require_peer(&device, &data.device)?;
        let number = |value: u64| usize::try_from(value).map_err(|_| UrResult::ERROR_INVALID_VALUE);
        let (offset, size) = (number(data.base)?, number(data.size)?);
        let charge = device.charge(size)?;
        let len = size.checked_next_multiple_of(GRANULE).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let range = self.space.arena().take(len, None).ok_or(UrResult::ERROR_OUT_OF_RESOURCES)?;
        let base = range.start();
        let pointer = base + number(data.offset)?;
        let allocation = UsmAllocation {
            context,
            device: Some(device),
            kind: UsmType::DEVICE,
            base,
            size,
            pool: None,
            backing: Backing::Opened { object: Arc::new(object), offset, pointer },
            _charge: Some(charge),
            _range: Some(range),
        };
        self.space.ranges_mut().insert(base, Named::Usm(Arc::new(allocation)));
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(mem, std::ptr::without_provenance_mut(pointer)) };
        Ok(())
    }

    /// # Errors
    /// `INVALID_VALUE` for anything but a pointer that Open gave and no Close has taken yet.
    pub fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> CallResult {
        handles([context.address()])?;
        pointer(mem)?;
        self.context_for_teardown(context)?;
        self.require_ipc_memory()?;
        let allocation = self
            .space
            .usm(mem.addr())
            .filter(|allocation| allocation.opened_pointer() == Some(mem.addr()))
            .ok_or(UrResult::ERROR_INVALID_VALUE)?;
        self.allow_teardown(context, &allocation.context)?;
        let mut ranges = self.space.ranges_mut();
        // Two threads may close at once; one of them finds nothing, or another allocation, by now.
        let same =
            matches!(ranges.get(&allocation.base), Some(Named::Usm(now)) if Arc::ptr_eq(now, &allocation));
        ensure(same, UrResult::ERROR_INVALID_VALUE)?;
        let closed = ranges.remove(&allocation.base);
        drop(ranges);
        drop(closed);
        Ok(())
    }
}
