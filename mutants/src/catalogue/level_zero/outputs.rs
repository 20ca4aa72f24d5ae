//! What the calls of the driver read and give back, and what its handles say.

use super::layer::call;
use level_zero_sys::*;
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

/// The answer of a call that did what it should.
pub(super) const SUCCESS: ze_result_t = ze_result_t::ZE_RESULT_SUCCESS;

/// Whether a call did what it should.
pub(super) fn is_done(result: ze_result_t) -> bool {
    result == SUCCESS
}

fn field<const N: usize>(bytes: &[u8; ZE_MAX_IPC_HANDLE_SIZE], at: usize) -> [u8; N] {
    std::array::from_fn(|index| bytes[at + index])
}

/// The descriptor in a handle of memory.
pub(super) fn descriptor_of(handle: &ze_ipc_mem_handle_t) -> RawFd {
    RawFd::from_ne_bytes(field(&handle.data, 0))
}

/// The size of the memory that a handle names, in bytes.
pub(super) fn size_of_memory(handle: &ze_ipc_mem_handle_t) -> usize {
    usize::from_le_bytes(field(&handle.data, 8))
}

/// What tells the memory that a handle names from other memory, on the whole machine.
pub(super) fn identity_of(handle: &ze_ipc_mem_handle_t) -> usize {
    usize::from_le_bytes(field(&handle.data, 16))
}

/// The process that exported an event.
pub(super) fn exporter_of(handle: &ze_ipc_event_counter_based_handle_t) -> u32 {
    u32::from_le_bytes(field(&handle.data, 4))
}

/// What tells an event from others, on the whole machine.
pub(super) fn event_identity_of(handle: &ze_ipc_event_counter_based_handle_t) -> usize {
    usize::from_le_bytes(field(&handle.data, 28))
}

/// Defines what calls have given, after they were successful.
macro_rules! gave {
    ($($name:ident.$parameter:ident: $ty:ty,)*) => {$(
        impl call::$name {
            /// What the successful call has given.
            pub(super) fn gave(&self) -> $ty {
                // SAFETY: the successful call has written it.
                unsafe { self.$parameter.read() }
            }
        }
    )*};
}

gave! {
    zeMemAllocDevice.pptr: *mut c_void,
    zeMemGetIpcHandle.pIpcHandle: ze_ipc_mem_handle_t,
    zeMemOpenIpcHandle.pptr: *mut c_void,
    zePhysicalMemCreate.phPhysicalMemory: ze_physical_mem_handle_t,
    zeVirtualMemReserve.pptr: *mut c_void,
    zeMemGetAllocProperties.pMemAllocProperties: ze_memory_allocation_properties_t,
    zeEventCounterBasedCreate.phEvent: ze_event_handle_t,
    zeEventCounterBasedGetIpcHandle.phIpc: ze_ipc_event_counter_based_handle_t,
    zeEventCounterBasedOpenIpcHandle.phEvent: ze_event_handle_t,
    zeCommandListCreateImmediate.phCommandList: ze_command_list_handle_t,
}

/// Defines how calls are given something else.
macro_rules! give {
    ($($name:ident.$parameter:ident: $ty:ty,)*) => {$(
        impl call::$name {
            /// Gives this, and is successful.
            pub(super) fn give(&self, value: $ty) -> ze_result_t {
                // SAFETY: the caller of the entry point has room for it.
                unsafe { self.$parameter.write(value) };
                SUCCESS
            }
        }
    )*};
}

give! {
    zeMemGetIpcHandle.pIpcHandle: ze_ipc_mem_handle_t,
    zeMemOpenIpcHandle.pptr: *mut c_void,
    zeMemGetAddressRange.pSize: usize,
    zeMemGetAllocProperties.pMemAllocProperties: ze_memory_allocation_properties_t,
    zeEventCounterBasedCreate.phEvent: ze_event_handle_t,
    zeEventCounterBasedOpenIpcHandle.phEvent: ze_event_handle_t,
}

/// The first structure of a kind in a chain.
fn chained<T>(chain: *const c_void, kind: ze_structure_type_t) -> *mut T {
    let mut link: *mut ze_base_properties_t = chain.cast_mut().cast();
    // SAFETY: a caller's chain: each structure starts with its kind and the next one.
    while let Some(found) = unsafe { link.as_ref() } {
        if found.stype == kind {
            return link.cast();
        }
        link = found.pNext.cast();
    }
    null_mut()
}

impl call::zePhysicalMemCreate {
    /// The description.
    pub(super) fn description(&self) -> ze_physical_mem_desc_t {
        // SAFETY: the caller has one.
        unsafe { self.desc.read() }
    }

    /// Changes the description.
    pub(super) fn describe(&self, desc: ze_physical_mem_desc_t) {
        // SAFETY: the caller has one, and lets the driver write to it.
        unsafe { self.desc.write(desc) };
    }

    /// The descriptor of the memory that is imported, if it is.
    pub(super) fn imported(&self) -> Option<RawFd> {
        let kind = ze_external_memory_import_fd_t::STYPE;
        let import: *mut ze_external_memory_import_fd_t = chained(self.description().pNext, kind);
        // SAFETY: null, or part of the caller's chain.
        unsafe { import.as_ref() }.map(|import| import.fd)
    }
}

impl call::zePhysicalMemGetProperties {
    /// The descriptor that the successful call gave, if it was asked for.
    pub(super) fn descriptor(&self) -> Option<RawFd> {
        // SAFETY: null, or part of the caller's chain.
        unsafe { self.export().as_ref() }.map(|export| export.fd)
    }

    /// Gives another descriptor.
    pub(super) fn give_descriptor(&self, fd: RawFd) {
        // SAFETY: as above.
        if let Some(export) = unsafe { self.export().as_mut() } {
            export.fd = fd;
        }
    }

    fn export(&self) -> *mut ze_external_memory_export_fd_t {
        // SAFETY: the caller has room for the properties, with a chain.
        let chain = unsafe { self.pMemProperties.read() }.pNext;
        chained(chain, ze_external_memory_export_fd_t::STYPE)
    }
}

/// The first byte and the size of the allocation around an address.
pub(super) fn allocation_around(context: ze_context_handle_t, ptr: *const c_void) -> (usize, usize) {
    let (mut base, mut size): (*mut c_void, usize) = (null_mut(), 0);
    let result =
        call::zeMemGetAddressRange { hContext: context, ptr, pBase: &raw mut base, pSize: &raw mut size }
            .run();
    if is_done(result) { (base.expose_provenance(), size) } else { (0, 0) }
}

/// A pointer to an address of the driver's memory.
pub(super) fn pointer(address: usize) -> *const c_void {
    with_exposed_provenance(address)
}

/// As [`pointer`], to write there.
pub(super) fn pointer_mut(address: usize) -> *mut c_void {
    with_exposed_provenance_mut(address)
}
