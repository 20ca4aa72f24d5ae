//! UR IPC on Level Zero, opened at run time: what UR's second Level Zero adapter does, held to the specification.
//!
//! [`LevelZeroBackend`] implements [`UrIpc`](ur_ipc_api::UrIpc) with what Level Zero offers between processes: its IPC
//! handles for device memory and counter-based events, and file descriptors for physical memory. Building needs no
//! Level Zero; without a loader, a driver or a device [`LevelZeroBackend::new`] says so, and what to install.
//!
//! What Level Zero's own handles lack, the handle data adds: a family, a checksum, the exporting process with its start
//! time, and a token that the exporter withdraws at Put. A handle that is damaged, of another family, put, or of a
//! process that is gone is refused before the driver sees it.
//!
//! What loader or driver lack is found out by trying, once a device; the device's queries then say no, the calls
//! answer `UNSUPPORTED_FEATURE`, and [`implementation`](ur_ipc_api::UrIpc::implementation) gives the reason.
//!
//! Where UR leaves something open:
//! - An out-of-order queue is one in-order immediate list, as an in-order one is.
//! - A pool is bookkeeping only: every allocation is one of the driver's.
//! - A queue or event that is released while commands use it lives on until these are done.
//! - A handle of memory must begin with a file descriptor of its exporter, as Intel's driver makes them, or be one that
//!   the driver can open in another process as it is.
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
