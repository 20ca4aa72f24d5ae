//! The entry points of allocations.

use core::ffi::c_void;
use std::sync::Arc;

use level_zero_sys::*;

use super::allocation::{Allocation, Purpose};
use super::checks::{CallResult, answer, described, ensure, flags, pointer};
use super::external::{External, FileKind, answer_export};
use super::{chain, ipc, registry};
use crate::context::Context;
use crate::device::{self, Device, MAX_ALLOCATION, PAGE_SIZE};
use crate::object::Object;

/// The greatest alignment in bytes.
const MAX_ALIGNMENT: usize = 2 * 1024 * 1024;
const DEVICE_FLAGS: u32 = 0x7;
const HOST_FLAGS: u32 = 0x1f;
const FREE_POLICIES: u32 = 0x3;

/// The fields of a descriptor of an allocation, of any type.
struct Wish {
    flags: u32,
    known: u32,
    next: *const c_void,
}

/// `zeMemAllocShared`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemAllocShared(
    hContext: ze_context_handle_t,
    device_desc: *const ze_device_mem_alloc_desc_t,
    host_desc: *const ze_host_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    hDevice: ze_device_handle_t,
    pptr: *mut *mut c_void,
) -> ze_result_t {
    let kind = ze_memory_type_t::ZE_MEMORY_TYPE_SHARED;
    // SAFETY: as the caller vouches.
    answer(unsafe { device_wish(device_desc) }.and_then(|wish| {
        // SAFETY: as the caller vouches.
        let host = unsafe { host_wish(host_desc) }?;
        flags(host.flags, host.known)?;
        // SAFETY: as the caller vouches.
        unsafe { allocate(hContext, hDevice, kind, &wish, size, alignment, pptr) }
    }))
}

/// `zeMemAllocDevice`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemAllocDevice(
    hContext: ze_context_handle_t,
    device_desc: *const ze_device_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    hDevice: ze_device_handle_t,
    pptr: *mut *mut c_void,
) -> ze_result_t {
    let kind = ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE;
    // SAFETY: as the caller vouches.
    answer(unsafe { device_wish(device_desc) }.and_then(|wish| {
        // SAFETY: as the caller vouches.
        unsafe { allocate(hContext, hDevice, kind, &wish, size, alignment, pptr) }
    }))
}

/// `zeMemAllocHost`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemAllocHost(
    hContext: ze_context_handle_t,
    host_desc: *const ze_host_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    pptr: *mut *mut c_void,
) -> ze_result_t {
    let kind = ze_memory_type_t::ZE_MEMORY_TYPE_HOST;
    // SAFETY: as the caller vouches.
    answer(unsafe { host_wish(host_desc) }.and_then(|wish| {
        // SAFETY: as the caller vouches.
        unsafe { allocate(hContext, ze_device_handle_t::NULL, kind, &wish, size, alignment, pptr) }
    }))
}

unsafe fn device_wish(desc: *const ze_device_mem_alloc_desc_t) -> CallResult<Wish> {
    // SAFETY: as the caller vouches.
    let desc = unsafe { described(desc) }?;
    Ok(Wish { flags: desc.flags.0, known: DEVICE_FLAGS, next: desc.pNext })
}

unsafe fn host_wish(desc: *const ze_host_mem_alloc_desc_t) -> CallResult<Wish> {
    // SAFETY: as the caller vouches.
    let desc = unsafe { described(desc) }?;
    Ok(Wish { flags: desc.flags.0, known: HOST_FLAGS, next: desc.pNext })
}

unsafe fn allocate(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    kind: ze_memory_type_t,
    wish: &Wish,
    size: usize,
    alignment: usize,
    address: *mut *mut c_void,
) -> CallResult {
    let context = Object::<Context>::get(context)?;
    let device = if kind == ze_memory_type_t::ZE_MEMORY_TYPE_DEVICE || !device.is_null() {
        context.check(device)?;
        Some(Object::<Device>::get(device)?.index)
    } else {
        None
    };
    pointer(address)?;
    flags(wish.flags, wish.known)?;
    // SAFETY: the chain of the caller's descriptor.
    let within = unsafe { is_unlimited(wish.next) } || size as u64 <= MAX_ALLOCATION;
    ensure(size != 0 && within, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    let aligned = alignment == 0 || (alignment.is_power_of_two() && alignment <= MAX_ALIGNMENT);
    ensure(aligned, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT)?;
    // SAFETY: the chain of the caller's descriptor.
    let external = unsafe { External::of_chain(wish.next, FileKind::MEMORY, size) }?;
    let purpose = Purpose { context, device, kind, size };
    let allocation = Allocation::make(purpose, alignment.max(PAGE_SIZE), external)?;
    let base = registry::insert(allocation);
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { address.write(core::ptr::with_exposed_provenance_mut(base)) };
    Ok(())
}

/// Whether a chain asks for more than the device allows at once.
unsafe fn is_unlimited(next: *const c_void) -> bool {
    // SAFETY: the caller vouches for the chain.
    let relaxed: *mut ze_relaxed_allocation_limits_exp_desc_t =
        unsafe { chain::find(next, ze_relaxed_allocation_limits_exp_desc_t::STYPE) };
    let size = ze_relaxed_allocation_limits_exp_flags_t::ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE;
    // SAFETY: null, or part of the chain.
    unsafe { relaxed.as_ref() }.is_some_and(|relaxed| relaxed.flags.contains(size))
}

/// `zeMemFree`: at once.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemFree(hContext: ze_context_handle_t, ptr: *mut c_void) -> ze_result_t {
    answer(free(hContext, ptr, ze_driver_memory_free_policy_ext_flags_t(0)))
}

