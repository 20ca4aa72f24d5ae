//! Arguments of calls as values for the log: the kind of each, before anything reads behind it.

use crate::*;
use std::ffi::c_void;
use std::fmt;

/// A function that prints a named value.
pub type Print = fn(u32, &mut fmt::Formatter<'_>) -> fmt::Result;

/// The kinds of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    /// [`AdapterHandle`]
    Adapter,
    /// [`PlatformHandle`]
    Platform,
    /// [`DeviceHandle`]
    Device,
    /// [`ContextHandle`]
    Context,
    /// [`QueueHandle`]
    Queue,
    /// [`EventHandle`]
    Event,
    /// [`UsmPoolHandle`]
    Pool,
    /// [`PhysicalMemHandle`]
    Physical,
}

/// One argument of a call, kept without allocating. Addresses are as they were passed: they may point nowhere.
#[derive(Clone, Copy, Debug)]
pub enum ArgValue {
    /// A number.
    Number(u64),
    /// A flag.
    Bool(bool),
    /// A value with UR's name.
    Named(u32, Print),
    /// The same of a query, and what answers it.
    Asked(u32, Print, Property),
    /// A handle.
    Handle(HandleKind, usize),
    /// A pointer to bytes.
    Pointer(usize),
    /// A function.
    Function(usize),
    /// The address of a list of handles.
    Handles(HandleKind, usize),
    /// The address of a descriptor that is to have this type.
    Descriptor(StructureType, usize),
    /// The address to which a handle is to be written, or several.
    OutHandle(HandleKind, usize),
    /// The address to which a pointer is to be written.
    OutPointer(usize),
    /// The address to which a number is to be written, and the size of the number in bytes.
    OutNumber(usize, usize),
}

/// The type of the answer to a query.
#[derive(Clone, Copy, Debug)]
pub enum Property {
    /// A [`UrBool`].
    Bool,
    /// A number of so many bytes.
    Number(usize),
    /// A value with UR's name.
    Named(Print),
    /// A text that ends with NUL.
    Text,
    /// A handle.
    Handle(HandleKind),
    /// Handles.
    Handles(HandleKind),
    /// An address.
    Address,
    /// A descriptor of this type.
    Descriptor(StructureType),
    /// Bytes without a meaning of their own.
    Bytes,
}

/// A type of answers to queries.
pub(crate) trait Answer {
    /// The property that describes answers of this type.
    const PROPERTY: Property;
}

macro_rules! answers {
    ($($type:ty => $property:expr;)*) => {
        $(impl Answer for $type {
            const PROPERTY: Property = $property;
        })*
    };
}
answers! {
    UrBool => Property::Bool;
    u32 => Property::Number(4);
    u64 => Property::Number(8);
    usize => Property::Number(8);
    str => Property::Text;
    *mut c_void => Property::Address;
    PhysicalMemProperties => Property::Descriptor(StructureType::PHYSICAL_MEM_PROPERTIES);
    [u8] => Property::Bytes;
}

/// An argument type of the contract that can be told.
pub trait LogArg: Copy {
    /// The passed value.
    fn value(self) -> ArgValue;
}

/// Logs a newtype over `u32` by its `Debug`.
macro_rules! log_as_debug {
    ($type:ident) => {
        $crate::call_log::log_as_debug!($type, |it: $type, print| $crate::ArgValue::Named(it.0, print));
    };
    ($type:ident, $value:expr) => {
        impl $type {
            /// Prints a value by UR's names, as far as there are any.
            pub const PRINT: $crate::Print = |value, f| std::fmt::Debug::fmt(&Self(value), f);
        }

        impl $crate::LogArg for $type {
            fn value(self) -> $crate::ArgValue {
                ($value)(self, Self::PRINT)
            }
        }

        impl $crate::call_log::Answer for $type {
            const PROPERTY: $crate::Property = $crate::Property::Named(Self::PRINT);
        }
    };
}
pub(crate) use log_as_debug;

macro_rules! log_as {
    ($($type:ty => $value:expr;)*) => {$(
        impl LogArg for $type {
            fn value(self) -> ArgValue {
                ($value)(self)
            }
        }
    )*};
}
log_as! {
    u32 => |n: u32| ArgValue::Number(u64::from(n));
    usize => |n: usize| ArgValue::Number(n as u64);
    bool => ArgValue::Bool;
    HostTaskFunction => |f: HostTaskFunction| ArgValue::Function(f.map_or(0, |f| f as usize));
    *const c_void => |p: *const c_void| ArgValue::Pointer(p.expose_provenance());
    *mut c_void => |p: *mut c_void| ArgValue::Pointer(p.expose_provenance());
    *mut u32 => |p: *mut u32| ArgValue::OutNumber(p.expose_provenance(), size_of::<u32>());
    *mut usize => |p: *mut usize| ArgValue::OutNumber(p.expose_provenance(), size_of::<usize>());
    *mut *mut c_void => |p: *mut *mut c_void| ArgValue::OutPointer(p.expose_provenance());
}

macro_rules! log_descriptors {
    ($($pointer:ty, $type:ident;)*) => {$(
        impl LogArg for $pointer {
            fn value(self) -> ArgValue {
                ArgValue::Descriptor(StructureType::$type, self.expose_provenance())
            }
        }
    )*};
}
log_descriptors! {
    *const ContextProperties, CONTEXT_PROPERTIES;
    *const QueueProperties, QUEUE_PROPERTIES;
    *const ExpEventDesc, EXP_EVENT_DESC;
    *const UsmDesc, USM_DESC;
    *mut UsmPoolDesc, USM_POOL_DESC;
    *const PhysicalMemProperties, PHYSICAL_MEM_PROPERTIES;
    *const ExpEnqueueExtProperties, EXP_ENQUEUE_EXT_PROPERTIES;
    *const ExpHostTaskProperties, EXP_HOST_TASK_PROPERTIES;
}

macro_rules! log_handles {
    ($($type:ident $kind:ident;)*) => {$(
        impl LogArg for $type {
            fn value(self) -> ArgValue {
                ArgValue::Handle(HandleKind::$kind, self.0.expose_provenance())
            }
        }

        answers! {
            $type => Property::Handle(HandleKind::$kind);
            [$type] => Property::Handles(HandleKind::$kind);
        }

        impl LogArg for *const $type {
            fn value(self) -> ArgValue {
                ArgValue::Handles(HandleKind::$kind, self.expose_provenance())
            }
        }

        impl LogArg for *mut $type {
            fn value(self) -> ArgValue {
                ArgValue::OutHandle(HandleKind::$kind, self.expose_provenance())
            }
        }
    )*};
}
log_handles! {
    AdapterHandle Adapter;
    PlatformHandle Platform;
    DeviceHandle Device;
    ContextHandle Context;
    QueueHandle Queue;
    EventHandle Event;
    UsmPoolHandle Pool;
    PhysicalMemHandle Physical;
}
