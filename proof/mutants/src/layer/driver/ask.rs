//! Queries and calls of defects to the driver below.

use super::call::*;
use super::codes::SUCCESS;
use super::{Driver, In, Object, Out, Ptr, Sort};
use level_zero_soft::handle_data::{EventHandle, MemoryHandle};
use level_zero_sys::*;
use std::ffi::c_void;
use std::fs;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// The file of a descriptor, under a name.
pub(crate) fn file_of(fd: RawFd) -> PathBuf {
    format!("/proc/self/fd/{fd}").into()
}

/// The inode of a descriptor's file, which tells it from others.
pub(crate) fn file_identity(fd: RawFd) -> Option<u64> {
    fs::metadata(file_of(fd)).ok().map(|found| found.ino())
}

macro_rules! pointers {
    ($($handle:ident)*) => {
        $(impl From<$handle> for Ptr {
            fn from(handle: $handle) -> Self {
                Self(handle.0)
            }
        })*
    };
}

pointers! { ze_physical_mem_handle_t ze_event_handle_t ze_command_list_handle_t }

/// The bytes of a handle, or the place of some.
pub(crate) trait Says {
    type Data;

    /// Their content; `None` if they are no handle of the software driver.
    fn says(&self) -> Option<Self::Data>;

    /// The identity of the object that they name.
    fn identity(&self) -> Option<u64>;
}

impl Says for ze_ipc_mem_handle_t {
    type Data = MemoryHandle;

    fn says(&self) -> Option<MemoryHandle> {
        MemoryHandle::decode(&self.data)
    }

    fn identity(&self) -> Option<u64> {
        Some(self.says()?.file)
    }
}

impl Says for ze_ipc_event_counter_based_handle_t {
    type Data = EventHandle;

    fn says(&self) -> Option<EventHandle> {
        EventHandle::decode(&self.data)
    }

    fn identity(&self) -> Option<u64> {
        Some(self.says()?.identity)
    }
}

impl<T: Says + Copy> Says for Out<T> {
    type Data = T::Data;

    fn says(&self) -> Option<T::Data> {
        self.get()?.says()
    }

    fn identity(&self) -> Option<u64> {
        self.get()?.identity()
    }
}

/// The first structure of a kind in a chain.
fn chained<T: Copy>(chain: *const c_void, kind: ze_structure_type_t) -> Out<T> {
    let mut link = Ptr(chain.cast_mut());
    while let Some(found) = link.read::<ze_base_properties_t>() {
        if found.stype == kind {
            return Out(link.0.cast());
        }
        link = Ptr(found.pNext);
    }
    Out::NULL
}

impl zePhysicalMemCreate {
    /// The descriptor of the memory that it imports, if it does.
    pub(crate) fn imported(&self) -> Option<RawFd> {
        let import = chained(self.desc.get()?.pNext, ze_external_memory_import_fd_t::STYPE);
        import.get().map(|import: ze_external_memory_import_fd_t| import.fd)
    }

    /// Makes the call with another description.
    pub(crate) fn run_with(&self, mut desc: ze_physical_mem_desc_t, driver: &Driver) -> ze_result_t {
        Self { desc: Out::of(&mut desc), ..*self }.run(driver)
    }
}

impl zePhysicalMemGetProperties {
    fn export(&self) -> Out<ze_external_memory_export_fd_t> {
        let properties = self.pMemProperties.get().unwrap_or_default();
        chained(properties.pNext, ze_external_memory_export_fd_t::STYPE)
    }

    /// The descriptor that the successful call gave, if it was asked for.
    pub(crate) fn descriptor(&self) -> Option<RawFd> {
        self.export().get().map(|export| export.fd)
    }

    /// Gives another descriptor.
    pub(crate) fn give_descriptor(&self, fd: RawFd) {
        let export = self.export().get().unwrap_or_default();
        self.export().set(ze_external_memory_export_fd_t { fd, ..export });
    }
}

impl Driver {
    /// Ends these, as the backend would.
    pub(crate) fn end(&self, objects: impl IntoIterator<Item = Object>) {
        for Object { sort, address: ptr, size, context: hContext, imported, .. } in objects {
            let (hPhysicalMemory, hEvent) = (ze_physical_mem_handle_t(ptr.0), ze_event_handle_t(ptr.0));
            match (sort, imported) {
                (Sort::Memory, true) => zeMemCloseIpcHandle { hContext, ptr }.run(self),
                (Sort::Memory, false) => zeMemFree { hContext, ptr }.run(self),
                (Sort::Physical, _) => zePhysicalMemDestroy { hContext, hPhysicalMemory }.run(self),
                (Sort::Event, true) => zeEventCounterBasedCloseIpcHandle { hEvent }.run(self),
                (Sort::Event, false) => zeEventDestroy { hEvent }.run(self),
                (Sort::List, _) => {
                    zeCommandListDestroy { hCommandList: ze_command_list_handle_t(ptr.0) }.run(self)
                }
                (Sort::Reservation, _) => zeVirtualMemFree { hContext, ptr, size }.run(self),
                (Sort::Mapping, _) => zeVirtualMemUnmap { hContext, ptr, size }.run(self),
            };
        }
    }

    /// A new descriptor of physical memory, where the driver exports it.
    pub(crate) fn export_of(&self, physical: &Object) -> Option<OwnedFd> {
        let flags = ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;
        let mut export = ze_external_memory_export_fd_t { flags, fd: -1, ..Default::default() };
        let pNext = (&raw mut export).cast();
        let mut properties = ze_physical_mem_properties_t { pNext, ..Default::default() };
        let asked = zePhysicalMemGetProperties {
            hContext: physical.context,
            hPhysicalMem: ze_physical_mem_handle_t(physical.address.0),
            pMemProperties: Out::of(&mut properties),
        };
        let given = asked.run(self) == SUCCESS && export.fd >= 0;
        // SAFETY: a successful call gives a descriptor to the caller.
        given.then(|| unsafe { OwnedFd::from_raw_fd(export.fd) })
    }

    /// A new event for other processes.
    pub(crate) fn new_event(
        &self,
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
    ) -> Option<ze_event_handle_t> {
        type Flags = ze_event_counter_based_flags_t;
        let flags = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE
            | Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC;
        let signal = ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST;
        let desc = ze_event_counter_based_desc_t { flags, signal, ..Default::default() };
        let (mut event, desc) = (ze_event_handle_t::NULL, In::of(&desc));
        let made = zeEventCounterBasedCreate { hContext, hDevice, desc, phEvent: Out::of(&mut event) };
        (made.run(self) == SUCCESS).then_some(event)
    }

    /// Signals an event at once, in a list of its own.
    pub(crate) fn signal_now(&self, c: &zeCommandListAppendSignalEvent) -> Option<ze_result_t> {
        let Object { context: hContext, device: hDevice, .. } = self.object(c.hCommandList)?;
        let (desc, mut hCommandList) = (ze_command_queue_desc_t::new(), ze_command_list_handle_t::NULL);
        let (altdesc, phCommandList) = (In::of(&desc), Out::of(&mut hCommandList));
        let made = zeCommandListCreateImmediate { hContext, hDevice, altdesc, phCommandList }.run(self);
        if made != SUCCESS {
            return Some(made);
        }
        let result = zeCommandListAppendSignalEvent { hCommandList, ..*c }.run(self);
        zeCommandListHostSynchronize { hCommandList, timeout: u64::MAX }.run(self);
        zeCommandListDestroy { hCommandList }.run(self);
        Some(result)
    }
}