/// `zeMemFreeExt`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemFreeExt(
    hContext: ze_context_handle_t,
    pMemFreeDesc: *const ze_memory_free_ext_desc_t,
    ptr: *mut c_void,
) -> ze_result_t {
    answer(
        Object::<Context>::get(hContext)
            // SAFETY: as the caller vouches.
            .and_then(|_| unsafe { described(pMemFreeDesc) })
            .and_then(|desc| free(hContext, ptr, desc.freePolicy)),
    )
}

fn free(
    context: ze_context_handle_t,
    address: *mut c_void,
    policy: ze_driver_memory_free_policy_ext_flags_t,
) -> CallResult {
    use ze_driver_memory_free_policy_ext_flags_t as Policy;
    let context = Object::<Context>::get(context)?;
    pointer(address)?;
    flags(policy.0, FREE_POLICIES)?;
    let freed = registry::remove(&context, address.addr(), |found| !found.is_opened())?;
    ipc::end_exports(freed.id);
    if policy.contains(Policy::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE) {
        // The last command that uses it drops it.
        return Ok(());
    }
    if policy.contains(Policy::ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE) {
        freed.wait_until_unused();
    }
    freed.end();
    Ok(())
}

/// `zeMemGetAllocProperties`: memory that Level Zero does not know is of type unknown, which is no error.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetAllocProperties(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    pMemAllocProperties: *mut ze_memory_allocation_properties_t,
    phDevice: *mut ze_device_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { properties(hContext, ptr, pMemAllocProperties, phDevice) })
}

unsafe fn properties(
    context: ze_context_handle_t,
    address: *const c_void,
    properties: *mut ze_memory_allocation_properties_t,
    device_out: *mut ze_device_handle_t,
) -> CallResult {
    let context = Object::<Context>::get(context)?;
    pointer(address)?;
    pointer(properties)?;
    let found = registry::around(address.addr()).filter(|found| Arc::ptr_eq(&found.context, &context));
    // SAFETY: not null, and writable as the caller vouches.
    let properties = unsafe { &mut *properties };
    let (kind, id, page_size, owner) = match &found {
        Some(found) => {
            let owner = found.device.and_then(|index| device::handles().get(index as usize).copied());
            (found.kind, found.id, PAGE_SIZE as u64, owner.unwrap_or_default())
        }
        None => (ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN, 0, 0, ze_device_handle_t::NULL),
    };
    let file = found.as_ref().filter(|found| found.exportable).and_then(|found| found.file.as_ref());
    let export = || Ok(file.ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?.duplicate()?.give_away());
    // SAFETY: the chain of the caller's structure.
    unsafe { answer_export(properties.pNext, export) }?;
    properties.type_ = kind;
    properties.id = id;
    properties.pageSize = page_size;
    if !device_out.is_null() {
        // SAFETY: not null, and writable as the caller vouches.
        unsafe { device_out.write(owner) };
    }
    Ok(())
}

/// `zeMemGetAddressRange`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zeMemGetAddressRange(
    hContext: ze_context_handle_t,
    ptr: *const c_void,
    pBase: *mut *mut c_void,
    pSize: *mut usize,
) -> ze_result_t {
    answer(
        Object::<Context>::get(hContext)
            .and_then(|context| pointer(ptr).map(|()| context))
            .and_then(|context| registry::of_context(&context, ptr.addr()))
            .map(|found| {
                if !pBase.is_null() {
                    // SAFETY: not null, and writable as the caller vouches.
                    unsafe { pBase.write(core::ptr::with_exposed_provenance_mut(found.base)) };
                }
                if !pSize.is_null() {
                    // SAFETY: not null, and writable as the caller vouches.
                    unsafe { pSize.write(found.size) };
                }
            }),
    )
}
