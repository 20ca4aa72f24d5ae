//! Additions to bindgen's types of the C API.

/// Declares opaque pointers that start out null.
macro_rules! handles {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(pub *mut core::ffi::c_void);

        impl $name {
            /// The null handle.
            pub const NULL: Self = Self(core::ptr::null_mut());

            /// True if this is the null handle.
            #[must_use]
            pub fn is_null(self) -> bool {
                self.0.is_null()
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NULL
            }
        }
    )*};
}

/// The names of an enumeration's values, one of which may be another's number.
macro_rules! enumeration {
    ($name:ident { $($value:ident,)* }) => {
        impl $name {
            /// Name in the C API, or `None` for a number without one.
            #[must_use]
            pub fn name(self) -> Option<&'static str> {
                [$((Self::$value, stringify!($value)),)*]
                    .iter()
                    .find(|(value, _)| *value == self)
                    .map(|(_, name)| *name)
            }

            /// The value with this name in the C API.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                [$((Self::$value, stringify!($value)),)*]
                    .iter()
                    .find(|(_, known)| *known == name)
                    .map(|(value, _)| *value)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({:#x})", stringify!($name), self.0),
                }
            }
        }
    };
}

/// The names of a type's flags.
macro_rules! flags {
    ($name:ident { $($value:ident,)* }) => {
        impl $name {
            /// True if all bits of `other` are set.
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let names: &[(u32, &str)] = &[$((Self::$value.0, stringify!($value)),)*];
                $crate::flags::write_names(f, self.0, names)
            }
        }
    };
}

/// A structure that starts with its tag.
macro_rules! tagged {
    ($name:ident: $tags:ident::$tag:ident) => {
        impl $name {
            /// The tag that [`Self::new`] sets.
            pub const STYPE: $tags = $tags::$tag;

            /// The structure with its tag set and everything else zero or null.
            #[must_use]
            pub const fn new() -> Self {
                // SAFETY: the members are numbers, arrays of numbers and raw pointers, for which zero is
                // valid.
                let mut structure: Self = unsafe { core::mem::zeroed() };
                structure.stype = Self::STYPE;
                structure
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

/// A structure without a tag, zero by default.
macro_rules! plain {
    ($name:ident) => {
        impl Default for $name {
            fn default() -> Self {
                // SAFETY: the members are numbers, arrays of numbers and raw pointers, for which zero is
                // valid.
                unsafe { core::mem::zeroed() }
            }
        }
    };
}
