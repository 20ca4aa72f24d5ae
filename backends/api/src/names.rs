//! Macros behind the newtypes: they keep and print UR's names, and allow values without a name.

/// Shows values to people as `Debug` does: by UR's names.
macro_rules! display_as_debug {
    ($type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }
    };
}

/// Defines a transparent `u32` newtype with named constants. Those of one that `asks` say of which type the answer is.
macro_rules! ur_enum {
    ($(#[$doc:meta])* $type:ident $prefix:literal { $($values:tt)* }) => {
        ur_enum!(@type $(#[$doc])* $type $prefix { $($values)* });
        $crate::call_log::log_as_debug!($type);
    };
    ($(#[$doc:meta])* $type:ident $prefix:literal asks {
        $($(#[$vdoc:meta])* $name:ident: $answer:ty = $value:expr,)*
    }) => {
        ur_enum!(@type $(#[$doc])* $type $prefix {
            $($(#[$vdoc])* #[doc = concat!("Answered by `", stringify!($answer), "`.")] $name = $value,)*
        });

        impl $type {
            /// The type of the answer to this query.
            #[must_use]
            pub const fn property(self) -> $crate::Property {
                match self {
                    $(Self::$name => <$answer as $crate::call_log::Answer>::PROPERTY,)*
                    _ => $crate::Property::Bytes,
                }
            }
        }

        $crate::call_log::log_as_debug!($type, |it: $type, print| {
            $crate::ArgValue::Asked(it.0, print, it.property())
        });
    };
    (@type $(#[$doc:meta])* $type:ident $prefix:literal { $($(#[$vdoc:meta])* $name:ident = $value:expr,)* }) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $type(pub u32);

        impl $type {
            $(
                $(#[$vdoc])*
                #[doc = concat!("`", $prefix, stringify!($name), "`")]
                pub const $name: Self = Self($value);
            )*

            /// Every named value.
            pub const NAMED: &'static [Self] = &[$(Self::$name),*];

            /// UR's name of this value, if it has one.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => Some(concat!($prefix, stringify!($name))),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({:#x})", stringify!($type), self.0),
                }
            }
        }

        $crate::names::display_as_debug!($type);
    };
}

/// Defines a transparent `u32` set of flags.
macro_rules! ur_flags {
    ($(#[$doc:meta])* $type:ident $prefix:literal mask $mask:literal { $($(#[$vdoc:meta])* $name:ident = $value:expr,)* }) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $type(pub u32);

        impl $type {
            /// No flag.
            pub const NONE_SET: Self = Self(0);
            $(
                $(#[$vdoc])*
                #[doc = concat!("`", $prefix, stringify!($name), "`")]
                pub const $name: Self = Self($value);
            )*
            /// The bits that UR reserves (its `..._FLAGS_MASK`): each is an invalid enumeration.
            pub const RESERVED: u32 = $mask;

            /// True if every bit of `other` is set.
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// True if a reserved bit is set.
            #[must_use]
            pub const fn has_reserved(self) -> bool {
                self.0 & Self::RESERVED != 0
            }
        }

        impl std::ops::BitOr for $type {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut rest = self.0;
                let mut names: Vec<String> = Vec::new();
                $(if $value != 0 && rest & $value == $value {
                    names.push(concat!($prefix, stringify!($name)).to_owned());
                    rest &= !$value;
                })*
                if rest != 0 || names.is_empty() {
                    names.push(format!("{rest:#x}"));
                }
                f.write_str(&names.join("|"))
            }
        }

        $crate::names::display_as_debug!($type);
        $crate::call_log::log_as_debug!($type);
    };
}

pub(crate) use {display_as_debug, ur_enum, ur_flags};
