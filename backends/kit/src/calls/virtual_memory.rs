//! Reserved addresses, and physical memory mapped there.

use super::physical::PhysicalCalls;
use crate::InfoOut;
use crate::checks::{Ur, ensure, handles, pointer, store};
use crate::objects::{Context, Physical};
use crate::ranges::{MappedRange, ReservedRange};
use crate::state::State;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemHandle, UrResult, VirtualMemAccessFlags,
    VirtualMemGranularityInfo, VirtualMemInfo,
};

fn ensure_flags(flags: VirtualMemAccessFlags) -> Ur<()> {
    ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)
}

/// The part of a driver that the calls on virtual memory need. All calls but the reserving one are made while the
/// ranges are locked.
pub trait VirtualMemoryCalls: PhysicalCalls {
    /// Reserves addresses, from `hint` on if the driver likes; gives the first one.
    fn reserve(&self, context: &Context<Self>, hint: *const c_void, size: usize) -> Ur<u64>;

    /// Gives a reservation back.
    ///
    /// # Safety
    /// Reserved in this context with this size, and nothing is mapped there.
    unsafe fn free_reservation(&self, context: &Context<Self>, base: u64, size: u64) -> Ur<()>;

    /// Maps physical memory.
    ///
    /// # Safety
    /// The range is reserved and free, and the memory is long enough.
    unsafe fn map(
        &self,
        physical: &Physical<Self>,
        offset: usize,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()>;

    /// Ends a mapping.
    ///
    /// # Safety
    /// A mapping of this memory and this size begins there, and no command uses it.
    unsafe fn unmap(&self, physical: &Physical<Self>, start: u64, size: u64) -> Ur<()>;

    /// Changes what may be done with a mapping.
    ///
    /// # Safety
    /// A mapping of this memory and this size begins there.
    unsafe fn set_access(
        &self,
        physical: &Physical<Self>,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: VirtualMemoryCalls> State<D> {
    /// `urVirtualMemGranularityGetInfo`
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn virtual_mem_granularity_get_info(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        allocation_size: usize,
        prop_name: VirtualMemGranularityInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(prop_name.name().is_some(), UrResult::ERROR_INVALID_ENUMERATION)?;
        let (context, device) = self.context_and_device(context, device)?;
        out.word(self.driver.granularity(&context, &device, allocation_size, prop_name)?)
    }

    /// `urVirtualMemReserve`
    pub unsafe fn virtual_mem_reserve(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        start_ret: *mut *mut c_void,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start_ret)?;
        let context = self.contexts.get(context.address())?;
        let device = &context.devices[0];
        let granule = self.driver.granularity(&context, device, size, VirtualMemGranularityInfo::MINIMUM)?;
        ensure(size != 0 && size.is_multiple_of(granule), UrResult::ERROR_INVALID_SIZE)?;
        let base = self.driver.reserve(&context, start, size)?;
        let reservation = ReservedRange { size: size as u64, context: Arc::clone(&context) };
        self.memory.ranges().addresses.reservations.insert(base, reservation);
        // SAFETY: the output is not null, so writable.
        unsafe { store(start_ret, std::ptr::with_exposed_provenance_mut(base as usize)) };
        Ok(())
    }

    /// `urVirtualMemFree`
    pub unsafe fn virtual_mem_free(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start)?;
        self.contexts.get_lingering(context.address())?;
        let (base, bytes) = (start.addr() as u64, size as u64);
        let mut ranges = self.memory.ranges();
        let empty = ranges.addresses.mappings_in(base, bytes).next().is_none();
        let known = ranges.addresses.reservations.get(&base);
        let known = known.filter(|reservation| reservation.size == bytes && empty);
        let owner = &known.ok_or(UrResult::ERROR_INVALID_VALUE)?.context;
        // SAFETY: known with this size and context, and empty.
        unsafe { self.driver.free_reservation(owner, base, bytes) }?;
        let freed = ranges.addresses.reservations.remove(&base);
        drop(ranges);
        drop(freed);
        Ok(())
    }

    /// `urVirtualMemMap`
    pub unsafe fn virtual_mem_map(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        physical_mem: PhysicalMemHandle,
        offset: usize,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        handles([context.address(), physical_mem.address()])?;
        pointer(start)?;
        ensure_flags(flags)?;
        self.contexts.get(context.address())?;
        let physical = self.physical.get(physical_mem.address())?;
        let wanted = VirtualMemGranularityInfo::MINIMUM;
        let granule = self.driver.granularity(&physical.context, &physical.device, size, wanted)?;
        let aligned = [start.addr(), size, offset].iter().all(|value| value.is_multiple_of(granule));
        let (at, bytes) = (start.addr() as u64, size as u64);
        let inside = (offset as u64).checked_add(bytes).is_some_and(|end| end <= physical.size);
        ensure(size != 0 && aligned && inside, UrResult::ERROR_INVALID_VALUE)?;
        let mut ranges = self.memory.ranges();
        let reserved = ranges.addresses.reservation(at, bytes).is_some();
        let free = ranges.addresses.mappings_in(at, bytes).next().is_none();
        ensure(reserved && free, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: the range is reserved and free; the memory is held and long enough.
        unsafe { self.driver.map(&physical, offset, at, bytes, flags) }?;
        ranges.addresses.mappings.insert(at, MappedRange { size: bytes, access: flags, physical });
        Ok(())
    }

    /// `urVirtualMemUnmap`
    pub unsafe fn virtual_mem_unmap(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start)?;
        self.contexts.get_lingering(context.address())?;
        let mut ranges = self.memory.ranges();
        for base in ranges.addresses.exact_mappings(start.addr() as u64, size as u64)? {
            if let Some(mapping) = ranges.addresses.mappings.get(&base) {
                // SAFETY: it begins there with this size; UR demands that no command uses it.
                unsafe { self.driver.unmap(&mapping.physical, base, mapping.size) }?;
            }
            ranges.addresses.mappings.remove(&base);
        }
        Ok(())
    }

    /// `urVirtualMemSetAccess`
    pub unsafe fn virtual_mem_set_access(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start)?;
        ensure_flags(flags)?;
        self.contexts.get(context.address())?;
        let mut ranges = self.memory.ranges();
        for base in ranges.addresses.exact_mappings(start.addr() as u64, size as u64)? {
            if let Some(mapping) = ranges.addresses.mappings.get_mut(&base) {
                // SAFETY: it begins there with this size.
                unsafe { self.driver.set_access(&mapping.physical, base, mapping.size, flags) }?;
                mapping.access = flags;
            }
        }
        Ok(())
    }

    /// `urVirtualMemGetInfo`
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn virtual_mem_get_info(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        prop_name: VirtualMemInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start)?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        ensure(prop_name == VirtualMemInfo::ACCESS_MODE, UrResult::ERROR_INVALID_ENUMERATION)?;
        self.contexts.get(context.address())?;
        let ranges = self.memory.ranges();
        let mut touching = ranges.addresses.mappings_in(start.addr() as u64, size as u64);
        let (_, mapping) = touching.next().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        out.number(mapping.access.0)
    }
}
