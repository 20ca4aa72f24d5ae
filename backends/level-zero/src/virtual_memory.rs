//! Reserved addresses, and physical memory mapped there.

use crate::level_zero::{Context, LevelZero, Physical};
use crate::result::{ur, ze};
use level_zero_sys::ze_memory_access_attribute_t;
use std::ffi::c_void;
use std::ptr::with_exposed_provenance;
use ur_ipc_api::VirtualMemAccessFlags;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::VirtualMemoryCalls;

/// Level Zero's word for UR's flags.
fn attribute(flags: VirtualMemAccessFlags) -> ze_memory_access_attribute_t {
    match flags {
        flags if flags.contains(VirtualMemAccessFlags::READ_WRITE) => {
            ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE
        }
        flags if flags.contains(VirtualMemAccessFlags::READ_ONLY) => {
            ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY
        }
        _ => ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE,
    }
}

impl VirtualMemoryCalls for LevelZero {
    fn reserve(&self, context: &Context, hint: *const c_void, size: usize) -> Ur<u64> {
        let native = &context.native;
        let mut base: *mut c_void = std::ptr::null_mut();
        // SAFETY: the context lives; the start is only a wish; the output is a local variable.
        unsafe {
            ze!(native.driver.functions, zeVirtualMemReserve(native.native.0, hint, size, &raw mut base))
        }
        .map_err(ur)?;
        Ok(base.expose_provenance() as u64)
    }

    unsafe fn free_reservation(&self, context: &Context, base: u64, size: u64) -> Ur<()> {
        context.native.free_reservation(base, size).map_err(ur)
    }

    unsafe fn map(
        &self,
        physical: &Physical,
        offset: usize,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        let native = physical.native.context();
        let pointer: *const c_void = with_exposed_provenance(start as usize);
        // SAFETY: the range is reserved and free; the physical memory lives in this context and is long enough.
        unsafe {
            ze!(
                native.driver.functions,
                zeVirtualMemMap(
                    native.native.0,
                    pointer,
                    size as usize,
                    physical.native.native.0,
                    offset,
                    attribute(flags)
                )
            )
        }
        .map_err(ur)
    }

    unsafe fn unmap(&self, physical: &Physical, start: u64, size: u64) -> Ur<()> {
        physical.native.context().unmap(start, size).map_err(ur)
    }

    unsafe fn set_access(
        &self,
        physical: &Physical,
        start: u64,
        size: u64,
        flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        let native = physical.native.context();
        let pointer: *const c_void = with_exposed_provenance(start as usize);
        // SAFETY: a mapping of this size begins there.
        unsafe {
            ze!(
                native.driver.functions,
                zeVirtualMemSetAccessAttribute(native.native.0, pointer, size as usize, attribute(flags))
            )
        }
        .map_err(ur)
    }
}
