//! The families of shared objects, with their Get, Put, Open and Close.

use crate::*;
use std::ffi::c_void;

/// A family of shareable objects, by the entry points that share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Family {
    /// USM memory: `urIPC{Get,Put,Open,Close}MemHandleExp`.
    Memory = 1,
    /// Physical memory: `urIPC{Get,Put,Open,Close}PhysMemHandleExp`.
    Physical = 2,
    /// Events: `urIPC{Get,Put,Open}EventHandleExp`.
    Event = 3,
}

impl Family {
    /// The query that tells whether a device shares objects of this family.
    #[must_use]
    pub const fn support(self) -> DeviceInfo {
        match self {
            Self::Memory => DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
            Self::Physical => DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP,
            Self::Event => DeviceInfo::IPC_EVENT_SUPPORT_EXP,
        }
    }

    /// The entry point that makes shareable objects of this family.
    #[must_use]
    pub const fn maker(self) -> &'static EntryPoint {
        match self {
            Self::Memory => EntryPoint::usm_device_alloc,
            Self::Physical => EntryPoint::physical_mem_create,
            Self::Event => EntryPoint::event_create_exp,
        }
    }
}

/// Methods that make the calls of a family: Get, Put, Open and Close of whatever is shared, which give a `$answer`. They are
/// `unsafe` where the methods of the entry points are. An object is the memory, or the value of the handle.
#[doc(hidden)]
#[macro_export]
macro_rules! calls_of_families {
    ($answer:ty $(, $unsafe:tt $($safety:literal)+)?) => {
        /// Get of an object. The context is that of memory.
        $($(#[doc = $safety])+)?
        pub $($unsafe)? fn ipc_get(
            &self, family: Family, context: ContextHandle, object: *mut c_void, data: *mut *mut c_void, size: *mut usize,
        ) -> $answer {
            // SAFETY: this method's contract, where there is one.
            $($unsafe)? { match family {
                Family::Memory => self.ipc_get_mem_handle_exp(context, object, data, size),
                Family::Physical => self.ipc_get_phys_mem_handle_exp(context, PhysicalMemHandle(object), data, size),
                Family::Event => self.ipc_get_event_handle_exp(EventHandle(object), data, size),
            } }
        }

        /// Put.
        $($(#[doc = $safety])+)?
        pub $($unsafe)? fn ipc_put(&self, family: Family, context: ContextHandle, data: *mut c_void) -> $answer {
            // SAFETY: as above.
            $($unsafe)? { match family {
                Family::Memory => self.ipc_put_mem_handle_exp(context, data),
                Family::Physical => self.ipc_put_phys_mem_handle_exp(context, data),
                Family::Event => self.ipc_put_event_handle_exp(context, data),
            } }
        }

        /// Open, on a device where the family asks for one.
        $($(#[doc = $safety])+)?
        pub $($unsafe)? fn ipc_open(
            &self, family: Family, context: ContextHandle, device: DeviceHandle, data: *mut c_void, size: usize,
            object: *mut *mut c_void,
        ) -> $answer {
            // SAFETY: as above. A handle is a transparent pointer.
            $($unsafe)? { match family {
                Family::Memory => self.ipc_open_mem_handle_exp(context, device, data, size, object),
                Family::Physical => self.ipc_open_phys_mem_handle_exp(context, device, data, size, object.cast()),
                Family::Event => self.ipc_open_event_handle_exp(context, data, size, object.cast()),
            } }
        }

        /// Close, or the release of an event, by which its imports end.
        $($(#[doc = $safety])+)?
        pub $($unsafe)? fn ipc_close(&self, family: Family, context: ContextHandle, object: *mut c_void) -> $answer {
            // SAFETY: as above.
            $($unsafe)? { match family {
                Family::Memory => self.ipc_close_mem_handle_exp(context, object),
                Family::Physical => self.ipc_close_phys_mem_handle_exp(context, PhysicalMemHandle(object)),
                Family::Event => self.event_release(EventHandle(object)),
            } }
        }
    };
}

impl dyn UrIpc + '_ {
    calls_of_families!(UrResult, unsafe "" "# Safety" "As that of the entry point.");
}
