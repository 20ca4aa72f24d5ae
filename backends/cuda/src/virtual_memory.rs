//! Reserved addresses, and physical memory mapped there.

use crate::backend::State;
use crate::device::Device;
use crate::driver::{CuDevicePtr, CuMemAccessDesc, CuMemLocation};
use crate::error::{Ur, ensure, handles, pointer, store};
use crate::info::InfoOut;
use crate::memory_map::{Mapping, Reservation};
use crate::physical::{GRANULARITY_MINIMUM, GRANULARITY_RECOMMENDED, granularity};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemHandle, UrResult, VirtualMemAccessFlags,
    VirtualMemGranularityInfo, VirtualMemInfo,
};

/// `CU_MEM_ACCESS_FLAGS_PROT_*` of UR's flags.
fn protection(flags: VirtualMemAccessFlags) -> u32 {
    match flags {
        flags if flags.contains(VirtualMemAccessFlags::READ_WRITE) => 3,
        flags if flags.contains(VirtualMemAccessFlags::READ_ONLY) => 1,
        _ => 0,
    }
}

fn set_access(device: &Device, start: u64, size: u64, flags: VirtualMemAccessFlags) -> Ur<()> {
    let access = CuMemAccessDesc { location: CuMemLocation::device(device.native), flags: protection(flags) };
    // SAFETY: the range is mapped; the descriptor is a local variable.
    Ok(unsafe { device.driver.mem_set_access(start, size as usize, &raw const access, 1) }?)
}

fn unmap(device: &Device, start: u64, size: u64) -> Ur<()> {
    device.activate()?;
    // SAFETY: a mapping of this size begins there; UR demands that no command uses it.
    Ok(unsafe { device.driver.mem_unmap(start, size as usize) }?)
}

fn ensure_flags(flags: VirtualMemAccessFlags) -> Ur<()> {
    ensure(!flags.has_reserved(), UrResult::ERROR_INVALID_ENUMERATION)
}

impl State {
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn virtual_mem_granularity_get_info(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        _allocation_size: usize,
        prop_name: VirtualMemGranularityInfo,
        prop_size: usize,
        prop_value: *mut c_void,
        prop_size_ret: *mut usize,
    ) -> Ur<()> {
        handles([context.address(), device.address()])?;
        // SAFETY: the caller's outputs are as a query demands.
        let out = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let option = match prop_name {
            VirtualMemGranularityInfo::MINIMUM => GRANULARITY_MINIMUM,
            VirtualMemGranularityInfo::RECOMMENDED => GRANULARITY_RECOMMENDED,
            _ => return Err(UrResult::ERROR_INVALID_ENUMERATION),
        };
        let (_, device) = self.context_and_device(context, device)?;
        out.word(granularity(&device, option)?)
    }

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
        let granule = granularity(device, GRANULARITY_MINIMUM)?;
        ensure(size != 0 && size.is_multiple_of(granule), UrResult::ERROR_INVALID_SIZE)?;
        let mut base: CuDevicePtr = 0;
        let hint = start.addr() as u64;
        // SAFETY: the output is a local variable; the hint is only a wish.
        unsafe { device.driver.mem_address_reserve(&raw mut base, size, 0, hint, 0) }?;
        let reservation = Reservation { size: size as u64, _context: Arc::clone(&context) };
        self.memory.ranges().reservations.insert(base, reservation);
        // SAFETY: the output is not null, so writable.
        unsafe { store(start_ret, std::ptr::with_exposed_provenance_mut(base as usize)) };
        Ok(())
    }

    pub unsafe fn virtual_mem_free(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
    ) -> Ur<()> {
        handles([context.address()])?;
        pointer(start)?;
        self.contexts.get_lingering(context.address())?.devices[0].activate()?;
        let (base, bytes) = (start.addr() as u64, size as u64);
        let mut ranges = self.memory.ranges();
        let known = ranges.reservations.get(&base).is_some_and(|reservation| reservation.size == bytes);
        let empty = ranges.mappings_in(base, bytes).next().is_none();
        ensure(known && empty, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: reserved with this size, and nothing is mapped there.
        unsafe { self.driver.mem_address_free(base, size) }?;
        let freed = ranges.reservations.remove(&base);
        drop(ranges);
        drop(freed);
        Ok(())
    }

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
        let device = Arc::clone(&physical.device);
        let granule = granularity(&device, GRANULARITY_MINIMUM)?;
        let aligned = [start.addr(), size, offset].iter().all(|value| value.is_multiple_of(granule));
        let (at, bytes) = (start.addr() as u64, size as u64);
        let inside = (offset as u64).checked_add(bytes).is_some_and(|end| end <= physical.size);
        ensure(size != 0 && aligned && inside, UrResult::ERROR_INVALID_VALUE)?;
        let mut ranges = self.memory.ranges();
        let reserved = ranges.reservation(at, bytes).is_some();
        let free = ranges.mappings_in(at, bytes).next().is_none();
        ensure(reserved && free, UrResult::ERROR_INVALID_VALUE)?;
        // SAFETY: the range is reserved and free; the physical memory is held and long enough.
        unsafe { device.driver.mem_map(at, size, offset, physical.native.native, 0) }?;
        if protection(flags) != 0
            && let Err(error) = set_access(&device, at, bytes, flags)
        {
            unmap(&device, at, bytes)?;
            return Err(error);
        }
        ranges.mappings.insert(at, Mapping { size: bytes, access: flags, physical });
        Ok(())
    }

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
        for base in ranges.exact_mappings(start.addr() as u64, size as u64)? {
            if let Some(mapping) = ranges.mappings.get(&base) {
                unmap(&mapping.physical.device, base, mapping.size)?;
            }
            ranges.mappings.remove(&base);
        }
        Ok(())
    }

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
        for base in ranges.exact_mappings(start.addr() as u64, size as u64)? {
            if let Some(mapping) = ranges.mappings.get_mut(&base) {
                mapping.physical.device.activate()?;
                set_access(&mapping.physical.device, base, mapping.size, flags)?;
                mapping.access = flags;
            }
        }
        Ok(())
    }

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
        let mut touching = ranges.mappings_in(start.addr() as u64, size as u64);
        let (_, mapping) = touching.next().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        out.number(mapping.access.0)
    }
}
