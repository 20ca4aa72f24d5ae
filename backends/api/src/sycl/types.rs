//! Types in the signatures of SYCL's functions.

use crate::UrResult;
use std::fmt;

/// Object types of SYCL: a number that an implementation gave out, good until the object is destroyed. 0 is none.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident $sycl:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(pub u64);

        /// SYCL's name of the type, and the number.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($sycl, "#{}"), self.0)
            }
        }
    )*};
}

objects! {
    /// `sycl::context`
    Context "context";
    /// `sycl::queue`
    Queue "queue";
    /// `physical_mem`
    PhysicalMem "physical_mem";
    /// `sycl::event`
    Event "event";
    /// `ipc::handle` of any kind, and the deprecated `ipc_memory::handle`
    Handle "handle";
}

/// `sycl::device`: its place among all devices of the implementation, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Device(pub u32);

/// `device#0`
impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device#{}", self.0)
    }
}

/// `sycl::errc`, by DPC++'s numbers. An exception may have a code that has no name here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Errc(pub u32);

impl Errc {
    /// An exception that is no `sycl::exception`, or a failure that is none at all.
    pub const NONE: Self = Self(0);
    /// `errc::runtime`
    pub const RUNTIME: Self = Self(1);
    /// `errc::invalid`
    pub const INVALID: Self = Self(8);
    /// `errc::memory_allocation`
    pub const MEMORY_ALLOCATION: Self = Self(9);
    /// `errc::feature_not_supported`
    pub const FEATURE_NOT_SUPPORTED: Self = Self(12);

    /// SYCL's name.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::RUNTIME => "errc::runtime",
            Self::INVALID => "errc::invalid",
            Self::MEMORY_ALLOCATION => "errc::memory_allocation",
            Self::FEATURE_NOT_SUPPORTED => "errc::feature_not_supported",
            _ => return None,
        })
    }
}

/// SYCL's name, or the number.
impl fmt::Display for Errc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "errc({})", self.0),
        }
    }
}

/// As [`Display`](fmt::Display).
impl fmt::Debug for Errc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A `sycl::exception`, or one of another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// `exception::code`
    pub errc: Errc,
    /// `exception::what`
    pub message: String,
    /// The result of Unified Runtime, if known.
    pub ur: Option<UrResult>,
}

impl Error {
    /// The beginning of the message of [`left_out`](Self::left_out).
    pub const LEFT_OUT: &str = "left out: ";

    /// The answer of a function that the implementation does not have at all, as one of C++20 has none for C++17: nothing was
    /// tried, and what is tested by the call is skipped for this reason.
    #[must_use]
    pub fn left_out(reason: &str) -> Self {
        let message = format!("{}{reason}", Self::LEFT_OUT);
        Self { errc: Errc::FEATURE_NOT_SUPPORTED, message, ur: None }
    }

    /// Why the implementation does not have the function, if this says so.
    #[must_use]
    pub fn why_left_out(&self) -> Option<&str> {
        let reason = self.message.strip_prefix(Self::LEFT_OUT)?;
        (self.errc == Errc::FEATURE_NOT_SUPPORTED).then_some(reason)
    }
}

/// `errc::invalid: the message`
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.errc, self.message)
    }
}

impl std::error::Error for Error {}

/// The result of a function.
pub type Result<T> = std::result::Result<T, Error>;

/// `sycl::aspect`, as far as sharing needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Aspect {
    /// `aspect::ext_oneapi_ipc_memory`
    IpcMemory = 0,
    /// `aspect::ext_oneapi_ipc_physical_memory`
    IpcPhysicalMemory = 1,
    /// `aspect::ext_oneapi_ipc_event`
    IpcEvent = 2,
    /// `aspect::ext_oneapi_per_event_profiling`
    PerEventProfiling = 3,
    /// `aspect::ext_oneapi_virtual_mem`
    VirtualMem = 4,
}

/// The arguments that select an overload of a function with several. Those without a context take the default context
/// of the platform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The context, if one is passed.
    pub context: Option<Context>,
    /// The device, if one is passed.
    pub device: Option<Device>,
}

/// The type in which the bytes of a handle are passed to an `open`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Overload {
    /// `handle_data_t`, a vector
    #[default]
    Data = 0,
    /// `handle_data_view_t`, a span, of C++20
    View = 1,
}

/// `usm::alloc`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum UsmKind {
    /// `usm::alloc::host`
    Host = 0,
    /// `usm::alloc::device`
    Device = 1,
    /// `usm::alloc::shared`
    Shared = 2,
}

/// Properties of a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueProperties {
    /// `property::queue::in_order`
    pub in_order: bool,
    /// `property::queue::enable_profiling`
    pub enable_profiling: bool,
}

/// `address_access_mode`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Access {
    /// `address_access_mode::none`
    None = 0,
    /// `address_access_mode::read`
    Read = 1,
    /// `address_access_mode::read_write`
    ReadWrite = 2,
}

/// `info::event_command_status`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum EventStatus {
    /// `event_command_status::submitted`
    Submitted = 0,
    /// `event_command_status::running`
    Running = 1,
    /// `event_command_status::complete`
    Complete = 2,
}

/// `info::event_profiling`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ProfilingTime {
    /// `event_profiling::command_submit`
    Submit = 0,
    /// `event_profiling::command_start`
    Start = 1,
    /// `event_profiling::command_end`
    End = 2,
}
