//! USM allocations and pools.

use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, optional, pointer, store};
use crate::driver::Driver;
use crate::objects::{Allocation, Context, Pool};
use crate::registry::next_id;
use crate::state::{ContextAndDevice, State};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, UrResult, UsmAllocInfo, UsmDesc, UsmPoolDesc, UsmPoolHandle, UsmType,
};

/// A request for an allocation, checked.
pub struct Wanted<D: Driver> {
    /// Host, device or shared.
    pub kind: UsmType,
    /// The context.
    pub context: Arc<Context<D>>,
    /// The device (of host memory: one of the context's).
    pub device: Arc<D::Device>,
    /// The pool.
    pub pool: Option<Arc<Pool<D>>>,
    /// Size in bytes, not 0.
    pub size: usize,
    /// Alignment in bytes, a power of two, or 0.
    pub align: usize,
}

/// The part of a driver that the calls on USM need.
pub trait UsmCalls: Driver {
    /// Checks that there is shared USM.
    ///
    /// # Errors
    /// `UNSUPPORTED_FEATURE` if there is none.
    fn ensure_shared_usm(&self) -> Ur<()> {
        Ok(())
    }

    /// Allocates and gives the first byte.
    ///
    /// # Errors
    /// `UNSUPPORTED_ALIGNMENT`; the driver's.
    fn allocate(&self, wanted: &Wanted<Self>) -> Ur<(Self::Allocated, u64)>;

    /// Frees the allocation that begins at an address, and withdraws its handles.
    ///
    /// # Errors
    /// `INVALID_MEM_OBJECT` if there is none, or if it cannot be freed now.
    fn free(&self, state: &State<Self>, base: u64) -> Ur<()>;

    /// Kind and device of the memory at an address: `UNKNOWN` if it is none, no device if it is the host's. As it was
    /// allocated or opened here, unless the driver is asked.
    ///
    /// # Errors
    /// The driver's.
    fn kind_and_device(
        &self,
        state: &State<Self>,
        _context: &Context<Self>,
        address: u64,
    ) -> Ur<(UsmType, Option<usize>)> {
        let region = state.memory.ranges().region(address);
        Ok(region.map_or((UsmType::UNKNOWN, None), |region| (region.kind, region.device)))
    }
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: UsmCalls> State<D> {
    /// `urUSMDeviceAlloc`
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
        unsafe { allocate(self, UsmType::DEVICE, owners, usm_desc, pool, size, mem) }
    }

    /// `urUSMHostAlloc`
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
        unsafe { allocate(self, UsmType::HOST, (context, device), usm_desc, pool, size, mem) }
    }

    /// `urUSMSharedAlloc`
    pub unsafe fn usm_shared_alloc(
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
        self.driver.ensure_shared_usm()?;
        let owners = self.context_and_device(context, device)?;
        // SAFETY: the caller's descriptor is null or readable, and the output is not null.
        unsafe { allocate(self, UsmType::SHARED, owners, usm_desc, pool, size, mem) }
    }

    /// `urUSMFree`
    pub unsafe fn usm_free(&self, context: ContextHandle, mem: *mut c_void) -> Ur<()> {
        handles([context.address()])?;
        pointer(mem)?;
        self.contexts.get_lingering(context.address())?;
        self.driver.free(self, mem.addr() as u64)
    }

    /// `urUSMGetMemAllocInfo`
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
        let context = self.contexts.get_lingering(context.address())?;
        let address = mem.addr() as u64;
        let region = || self.memory.ranges().region(address).ok_or(UrResult::ERROR_INVALID_VALUE);
        match prop_name {
            UsmAllocInfo::TYPE => out.number(self.driver.kind_and_device(self, &context, address)?.0.0),
            UsmAllocInfo::DEVICE => {
                let (_, device) = self.driver.kind_and_device(self, &context, address)?;
                out.word(device.ok_or(UrResult::ERROR_INVALID_VALUE)?)
            }
            UsmAllocInfo::BASE_PTR => out.word(region()?.base as usize),
            UsmAllocInfo::SIZE => out.word(region()?.size as usize),
            _ => {
                let pool = region()?.pool;
                ensure(pool != 0, UrResult::ERROR_INVALID_VALUE)?;
                out.word(pool)
            }
        }
    }

    /// `urUSMPoolCreate`
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

    /// `urUSMPoolRelease`
    pub unsafe fn usm_pool_release(&self, pool: UsmPoolHandle) -> Ur<()> {
        self.pools.release(pool.address())
    }
}

/// Allocates and enters it.
///
/// # Safety
/// `usm_desc` is null or readable, `mem` writable.
unsafe fn allocate<D: UsmCalls>(
    state: &State<D>,
    kind: UsmType,
    (context, device): ContextAndDevice<D>,
    usm_desc: *const UsmDesc,
    pool: UsmPoolHandle,
    size: usize,
    mem: *mut *mut c_void,
) -> Ur<()> {
    // SAFETY: this function's contract.
    let align = unsafe { optional(usm_desc) }.map_or(0, |desc| desc.align as usize);
    ensure(align == 0 || align.is_power_of_two(), UrResult::ERROR_INVALID_VALUE)?;
    ensure(size != 0, UrResult::ERROR_INVALID_USM_SIZE)?;
    let pool = if pool.is_null() { None } else { Some(state.pools.get(pool.address())?) };
    if let Some(pool) = &pool {
        ensure(pool.context.id == context.id, UrResult::ERROR_INVALID_CONTEXT)?;
    }
    let wanted = Wanted { kind, context, device, pool, size, align };
    let (native, base) = state.driver.allocate(&wanted)?;
    let Wanted { kind, context, device, pool, .. } = wanted;
    let allocation = Allocation { native, base, size: size as u64, kind, device, pool, context };
    state.memory.ranges().allocations.insert(base, Arc::new(allocation));
    // SAFETY: this function's contract.
    unsafe { store(mem, std::ptr::with_exposed_provenance_mut(base as usize)) };
    Ok(())
}
