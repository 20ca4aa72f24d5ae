//! UR IPC on Level Zero, opened at run time: what UR's second Level Zero adapter does, held to the specification.
//!
//! [`LevelZeroBackend`] implements [`UrIpc`](ur_ipc_api::UrIpc) with what Level Zero offers between processes: its IPC
//! handles for device memory and counter-based events, and file descriptors for physical memory. Building needs no
//! Level Zero; without a loader, a driver or a device [`LevelZeroBackend::new`] says so, and what to install.
//!
//! The handle data adds four things to Level Zero's own handles: a family, a checksum, the exporting process with its
//! start time, and a token. The exporter withdraws the token at Put. A handle that is damaged, of another family, put,
//! or of a process that is gone is refused before the driver sees it.
//!
//! The backend tries once for each device what loader and driver can do. For a missing feature the device's queries say
//! no, and the calls answer `UNSUPPORTED_FEATURE`. [`implementation`](ur_ipc_api::UrIpc::implementation) gives the
//! reason.
//!
//! Choices where UR leaves something open:
//! - An out-of-order queue is one in-order immediate list, as an in-order one is.
//! - A pool is bookkeeping only: every allocation is one of the driver's.
//! - A queue or event that is released while commands use it lives on until these are done.
//! - The bytes of a handle of memory go to the driver of another process as they are. Where the driver says that they
//!   contain a file descriptor, and does not open them, a copy of that takes its place.
//! - A handle of memory that is still out when the memory is freed is given back to the driver before.
//! - `COMMAND_QUEUED` and `COMMAND_SUBMIT` of profiling report the start: Level Zero's events know no more.

mod backend;
mod capabilities;
mod command_list;
mod commands;
mod context;
mod copy;
mod device;
mod device_info;
mod driver;
mod error;
mod event;
mod event_probe;
mod foreign_memory;
mod ipc_event;
mod ipc_memory;
mod ipc_physical;
mod lane;
mod level_zero;
mod loader;
mod native_context;
mod native_event;
mod native_memory;
mod native_physical;
mod physical;
mod platform;
mod queue;
mod result;
mod soft_driver;
mod sysman;
mod usm;
mod virtual_memory;
mod zel;

pub use backend::LevelZeroBackend;
pub use error::LevelZeroError;
pub use loader::Options;
pub use soft_driver::{NoSoftDriver, soft_driver};
