//! The struct of function pointers, made from the table of entry points.

use core::ffi::{CStr, c_char, c_void};
use core::ptr::{self, NonNull};

use crate::bindings::*;

/// One row of [`ENTRY_POINTS`](crate::ENTRY_POINTS) or [`EXTENSION_FUNCTIONS`](crate::EXTENSION_FUNCTIONS).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Name of the symbol, or the name to ask the driver for.
    pub name: &'static str,
    /// Major and minor version of the specification that introduced it; `None` for what drivers offer by name
    /// only.
    pub since: Option<(u16, u16)>,
}

/// Makes [`Functions`](crate::Functions) and [`ENTRY_POINTS`](crate::ENTRY_POINTS) from rows of the form
/// `(major, minor) name(parameters) -> result;`.
macro_rules! entry_points {
    ($($(#[$meta:meta])* ($major:literal, $minor:literal)
        $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        /// The entry points that were found, one member each; `None` where the loader lacks it.
        ///
        /// A present entry point may still answer `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`, since the loader
        /// offers what the driver may not. Each call is `unsafe`: handles must be alive, pointers valid as
        /// the specification says, and counts must match their arrays.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Functions {
            $(
                $(#[$meta])*
                #[doc = concat!("\n\nSpecification ", $major, ".", $minor, ".")]
                pub $name: Option<unsafe extern "C" fn($($parameter: $type),*) -> $result>,
            )*
        }

        /// All entry points that this crate knows.
        pub const ENTRY_POINTS: &[EntryPoint] = &[$(EntryPoint {
            name: stringify!($name),
            since: Some(($major, $minor)),
        },)*];

        impl Functions {
            /// Fills the members by looking up each name.
            ///
            /// # Safety
            /// `find` returns null for a name, or the address of a function with the signature that the specification
            /// gives to that name. The function stays callable as long as the result is used.
            pub unsafe fn load(mut find: impl FnMut(&CStr) -> *const c_void) -> Self {
                const fn symbol(name: &'static str) -> &'static CStr {
                    match CStr::from_bytes_with_nul(name.as_bytes()) {
                        Ok(name) => name,
                        Err(_) => panic!("symbol name without NUL at its end"),
                    }
                }
                Self {
                    $($name: {
                        const NAME: &CStr = symbol(concat!(stringify!($name), "\0"));
                        let address = find(NAME);
                        // SAFETY: an optional function pointer has the size of a pointer and null means
                        // `None`; the caller vouches for the signature.
                        unsafe {
                            core::mem::transmute::<
                                *const c_void,
                                Option<unsafe extern "C" fn($($type),*) -> $result>,
                            >(address)
                        }
                    },)*
                }
            }

            /// Whether the entry point with this name is there; false for unknown names.
            #[must_use]
            pub fn has(&self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name.is_some(),)*
                    _ => false,
                }
            }
        }
    };
}

/// Makes function pointer types and [`EXTENSION_FUNCTIONS`](crate::EXTENSION_FUNCTIONS) from rows of the form
/// `pointer_type = name(parameters) -> result;`.
macro_rules! extension_functions {
    ($($(#[$meta:meta])*
        $pointer:ident = $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        $($(#[$meta])* pub type $pointer = unsafe extern "C" fn($($parameter: $type),*) -> $result;)*

        /// All functions that this crate knows and that drivers offer by name only.
        pub const EXTENSION_FUNCTIONS: &[$crate::EntryPoint] = &[$($crate::EntryPoint {
            name: stringify!($name),
            since: None,
        },)*];
    };
}

impl Functions {
    /// Looks up a driver function by name, as `zeDriverGetExtensionFunctionAddress` does.
    ///
    /// # Errors
    /// The driver's result, most often `ZE_RESULT_ERROR_INVALID_ARGUMENT` or `ZE_RESULT_ERROR_UNSUPPORTED_FEATURE`. The
    /// latter also if the loader lacks the entry point or the driver returns a null address.
    ///
    /// # Safety
    /// `driver` is a handle from `zeInitDrivers` or `zeDriverGet`.
    pub unsafe fn extension(
        &self,
        driver: ze_driver_handle_t,
        name: &CStr,
    ) -> Result<NonNull<c_void>, ze_result_t> {
        let find = self
            .zeDriverGetExtensionFunctionAddress
            .ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let mut address = ptr::null_mut();
        // SAFETY: the caller vouches for the driver, the name ends in NUL and the address is writable.
        unsafe { find(driver, name.as_ptr(), &mut address) }.ok()?;
        NonNull::new(address).ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)
    }

    /// Looks up `zexCounterBasedEventCreate2`, which Intel's driver offers by name only.
    ///
    /// # Errors
    /// As for [`Functions::extension`].
    ///
    /// # Safety
    /// `driver` is a handle from `zeInitDrivers` or `zeDriverGet`.
    pub unsafe fn counter_based_event_create2(
        &self,
        driver: ze_driver_handle_t,
    ) -> Result<zex_pfnCounterBasedEventCreate2_t, ze_result_t> {
        // SAFETY: the caller vouches for the driver.
        let address = unsafe { self.extension(driver, ZEX_COUNTER_BASED_EVENT_CREATE2_NAME) }?;
        // SAFETY: a driver that knows the name returns a function with this signature.
        Ok(unsafe { core::mem::transmute::<NonNull<c_void>, zex_pfnCounterBasedEventCreate2_t>(address) })
    }
}

for_each_entry_point!(entry_points);
for_each_extension_function!(extension_functions);
