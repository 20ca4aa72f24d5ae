//! The entry points of USM memory that share nothing.

use super::allocation::{Backing, UsmAllocation};
use super::pool::{LARGEST_POOLED, Pool};
use crate::address_space::{Named, find};
use crate::backend::Core;
use crate::context::Context;
use crate::device::{Device, MEMORY_SIZE};
use crate::error::{CallResult, resources};
use crate::registry::Released;
use crate::shared_object::{GRANULE, SharedObject};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::Family;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, optional, pointer, store};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, StructureType, UrResult, UsmAllocInfo, UsmDesc, UsmPoolDesc, UsmPoolHandle,
    UsmType,
};
use ur_ipc_sys::mapping::Mapping;
use ur_ipc_sys::process::PAGE;

impl Core {
    /// # Safety
    /// As [`UrIpc::usm_device_alloc`](ur_ipc_api::UrIpc::usm_device_alloc).
    pub unsafe fn usm_device_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        // SAFETY: the caller's contract.
        unsafe { self.allocate(UsmType::DEVICE, context, device, usm_desc, pool, size, mem) }
    }

    /// # Safety
    /// As [`UrIpc::usm_shared_alloc`](ur_ipc_api::UrIpc::usm_shared_alloc).
    pub unsafe fn usm_shared_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> CallResult {
        handles([context.address(), device.address()])?;
        // SAFETY: the caller's contract.
        unsafe { self.allocate(UsmType::SHARED, context, device, usm_desc, pool, size, mem) }
    }

    /// # Safety
    /// As [`UrIpc::usm_host_alloc`](ur_ipc_api::UrIpc::usm_host_alloc).
    pub unsafe fn usm_host_alloc(
        &self,
        context: ContextHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> CallResult {
        handles([context.address()])?;
        // SAFETY: the caller's contract.
        unsafe { self.allocate(UsmType::HOST, context, DeviceHandle::NULL, usm_desc, pool, size, mem) }
    }

    /// Allocates; `device` is null for host memory.
    ///
    /// # Safety
    /// `usm_desc` is null or readable, `mem` is null or writable.
    #[expect(clippy::too_many_arguments, reason = "those of the three entry points, and the kind")]
    unsafe fn allocate(
        &self,
        kind: UsmType,
        context: ContextHandle,
        device: DeviceHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> CallResult {
        pointer(mem)?;
        // SAFETY: null or readable by this function's contract.
        let align = unsafe { alignment(usm_desc) }?;
        let context = self.context(context)?;
        let device = if device.is_null() { None } else { Some(self.device(device)?) };
        if let Some(device) = &device {
            context.require(device, UrResult::ERROR_INVALID_DEVICE)?;
        }
        let pool = if pool.is_null() { None } else { Some(self.pool_of(pool, &context)?) };
        let fits = size != 0 && size as u64 <= MEMORY_SIZE;
        ensure(fits, UrResult::ERROR_INVALID_USM_SIZE)?;
        let request = Request { kind, context, device, pool, size, align };
        let allocation = Arc::new(self.make(request)?);
        let base = allocation.base;
        self.space.ranges_mut().insert(base, Named::Usm(allocation));
        // SAFETY: not null, and writable by this function's contract. The address of host memory becomes a pointer
        // again only in the user's hands.
        unsafe { store(mem, std::ptr::with_exposed_provenance_mut(base)) };
        Ok(())
    }

    fn make(&self, request: Request) -> CallResult<UsmAllocation> {
        let Request { kind, context, device, pool, size, align } = request;
        let backing;
        let base;
        let mut charge = None;
        let mut range = None;
        match &device {
            Some(device) if kind == UsmType::DEVICE => {
                charge = Some(device.charge(size)?);
                match &pool {
                    Some(pool) if size <= LARGEST_POOLED => {
                        let block = pool.take(self.space.arena(), device.index, size, align)?;
                        base = block.address();
                        backing = Backing::Pooled(block);
                    }
                    _ => {
                        let len =
                            size.checked_next_multiple_of(GRANULE).ok_or(UrResult::ERROR_INVALID_USM_SIZE)?;
                        let taken =
                            self.space.arena().take(len, None).ok_or(UrResult::ERROR_OUT_OF_RESOURCES)?;
                        base = taken.start();
                        range = Some(taken);
                        backing = Backing::Own(Arc::new(SharedObject::create(Family::Memory, size)?));
                    }
                }
            }
            _ => {
                if let Some(device) = &device {
                    charge = Some(device.charge(size)?);
                }
                let len = size.checked_next_multiple_of(PAGE).ok_or(UrResult::ERROR_INVALID_USM_SIZE)?;
                let mapping = Mapping::anonymous(len).map_err(resources)?;
                base = mapping.start().expose_provenance();
                backing = Backing::Host(mapping);
            }
        }
        Ok(UsmAllocation { context, device, kind, base, size, pool, backing, _charge: charge, _range: range })
    }

    /// # Errors
    /// `INVALID_MEM_OBJECT` for anything but the first address of an allocation that was made here.
    pub fn usm_free(&self, context: ContextHandle, mem: *mut c_void) -> CallResult {
        handles([context.address()])?;
        pointer(mem)?;
        self.context_for_teardown(context)?;
        let mut ranges = self.space.ranges_mut();
        match ranges.get(&mem.addr()) {
            Some(Named::Usm(allocation)) if allocation.opened_pointer().is_none() => {
                self.allow_teardown(context, &allocation.context)?;
            }
            _ => return Err(UrResult::ERROR_INVALID_MEM_OBJECT),
        }
        let freed = ranges.remove(&mem.addr());
        drop(ranges);
        // Commands that still use the memory keep it until they are done.
        drop(freed);
        Ok(())
    }

    /// # Safety
    /// As [`UrIpc::usm_get_mem_alloc_info`](ur_ipc_api::UrIpc::usm_get_mem_alloc_info).
    pub unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        prop_name: UsmAllocInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(mem)?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        self.context(context)?;
        let allocation = match find(&self.space.ranges(), mem.addr()) {
            Some((_, Named::Usm(allocation))) => Some(Arc::clone(allocation)),
            _ => None,
        };
        let known = allocation.as_ref().ok_or(UrResult::ERROR_INVALID_MEM_OBJECT);
        match prop_name {
            UsmAllocInfo::TYPE => answer.number(known.map_or(UsmType::UNKNOWN, |known| known.kind).0),
            UsmAllocInfo::BASE_PTR => answer.word(known?.base),
            UsmAllocInfo::SIZE => answer.word(known?.size),
            UsmAllocInfo::DEVICE => {
                let device = known?.device.as_ref().ok_or(UrResult::ERROR_INVALID_VALUE)?;
                answer.word(device.handle.address())
            }
            UsmAllocInfo::POOL => {
                let pool = known?.pool.as_ref().ok_or(UrResult::ERROR_INVALID_VALUE)?;
                answer.word(pool.handle.address())
            }
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// # Safety
    /// As [`UrIpc::usm_pool_create`](ur_ipc_api::UrIpc::usm_pool_create).
    pub unsafe fn usm_pool_create(
        &self,
        context: ContextHandle,
        pool_desc: *mut UsmPoolDesc,
        pool: *mut UsmPoolHandle,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(pool_desc)?;
        pointer(pool)?;
        // SAFETY: not null, and readable by the caller's contract.
        let desc = unsafe { pool_desc.read_unaligned() };
        ensure(!desc.flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        ensure(desc.stype == StructureType::USM_POOL_DESC, UrResult::ERROR_INVALID_VALUE)?;
        let context = self.context(context)?;
        let made = self.pools.insert(|handle| Pool::new(UsmPoolHandle::from_address(handle), context));
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(pool, UsmPoolHandle::from_address(made)) };
        Ok(())
    }

    pub fn usm_pool_release(&self, pool: UsmPoolHandle) -> CallResult {
        handles([pool.address()])?;
        let released: Released<Pool> =
            self.pools.release(pool.address()).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        drop(released);
        Ok(())
    }

    fn pool_of(&self, pool: UsmPoolHandle, context: &Context) -> CallResult<Arc<Pool>> {
        let pool = self.pools.get(pool.address()).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        ensure(pool.context.handle == context.handle, UrResult::ERROR_INVALID_CONTEXT)?;
        Ok(pool)
    }
}

/// A request for an allocation.
struct Request {
    kind: UsmType,
    context: Arc<Context>,
    device: Option<Arc<Device>>,
    pool: Option<Arc<Pool>>,
    size: usize,
    align: usize,
}

/// The alignment that a descriptor asks for.
///
/// # Safety
/// `desc` is null or readable.
unsafe fn alignment(desc: *const UsmDesc) -> CallResult<usize> {
    // SAFETY: this function's contract.
    let Some(desc) = (unsafe { optional(desc) }) else { return Ok(1) };
    ensure(desc.stype == StructureType::USM_DESC, UrResult::ERROR_INVALID_VALUE)?;
    let align = desc.align as usize;
    ensure(align == 0 || (align.is_power_of_two() && align <= PAGE), UrResult::ERROR_INVALID_VALUE)?;
    Ok(align.max(1))
}
