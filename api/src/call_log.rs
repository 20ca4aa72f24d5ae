//! How calls are told: every argument by its name, and the result.

use crate::*;
use std::ffi::c_void;
use std::fmt;

/// One argument of a call, kept without allocating.
#[derive(Clone, Copy)]
pub enum ArgValue {
    /// A number.
    Number(u64),
    /// A flag.
    Bool(bool),
    /// An address: a handle or a pointer.
    Address(usize),
    /// A pointer to one output: its address, and what stood there after a successful call.
    Output(usize, Option<u64>),
    /// A named value, with its way of printing itself.
    Named(u32, fn(u32, &mut fmt::Formatter<'_>) -> fmt::Result),
}

impl fmt::Display for ArgValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Bool(b) => write!(f, "{b}"),
            Self::Address(0) | Self::Output(0, _) => f.write_str("NULL"),
            Self::Address(a) | Self::Output(a, None) => write!(f, "{a:#x}"),
            Self::Output(a, Some(v)) => write!(f, "{a:#x} -> {v:#x}"),
            Self::Named(value, print) => print(value, f),
        }
    }
}

impl fmt::Debug for ArgValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An argument type of the contract that can be logged.
pub trait LogArg: Copy {
    /// The value as known before the call.
    fn before(self) -> ArgValue;

    /// The value after the call; outputs are read only if it succeeded.
    ///
    /// # Safety
    /// If `success`, a non-null pointer to an output points to a readable value, as UR demands of the caller.
    unsafe fn after(self, success: bool) -> ArgValue {
        let _ = success;
        self.before()
    }
}

/// Logs a newtype over `u32` by its `Debug`.
macro_rules! log_as_debug {
    ($type:ident) => {
        impl $crate::LogArg for $type {
            fn before(self) -> $crate::ArgValue {
                $crate::ArgValue::Named(self.0, |value, f| std::fmt::Debug::fmt(&Self(value), f))
            }
        }
    };
}
pub(crate) use log_as_debug;

impl LogArg for u32 {
    fn before(self) -> ArgValue {
        ArgValue::Number(u64::from(self))
    }
}

impl LogArg for usize {
    fn before(self) -> ArgValue {
        ArgValue::Number(self as u64)
    }
}

impl LogArg for bool {
    fn before(self) -> ArgValue {
        ArgValue::Bool(self)
    }
}

impl LogArg for HostTaskFunction {
    fn before(self) -> ArgValue {
        ArgValue::Address(self.map_or(0, |f| f as usize))
    }
}

impl<T> LogArg for *const T {
    fn before(self) -> ArgValue {
        ArgValue::Address(self.addr())
    }
}

macro_rules! log_plain_pointers {
    ($($type:ty),*) => {$(
        impl LogArg for *mut $type {
            fn before(self) -> ArgValue {
                ArgValue::Address(self.addr())
            }
        }
    )*};
}
log_plain_pointers!(c_void, UsmPoolDesc);

macro_rules! log_outputs {
    ($($type:ty => $read:expr),* $(,)?) => {$(
        impl LogArg for *mut $type {
            fn before(self) -> ArgValue {
                ArgValue::Output(self.addr(), None)
            }

            unsafe fn after(self, success: bool) -> ArgValue {
                if !success || self.is_null() {
                    return self.before();
                }
                // SAFETY: not null, and readable after success by this function's contract.
                let value: $type = unsafe { self.read_unaligned() };
                ArgValue::Output(self.addr(), Some(($read)(value)))
            }
        }
    )*};
}
log_outputs! {
    u32 => u64::from,
    usize => |v| v as u64,
    *mut c_void => |v: *mut c_void| v.addr() as u64,
}

macro_rules! log_handles {
    ($($type:ident),*) => {$(
        impl LogArg for $type {
            fn before(self) -> ArgValue {
                ArgValue::Address(self.address())
            }
        }
        log_outputs!($type => |v: $type| v.address() as u64);
    )*};
}
log_handles!(
    AdapterHandle,
    PlatformHandle,
    DeviceHandle,
    ContextHandle,
    QueueHandle,
    EventHandle,
    UsmPoolHandle,
    PhysicalMemHandle
);

/// Receives calls as they are made, from every thread that calls UR.
pub trait CallSink: Send + Sync {
    /// A call begins. `entry_point` and the names of the arguments are UR's. The answer goes to
    /// [`end`](CallSink::end).
    fn begin(&self, entry_point: &'static str, arguments: &[(&'static str, ArgValue)]) -> u64;

    /// The call returned. `arguments` now show the outputs.
    fn end(
        &self,
        token: u64,
        entry_point: &'static str,
        arguments: &[(&'static str, ArgValue)],
        result: UrResult,
    );
}

/// Hears nothing.
impl CallSink for () {
    fn begin(&self, _: &'static str, _: &[(&'static str, ArgValue)]) -> u64 {
        0
    }

    fn end(&self, _: u64, _: &'static str, _: &[(&'static str, ArgValue)], _: UrResult) {}
}
