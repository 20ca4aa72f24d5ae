//! Reserved addresses, and physical memory mapped there.

use crate::cuda::{Context, Cuda, Physical};
use crate::device::Device;
use crate::driver::{CuDevicePtr, CuMemAccessDesc, CuMemLocation};
use std::ffi::c_void;
use ur_ipc_api::VirtualMemAccessFlags;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::VirtualMemoryCalls;

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

impl VirtualMemoryCalls for Cuda {
    fn reserve(&self, _context: &Context, hint: *const c_void, size: usize) -> Ur<u64> {
        let mut base: CuDevicePtr = 0;
        // SAFETY: the output is a local variable; the hint is only a wish.
        unsafe { self.driver.mem_address_reserve(&raw mut base, size, 0, hint.addr() as u64, 0) }?;
        Ok(base)
    }

    unsafe fn free_reservation(&self, context: &Context, base: u64, size: u64) -> Ur<()> {
        context.devices[0].activate()?;
        // SAFETY: reserved with this size, and nothing is mapped there.
        Ok(unsafe { self.driver.mem_address_free(base, size as usize) }?)
    }

    unsafe fn map(
        &self,
        physical: &Physical,
        offset: usize,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        let device = &physical.device;
        // SAFETY: the range is reserved and free; the physical memory is held and long enough.
        unsafe { device.driver.mem_map(start, size as usize, offset, physical.native.native, 0) }?;
        if protection(flags) != 0
            && let Err(error) = set_access(device, start, size, flags)
        {
            unmap(device, start, size)?;
            return Err(error);
        }
        Ok(())
    }

    unsafe fn unmap(&self, physical: &Physical, start: u64, size: u64) -> Ur<()> {
        unmap(&physical.device, start, size)
    }

    unsafe fn set_access(
        &self,
        physical: &Physical,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        physical.device.activate()?;
        set_access(&physical.device, start, size, flags)
    }
}
