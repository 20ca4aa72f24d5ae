//! The entry points of virtual memory.

use core::ffi::c_void;

use level_zero_sys::*;
use ur_ipc_sys::address_range::Access;

use super::reservation::{free, map, reserve, whole_pages, within};
use crate::context::Context;
use crate::device::{PAGE_SIZE, page_size};
use crate::memory::checks::{CallResult, answer, ensure, pointer};
use crate::object::Object;
use crate::physical_memory;

/// `zeVirtualMemQueryPageSize`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemQueryPageSize(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    size: usize,
    pagesize: *mut usize,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        context.check(hDevice)?;
        pointer(pagesize)?;
        ensure(size != 0, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pagesize.write(page_size(size)) };
        Ok(())
    }))
}

/// `zeVirtualMemReserve`: at the wanted address if that is free.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemReserve(
    hContext: ze_context_handle_t,
    pStart: *const c_void,
    size: usize,
    pptr: *mut *mut c_void,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(pptr)?;
        whole_pages(size)?;
        // Another address than the wanted one is an answer too, so an odd wish is none.
        let wanted = if pStart.addr().is_multiple_of(PAGE_SIZE) { pStart.addr() } else { 0 };
        let start = reserve(context, wanted, size)?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { pptr.write(core::ptr::with_exposed_provenance_mut(start)) };
        Ok(())
    }))
}

/// `zeVirtualMemFree`: unmaps what is still mapped.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemFree(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    size: usize,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(ptr)?;
        whole_pages(size)?;
        free(&context, ptr.addr(), size)
    }))
}

/// `zeVirtualMemMap`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemMap(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    size: usize,
    hPhysicalMemory: ze_physical_mem_handle_t,
    offset: usize,
    access: ze_memory_access_attribute_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        let memory = physical_memory::of_context(hContext, hPhysicalMemory)?;
        pointer(ptr)?;
        let access = to_access(access)?;
        let aligned = offset.is_multiple_of(page_size(offset));
        ensure(aligned, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)?;
        pages_of_size(ptr, size)?;
        let fits = offset.checked_add(size).is_some_and(|end| end <= memory.size);
        ensure(fits, ze_result_t::ZE_RESULT_ERROR_INVALID_SIZE)?;
        map(&context, ptr.addr(), size, &memory, offset, access)
    }))
}

/// `zeVirtualMemUnmap`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemUnmap(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    size: usize,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(ptr)?;
        pages_of_size(ptr, size)?;
        within(&context, ptr.addr(), size, |reservation, at| reservation.unmap(at, size))
    }))
}

/// `zeVirtualMemSetAccessAttribute`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemSetAccessAttribute(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    size: usize,
    access: ze_memory_access_attribute_t,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(ptr)?;
        let access = to_access(access)?;
        within(&context, ptr.addr(), size, |reservation, at| reservation.set_access(at, size, access))
    }))
}

/// `zeVirtualMemGetAccessAttribute`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeVirtualMemGetAccessAttribute(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    size: usize,
    access: *mut ze_memory_access_attribute_t,
    outSize: *mut usize,
) -> ze_result_t {
    answer(Object::<Context>::get(hContext).and_then(|context| {
        pointer(ptr)?;
        pointer(access)?;
        pointer(outSize)?;
        let (found, len) = within(&context, ptr.addr(), size, |reservation, at| reservation.access(at))?;
        // SAFETY: not null, and writable as the caller vouches.
        unsafe {
            access.write(from_access(found));
            outSize.write(len);
        }
        Ok(())
    }))
}

/// `ZE_RESULT_ERROR_UNSUPPORTED_SIZE` and `ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT` for what is not whole pages of those
/// that the size asks for.
fn pages_of_size(start: *const c_void, size: usize) -> CallResult {
    whole_pages(size)?;
    let page = page_size(size);
    ensure(size.is_multiple_of(page), ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    ensure(start.addr().is_multiple_of(page), ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)
}

fn to_access(given: ze_memory_access_attribute_t) -> CallResult<Access> {
    match given {
        ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE => Ok(Access::None),
        ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE => Ok(Access::ReadWrite),
        ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY => Ok(Access::ReadOnly),
        _ => Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION),
    }
}

fn from_access(access: Access) -> ze_memory_access_attribute_t {
    match access {
        Access::None => ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE,
        Access::ReadWrite => ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE,
        Access::ReadOnly => ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY,
    }
}
