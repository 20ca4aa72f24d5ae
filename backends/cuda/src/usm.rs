//! USM allocations and pools.

use crate::backend::State;
use crate::context::Context;
use crate::device::Device;
use crate::driver::{CuDevicePtr, HOST_ALLOC_PORTABLE_MAPPED};
use crate::error::{Ur, ensure, handles, optional, pointer, store};
use crate::info::InfoOut;
use crate::memory_map::Import;
use crate::registry::next_id;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, UrResult, UsmAllocInfo, UsmDesc, UsmPoolDesc, UsmPoolHandle, UsmType,
};

/// A pool. Every allocation from it is one of the driver's, which pools small ones by itself.
pub struct Pool {
    /// UR's handle.
    pub id: usize,
    context: Arc<Context>,
}

/// An allocation, freed with this.
pub struct Allocation {
    /// The first byte.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Host or device.
    pub kind: UsmType,
    /// The device (of host memory: one of the context's).
    pub device: Arc<Device>,
    /// The pool it came from.
    pub pool: Option<Arc<Pool>>,
    /// The context, kept alive.
    _context: Arc<Context>,
}

impl Allocation {
    fn new(
        kind: UsmType,
        context: Arc<Context>,
        device: Arc<Device>,
        pool: Option<Arc<Pool>>,
        size: usize,
    ) -> Ur<Self> {
        device.activate()?;
        let base = if kind == UsmType::HOST {
            let mut base = std::ptr::null_mut();
            // SAFETY: the output is a local variable; the context is current.
            unsafe { device.driver.mem_host_alloc(&raw mut base, size, HOST_ALLOC_PORTABLE_MAPPED) }
                .map_err(|error| match UrResult::from(error) {
                    UrResult::ERROR_OUT_OF_DEVICE_MEMORY => UrResult::ERROR_OUT_OF_HOST_MEMORY,
                    other => other,
                })?;
            base.expose_provenance() as u64
        } else {
            let mut base: CuDevicePtr = 0;
            // SAFETY: as above.
            unsafe { device.driver.mem_alloc(&raw mut base, size) }?;
            base
        };
        Ok(Self { base, size: size as u64, kind, device, pool, _context: context })
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        if self.device.activate().is_err() {
            return;
        }
        // SAFETY: made by the matching call and freed once; UR demands that no command uses it. There is nobody to
        // tell of a failure.
        let _ = unsafe {
            if self.kind == UsmType::HOST {
                self.device.driver.mem_free_host(std::ptr::with_exposed_provenance_mut(self.base as usize))
            } else {
                self.device.driver.mem_free(self.base)
            }
        };
    }
}

impl State {
    /// Allocates and enters it.
    ///
    /// # Safety
    /// `usm_desc` is null or readable, `mem` writable.
    unsafe fn allocate(
        &self,
        kind: UsmType,
        (context, device): (Arc<Context>, Arc<Device>),
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> Ur<()> {
        // SAFETY: this function's contract.
        let align = unsafe { optional(usm_desc) }.map_or(0, |desc| desc.align);
        ensure(align == 0 || align.is_power_of_two(), UrResult::ERROR_INVALID_VALUE)?;
        ensure(size != 0, UrResult::ERROR_INVALID_USM_SIZE)?;
        let pool = if pool.is_null() { None } else { Some(self.pools.get(pool.address())?) };
        if let Some(pool) = &pool {
            ensure(pool.context.id == context.id, UrResult::ERROR_INVALID_CONTEXT)?;
        }
        let allocation = Arc::new(Allocation::new(kind, context, device, pool, size)?);
        let base = allocation.base;
        ensure(align == 0 || base % u64::from(align) == 0, UrResult::ERROR_UNSUPPORTED_ALIGNMENT)?;
        self.memory.ranges().allocations.insert(base, allocation);
        // SAFETY: this function's contract.
        unsafe { store(mem, std::ptr::with_exposed_provenance_mut(base as usize)) };
        Ok(())
    }

    pub unsafe fn usm_device_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(mem)?;
        let owners = self.context_and_device(context, device)?;
        // SAFETY: the caller's descriptor is null or readable, and the output is not null.
        unsafe { self.allocate(UsmType::DEVICE, owners, usm_desc, pool, size, mem) }
    }

    pub unsafe fn usm_host_alloc(
        &self,
        context: ContextHandle,
        usm_desc: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        let context = self.contexts.get(context.address())?;
        let device = Arc::clone(&context.devices[0]);
        // SAFETY: the caller's descriptor is null or readable, and the output is not null.
        unsafe { self.allocate(UsmType::HOST, (context, device), usm_desc, pool, size, mem) }
    }

    pub unsafe fn usm_shared_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        _usm_desc: *const UsmDesc,
        _pool: UsmPoolHandle,
        _size: usize,
        mem: *mut *mut c_void,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        pointer(mem)?;
        Err(UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    pub unsafe fn usm_free(&self, context: ContextHandle, mem: *mut c_void) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        self.contexts.get_lingering(context.address())?;
        let mut ranges = self.memory.ranges();
        let base = mem.addr() as u64;
        let allocation = ranges.allocations.get(&base).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)?;
        let opened = ranges
            .opened
            .values()
            .any(|opened| matches!(&opened.import, Import::Local(local) if Arc::ptr_eq(local, allocation)));
        ensure(!opened, UrResult::ERROR_INVALID_MEM_OBJECT)?;
        let allocation = ranges.allocations.remove(&base);
        drop(ranges);
        if let Some(allocation) = allocation {
            self.exports.withdraw(&allocation);
        }
        Ok(())
    }

    pub unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        prop_name: UsmAllocInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(prop_name.name().is_some(), UrResult::ERROR_INVALID_ENUMERATION)?;
        self.contexts.get_lingering(context.address())?;
        let Some(region) = self.memory.ranges().region(mem.addr() as u64) else {
            return match prop_name {
                UsmAllocInfo::TYPE => out.number(UsmType::UNKNOWN.0),
                _ => Err(UrResult::ERROR_INVALID_VALUE),
            };
        };
        match prop_name {
            UsmAllocInfo::TYPE => out.number(region.kind.0),
            UsmAllocInfo::BASE_PTR => out.word(region.base as usize),
            UsmAllocInfo::SIZE => out.word(region.size as usize),
            UsmAllocInfo::DEVICE => out.word(region.device.ok_or(UrResult::ERROR_INVALID_VALUE)?.id),
            _ if region.pool != 0 => out.word(region.pool),
            _ => Err(UrResult::ERROR_INVALID_VALUE),
        }
    }

    pub unsafe fn usm_pool_create(
        &self,
        context: ContextHandle,
        pool_desc: *mut UsmPoolDesc,
        pool: *mut UsmPoolHandle,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(pool_desc)?;
        pointer(pool)?;
        // SAFETY: not null, so readable.
        let flags = unsafe { pool_desc.read_unaligned() }.flags;
        ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let context = self.contexts.get(context.address())?;
        let id = next_id();
        self.pools.insert(id, Arc::new(Pool { id, context }));
        // SAFETY: the output is not null, so writable.
        unsafe { store(pool, UsmPoolHandle::from_address(id)) };
        Ok(())
    }

    pub unsafe fn usm_pool_release(&self, pool: UsmPoolHandle) -> Ur<()> {
        self.pools.release(pool.address())
    }
}
