//! Physical memory: memory files that are mapped into reserved addresses.

use core::ffi::c_void;
use std::os::fd::RawFd;
use std::sync::{Arc, Mutex};

use level_zero_sys::*;

use crate::context::Context;
use crate::device::{Device, PAGE_SIZE, Taken, page_size};
use crate::faults::{Freedom, uses};
use crate::memory::checks::{CallResult, answer, described, ensure, flags, lock, pointer, system};
use crate::memory::descriptor::Descriptor;
use crate::memory::external::{External, FileKind, answer_export, identity};
use crate::memory::new_id;
use crate::object::{Object, ObjectKind};

const KNOWN_FLAGS: u32 = 0x3;

/// Physical memory.
pub(crate) struct PhysicalMemory {
    /// The context it belongs to.
    pub(crate) context: Arc<Context>,
    /// Its size in bytes.
    pub(crate) size: usize,
    /// Its memory file. Mappings keep the bytes alive without it.
    pub(crate) file: Descriptor,
    /// Identifies it in this process.
    pub(crate) id: u64,
    exportable: bool,
    /// The descriptor that the application was given, where it is given one only.
    given: Mutex<Option<RawFd>>,
    /// The descriptor that it was imported from, where that is the driver's from then on.
    imported: Option<RawFd>,
    /// Its part of the device's memory; none on the host.
    taken: Option<Taken>,
}

impl PhysicalMemory {
    /// Whether it is memory of a device, and not of the host.
    pub(crate) fn is_of_device(&self) -> bool {
        self.taken.is_some()
    }

    /// Closes the descriptor that it was imported from, if that is the driver's. An application that has closed it, too,
    /// may have something else there; that is left alone, unless it is the same memory and not this driver's own.
    fn close_import(&self) -> CallResult {
        let Some(number) = self.imported else { return Ok(()) };
        let same = |file: &Descriptor| identity(file.file()).ok() == identity(self.file.file()).ok();
        if !Descriptor::is_own(number) && Descriptor::copy_of(number).is_ok_and(|file| same(&file)) {
            nix::unistd::close(number).map_err(|error| system(&error.into()))?;
        }
        Ok(())
    }

    /// A descriptor for the application. Where there is one only, nobody looks whether the application still has it.
    fn export(&self) -> CallResult<RawFd> {
        let new = || Ok(self.file.duplicate()?.give_away());
        if !uses(Freedom::PhysicalDescriptor) {
            ensure(self.exportable, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
            return new();
        }
        let mut given = lock(&self.given);
        match *given {
            Some(fd) => Ok(fd),
            None => new().inspect(|fd| *given = Some(*fd)),
        }
    }
}

impl ObjectKind for PhysicalMemory {
    const KIND: u64 = u64::from_be_bytes(*b"physical");
    type Handle = ze_physical_mem_handle_t;
}

/// `zePhysicalMemCreate`: new memory, or, with an import in the chain, that of another object. The descriptor that is
/// imported stays the caller's, unless the freedoms say otherwise; what was imported can be exported again.
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
    let page = if on_host { PAGE_SIZE } else { page_size(desc.size) };
    let whole_pages = desc.size != 0 && desc.size.is_multiple_of(page);
    ensure(whole_pages, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_SIZE)?;
    // SAFETY: the chain of the caller's descriptor.
    let external = unsafe { External::of_chain(desc.pNext, FileKind::PHYSICAL, desc.size) }?;
    let exportable = external.is_exportable();
    let (file, number) = match external {
        External::Import { file, number } => (file, Some(number)),
        External::None | External::Export => (FileKind::PHYSICAL.create(desc.size)?, None),
    };
    let imported = number.filter(|_| uses(Freedom::PhysicalImport));
    let taken =
        if on_host { None } else { Some(Taken::new(Object::<Device>::get(device)?.index, desc.size)) };
    let (id, given) = (new_id(), Mutex::default());
    let made = PhysicalMemory { context, size: desc.size, file, id, exportable, given, imported, taken };
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
        if uses(Freedom::PhysicalDescriptor) {
            // SAFETY: the chain of the caller's structure.
            unsafe { only_export(properties.pNext) }?;
        }
        // SAFETY: the chain of the caller's structure.
        unsafe { answer_export(properties.pNext, || memory.export()) }?;
        properties.id = memory.id;
        properties.size = memory.size as u64;
        Ok(())
    }))
}

/// `ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION` for a chain that starts with anything but the request for a descriptor.
unsafe fn only_export(next: *const c_void) -> CallResult {
    // SAFETY: the caller vouches for the chain.
    let first = unsafe { next.cast::<ze_base_properties_t>().as_ref() };
    let known = first.is_none_or(|first| first.stype == ze_external_memory_export_fd_t::STYPE);
    ensure(known, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION)
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
            .and_then(|memory| memory.close_import()),
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
