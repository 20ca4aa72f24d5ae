//! The entry points of virtual memory.

use super::reservation::{Piece, Reservation};
use crate::address_space::Named;
use crate::arena::UNIT;
use crate::backend::Core;
use crate::error::CallResult;
use std::ffi::c_void;
use ur_ipc_api::implement::InfoOut;
use ur_ipc_api::implement::checks::{ensure, handles, pointer, store};
use ur_ipc_api::{
    ContextHandle, DeviceHandle, PhysicalMemHandle, UrResult, VirtualMemAccessFlags,
    VirtualMemGranularityInfo, VirtualMemInfo,
};

impl Core {
    /// Without virtual memory there is neither a reservation nor an object to map, which all other calls need.
    pub(super) fn require_virtual_memory(&self) -> CallResult {
        ensure(self.profile.virtual_memory, UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    /// # Safety
    /// As [`UrIpc::virtual_mem_granularity_get_info`](ur_ipc_api::UrIpc::virtual_mem_granularity_get_info).
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
    ) -> CallResult {
        handles([context.address()])?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        let context = self.context(context)?;
        if !device.is_null() {
            context.require(&*self.device(device)?, UrResult::ERROR_INVALID_DEVICE)?;
        }
        self.require_virtual_memory()?;
        match prop_name {
            VirtualMemGranularityInfo::MINIMUM | VirtualMemGranularityInfo::RECOMMENDED => answer.word(UNIT),
            _ => Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION),
        }
    }

    /// # Safety
    /// As [`UrIpc::virtual_mem_reserve`](ur_ipc_api::UrIpc::virtual_mem_reserve).
    pub unsafe fn virtual_mem_reserve(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        start_ret: *mut *mut c_void,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(start_ret)?;
        let context = self.context(context)?;
        self.require_virtual_memory()?;
        ensure(size != 0 && size.is_multiple_of(UNIT), UrResult::ERROR_INVALID_SIZE)?;
        ensure(start.addr().is_multiple_of(UNIT), UrResult::ERROR_INVALID_VALUE)?;
        let wanted = (!start.is_null()).then(|| start.addr());
        let range = self.space.arena().take(size, wanted).ok_or(UrResult::ERROR_OUT_OF_RESOURCES)?;
        let address = range.start();
        let reservation = Reservation::new(context, size, range);
        self.space.ranges_mut().insert(address, Named::Reserved(reservation));
        // SAFETY: not null, and writable by the caller's contract.
        unsafe { store(start_ret, std::ptr::without_provenance_mut(address)) };
        Ok(())
    }

    /// # Errors
    /// `INVALID_VALUE` for anything but a whole reservation into which nothing is mapped.
    pub fn virtual_mem_free(&self, context: ContextHandle, start: *const c_void, size: usize) -> CallResult {
        handles([context.address()])?;
        pointer(start)?;
        self.context_for_teardown(context)?;
        let mut ranges = self.space.ranges_mut();
        match ranges.get(&start.addr()) {
            Some(Named::Reserved(reservation)) if reservation.size == size && reservation.is_empty() => {
                self.allow_teardown(context, &reservation.context)?;
            }
            _ => return Err(UrResult::ERROR_INVALID_VALUE),
        }
        let freed = ranges.remove(&start.addr());
        drop(ranges);
        drop(freed);
        Ok(())
    }

    /// Maps; a mapping keeps its object alive.
    ///
    /// # Errors
    /// `INVALID_SIZE` for no size, one that is no multiple of the granularity, and more than the object has;
    /// `INVALID_VALUE` for other misfits and for a range that is already mapped.
    pub fn virtual_mem_map(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        physical_mem: PhysicalMemHandle,
        offset: usize,
        flags: VirtualMemAccessFlags,
    ) -> CallResult {
        handles([context.address(), physical_mem.address()])?;
        pointer(start)?;
        one_access(flags)?;
        let context = self.context(context)?;
        let physical = self.physical(physical_mem)?;
        ensure(physical.context.handle == context.handle, UrResult::ERROR_INVALID_CONTEXT)?;
        ensure(size != 0 && size.is_multiple_of(UNIT), UrResult::ERROR_INVALID_SIZE)?;
        ensure(offset.is_multiple_of(UNIT), UrResult::ERROR_INVALID_VALUE)?;
        let fits = offset.checked_add(size).is_some_and(|end| end <= physical.size);
        ensure(fits, UrResult::ERROR_INVALID_SIZE)?;
        let piece = Piece { physical, offset, size, access: flags };
        self.change(&context.handle, start, size, false, |reservation, at| reservation.map(at, piece))
    }

