//! Physical memory: memory files that are mapped into reserved addresses.

use std::sync::Arc;

use level_zero_sys::*;

use crate::context::Context;
use crate::device::{Device, PAGE_SIZE, Taken};
use crate::memory::checks::{CallResult, answer, described, ensure, flags, pointer};
use crate::memory::descriptor::Descriptor;
use crate::memory::external::{External, FileKind, answer_export};
use crate::memory::new_id;
use crate::object::{Kind, Object};

const KNOWN_FLAGS: u32 = 0x3;

/// Physical memory.
pub(crate) struct PhysicalMemory {
    /// The context it belongs to.
    pub(crate) context: Arc<Context>,
    /// Its size in bytes.
    pub(crate) size: usize,
    /// Its memory file. Mappings keep the bytes alive without it.
    pub(crate) file: Descriptor,
    id: u64,
    exportable: bool,
    /// Its part of the device's memory; none on the host.
    _taken: Option<Taken>,
}

impl Kind for PhysicalMemory {
    const KIND: u64 = u64::from_be_bytes(*b"physical");
    type Handle = ze_physical_mem_handle_t;
}

/// `zePhysicalMemCreate`: new memory, or, with an import in the chain, that of another object. The descriptor that is
/// imported stays the caller's; so what was imported can be exported again.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zePhysicalMemCreate(
    hContext: ze_context_handle_t,
    hDevice: ze_device_handle_t,
    desc: *mut ze_physical_mem_desc_t,
    phPhysicalMemory: *mut ze_physical_mem_handle_t,
) -> ze_result_t {
    // SAFETY: as the caller vouches.
    answer(unsafe { create(hContext, hDevice, desc, phPhysicalMemory) })
}

unsafe fn create(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    desc: *const ze_physical_mem_desc_t,
    handle: *mut ze_physical_mem_handle_t,
) -> CallResult {
    let context = Object::<Context>::get(context)?;
    // SAFETY: as the caller vouches.
    let desc = unsafe { described(desc) }?;
    pointer(handle)?;
    flags(desc.flags.0, KNOWN_FLAGS)?;
    let on_host = ze_physical_mem_flags_t::ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST;
    let on_host = desc.flags.contains(on_host);
    if !device.is_null() || !on_host {
        context.check(device)?;
    }
    let whole_pages = desc.size != 0 && desc.size.is_multiple_of(PAGE_SIZE);
    ensure(whole_pages, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    // SAFETY: the chain of the caller's descriptor.
    let external = unsafe { External::of_chain(desc.pNext, FileKind::PHYSICAL, desc.size) }?;
    let exportable = external.is_exportable();
    let file = match external {
        External::Import(file) => file,
        External::None | External::Export => FileKind::PHYSICAL.create(desc.size)?,
    };
    let taken =
        if on_host { None } else { Some(Taken::new(Object::<Device>::get(device)?.index, desc.size)) };
    let made = PhysicalMemory { context, size: desc.size, file, id: new_id(), exportable, _taken: taken };
    // SAFETY: not null, and writable as the caller vouches.
    unsafe { handle.write(Object::create(made)) };
    Ok(())
}

/// `zePhysicalMemGetProperties`: a file descriptor that it gives is the caller's to close.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zePhysicalMemGetProperties(
    hContext: ze_context_handle_t,
    hPhysicalMem: ze_physical_mem_handle_t,
    pMemProperties: *mut ze_physical_mem_properties_t,
) -> ze_result_t {
    answer(of_context(hContext, hPhysicalMem).and_then(|memory| {
        pointer(pMemProperties)?;
        // SAFETY: not null, and writable as the caller vouches.
        let properties = unsafe { &mut *pMemProperties };
        // SAFETY: the chain of the caller's structure.
        unsafe { answer_export(properties.pNext, memory.exportable.then_some(&memory.file)) }?;
        properties.id = memory.id;
        properties.size = memory.size as u64;
        Ok(())
    }))
}

/// `zePhysicalMemDestroy`: what is mapped stays mapped.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zePhysicalMemDestroy(
    hContext: ze_context_handle_t,
    hPhysicalMemory: ze_physical_mem_handle_t,
) -> ze_result_t {
    answer(
        of_context(hContext, hPhysicalMemory)
            .and_then(|_| Object::<PhysicalMemory>::destroy(hPhysicalMemory))
            .map(drop),
    )
}

/// The physical memory of a handle, if it belongs to the context.
///
/// # Errors
/// Those of [`Object::get`], and `ZE_RESULT_ERROR_INVALID_ARGUMENT` for memory of another context.
pub(crate) fn of_context(
    context: ze_context_handle_t,
    memory: ze_physical_mem_handle_t,
) -> CallResult<Arc<PhysicalMemory>> {
    let context = Object::<Context>::get(context)?;
    let memory = Object::<PhysicalMemory>::get(memory)?;
    ensure(Arc::ptr_eq(&memory.context, &context), ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
    Ok(memory)
}
