//! Macros that declare the types of the C API.

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

            /// Whether this is the null handle.
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

/// Declares a C enumeration as a 32-bit number with named values, so that a value which a newer driver
/// returns is not undefined behaviour.
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $number:expr,)* }) => {
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            $($(#[$value_meta])* pub const $value: Self = Self($number);)*

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

/// Declares a set of C flags as a 32-bit number with named bits.
macro_rules! flags {
    ($(#[$meta:meta])* $name:ident { $($(#[$value_meta:meta])* $value:ident = $number:expr,)* }) => {
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            $($(#[$value_meta])* pub const $value: Self = Self($number);)*

            /// Whether all bits of `other` are set.
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let names: &[(u32, &str)] = &[$(($number, stringify!($value)),)*];
                $crate::flags::write_names(f, self.0, names)
            }
        }
    };
}

/// Declares a structure that starts with a tag and a chain pointer: `in` for descriptors, whose chain is
/// read only, and `out` for properties. Its tag is one of the core API's unless another enumeration is named.
macro_rules! tagged {
    ($(#[$meta:meta])* $name:ident: $way:tt $tag:ident { $($fields:tt)* }) => {
        tagged!($(#[$meta])* $name: $way $tag of ze_structure_type_t { $($fields)* });
    };
    ($(#[$meta:meta])* $name:ident: in $tag:ident of $tags:ident { $($fields:tt)* }) => {
        tagged!(@declare [$(#[$meta])*] $name $tag $tags (*const core::ffi::c_void) { $($fields)* });
    };
    ($(#[$meta:meta])* $name:ident: out $tag:ident of $tags:ident { $($fields:tt)* }) => {
        tagged!(@declare [$(#[$meta])*] $name $tag $tags (*mut core::ffi::c_void) { $($fields)* });
    };
    (@declare [$(#[$meta:meta])*] $name:ident $tag:ident $tags:ident ($next:ty) {
        $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            /// Tag of the structure.
            pub stype: $crate::$tags,
            /// Next structure of the chain, or null.
            pub pNext: $next,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            /// The tag that [`Self::new`] sets.
            pub const STYPE: $crate::$tags = $crate::$tags::$tag;

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

/// Declares a structure without a tag, zero by default.
macro_rules! plain {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                // SAFETY: the members are numbers, arrays of numbers and raw pointers, for which zero is
                // valid.
                unsafe { core::mem::zeroed() }
            }
        }
    };
}
