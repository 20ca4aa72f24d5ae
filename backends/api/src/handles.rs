//! UR's handles: transparent pointers, one type a kind.

use std::ffi::c_void;
use std::fmt;

macro_rules! ur_handles {
    ($($(#[$doc:meta])* $type:ident $ur:literal;)*) => {$(
        $(#[$doc])*
        #[doc = concat!("`", $ur, "`")]
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(pub *mut c_void);

        impl $type {
            /// The null handle.
            pub const NULL: Self = Self(std::ptr::null_mut());

            /// True for the null handle.
            #[must_use]
            pub fn is_null(self) -> bool {
                self.0.is_null()
            }

            /// A handle of this numeric value, which need not name anything.
            #[must_use]
            pub fn from_address(address: usize) -> Self {
                Self(std::ptr::without_provenance_mut(address))
            }

            /// The numeric value of the handle.
            #[must_use]
            pub fn address(self) -> usize {
                self.0.addr()
            }
        }

        impl Default for $type {
            fn default() -> Self {
                Self::NULL
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.is_null() { f.write_str("NULL") } else { write!(f, "{:#x}", self.address()) }
            }
        }

        // SAFETY: a handle is a name. UR lets any thread use it ("Multithreading" in UR's INTRO.rst); nothing
        // here looks behind it.
        unsafe impl Send for $type {}
        // SAFETY: as above.
        unsafe impl Sync for $type {}
    )*};
}

ur_handles! {
    AdapterHandle "ur_adapter_handle_t";
    PlatformHandle "ur_platform_handle_t";
    DeviceHandle "ur_device_handle_t";
    ContextHandle "ur_context_handle_t";
    QueueHandle "ur_queue_handle_t";
    EventHandle "ur_event_handle_t";
    UsmPoolHandle "ur_usm_pool_handle_t";
    PhysicalMemHandle "ur_physical_mem_handle_t";
}
