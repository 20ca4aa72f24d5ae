//! The contract between the conformance suite and an implementation of oneAPI's Unified Runtime (UR).
//!
//! [`UrIpc`] has one method for each UR entry point that the suite calls. It has the same meaning and order of
//! parameters, takes raw handles and pointers, and returns the result code. A conformance suite passes null handles,
//! null out-pointers, wrong sizes and reserved flag bits, so the types here allow all of these.
//!
//! - [`UrResult`], [`DeviceInfo`] and their kin are transparent newtypes with UR's names;
//! - handles ([`ContextHandle`], [`PhysicalMemHandle`], ...) are transparent pointers, one type a kind;
//! - descriptors ([`ExpEventDesc`], ...) have UR's layout;
//! - [`Layer`] lets a wrapper implement only what it changes;
//! - [`LogArg`] makes each argument a value for the log;
//! - [`EntryPoint`] says what each entry point and each of its parameters is for;
//! - [`implement`]: checks of arguments and answers to queries, for backends;
//! - [`situations`]: the dimensions of a call and its surroundings, for code that chooses calls;
//! - [`sycl`]: the contract of the suite for SYCL's extension above Unified Runtime.
//!
//! There is no other behaviour here. Values and layouts are those of UR's API version 0.12.

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
compile_error!(
    "ur-ipc-cts tests inter-process sharing by file descriptors: it builds for Linux on x86-64 and aarch64 only"
);

mod call_log;
mod commands;
mod contract;
mod descriptors;
mod entry_points;
mod enums;
mod family;
mod flags;
mod handles;
pub mod implement;
mod layer;
mod left_out;
mod names;
mod result;
mod roles;
pub mod situations;
pub mod sycl;

pub use call_log::{ArgValue, HandleKind, LogArg, Print, Property};
pub use commands::CommandType;
pub use contract::{Implementation, UrIpc};
pub use descriptors::{
    BaseHeader, ContextProperties, EventNativeProperties, ExpEnqueueExtProperties, ExpEventDesc,
    ExpEventSyncModeDesc, ExpHostTaskProperties, HostTaskFunction, PhysicalMemProperties, QueueProperties,
    UsmDesc, UsmDeviceDesc, UsmHostDesc, UsmPoolDesc, UsmPoolLimitsDesc,
};
pub use enums::{
    AdapterBackend, AdapterInfo, ContextInfo, DeviceInfo, DeviceType, EventInfo, EventStatus, PeerInfo,
    PhysicalMemInfo, PlatformInfo, ProfilingInfo, QueueInfo, StructureType, UsmAllocInfo, UsmType,
    VirtualMemGranularityInfo, VirtualMemInfo,
};
pub use family::Family;
pub use flags::{
    ExpEnqueueExtFlags, ExpEventFlags, ExpEventSyncModeFlags, ExpHostTaskFlags, PhysicalMemFlags, QueueFlags,
    UsmPoolFlags, VirtualMemAccessFlags,
};
pub use handles::{
    AdapterHandle, ContextHandle, DeviceHandle, EventHandle, PhysicalMemHandle, PlatformHandle, QueueHandle,
    UsmPoolHandle,
};
pub use layer::Layer;
pub use left_out::{left_out, was_left_out};
pub use result::UrResult;
pub use roles::{EntryPoint, Parameter, Role, Sharing};

/// `ur_bool_t`: one byte, of which only 0 and 1 are defined.
pub type UrBool = u8;