    pub fn virtual_mem_unmap(&self, context: ContextHandle, start: *const c_void, size: usize) -> CallResult {
        handles([context.address()])?;
        pointer(start)?;
        self.context_for_teardown(context)?;
        let pieces =
            self.change(&context, start, size, true, |reservation, at| reservation.unmap(at, size))?;
        // Outside the lock: the last mapping of a released object ends it.
        drop(pieces);
        Ok(())
    }

    pub fn virtual_mem_set_access(
        &self,
        context: ContextHandle,
        start: *const c_void,
        size: usize,
        flags: VirtualMemAccessFlags,
    ) -> CallResult {
        handles([context.address()])?;
        pointer(start)?;
        one_access(flags)?;
        self.context(context)?;
        self.change(&context, start, size, false, |reservation, at| reservation.set_access(at, size, flags))
    }

    /// # Safety
    /// As [`UrIpc::virtual_mem_get_info`](ur_ipc_api::UrIpc::virtual_mem_get_info).
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
    ) -> CallResult {
        handles([context.address()])?;
        pointer(start)?;
        // SAFETY: the outputs are what the caller promises.
        let answer = unsafe { InfoOut::new(prop_size, prop_value, prop_size_ret) }?;
        self.context(context)?;
        ensure(prop_name == VirtualMemInfo::ACCESS_MODE, UrResult::ERROR_UNSUPPORTED_ENUMERATION)?;
        let pieces =
            self.change(&context, start, size, false, |reservation, at| reservation.pieces(at, size))?;
        let (first, rest) = pieces.split_first().ok_or(UrResult::ERROR_INVALID_VALUE)?;
        let uniform = rest.iter().all(|piece| piece.access == first.access);
        ensure(uniform, UrResult::ERROR_INVALID_VALUE)?;
        answer.number(first.access.0)
    }

    /// Lets `work` at the reservation that the range is in, with the range's offset in it.
    fn change<T>(
        &self,
        context: &ContextHandle,
        start: *const c_void,
        size: usize,
        teardown: bool,
        work: impl FnOnce(&mut Reservation, usize) -> Option<T>,
    ) -> CallResult<T> {
        let aligned = start.addr().is_multiple_of(UNIT) && size != 0 && size.is_multiple_of(UNIT);
        ensure(aligned, UrResult::ERROR_INVALID_VALUE)?;
        let mut ranges = self.space.ranges_mut();
        let Some((_, Named::Reserved(reservation))) = ranges.range_mut(..=start.addr()).next_back() else {
            return Err(UrResult::ERROR_INVALID_VALUE);
        };
        let offset = start.addr() - reservation.start();
        let within = offset < reservation.size && size <= reservation.size - offset;
        ensure(within, UrResult::ERROR_INVALID_VALUE)?;
        if teardown {
            self.allow_teardown(*context, &reservation.context)?;
        } else {
            ensure(reservation.context.handle == *context, UrResult::ERROR_INVALID_CONTEXT)?;
        }
        work(reservation, offset).ok_or(UrResult::ERROR_INVALID_VALUE)
    }
}

/// `INVALID_ENUMERATION` unless exactly one kind of access is named.
fn one_access(flags: VirtualMemAccessFlags) -> CallResult {
    let known =
        [VirtualMemAccessFlags::NONE, VirtualMemAccessFlags::READ_WRITE, VirtualMemAccessFlags::READ_ONLY];
    ensure(known.contains(&flags), UrResult::ERROR_INVALID_ENUMERATION)
}
