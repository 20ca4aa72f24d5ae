#![doc = include_str!("../README.md")]
#![expect(non_camel_case_types, non_snake_case, reason = "names of the C API")]

#[macro_use]
mod macros;
#[macro_use]
mod functions;

mod command_list;
mod context;
mod counter_event;
mod ddi;
mod device;
mod device_capabilities;
mod driver;
mod entry_points;
mod error;
mod event;
mod event_pool;
mod external_memory;
mod flags;
mod handles;
mod ipc;
mod library;
mod memory;
mod result;
mod structure_type;
mod sysman;
mod version;
mod virtual_memory;
mod zex;

pub use command_list::*;
pub use context::*;
pub use counter_event::*;
pub use ddi::*;
pub use device::*;
pub use device_capabilities::*;
pub use driver::*;
pub use entry_points::{ENTRY_POINTS, Functions};
pub use error::{LoadError, Origin};
pub use event::*;
pub use event_pool::*;
pub use external_memory::*;
pub use functions::EntryPoint;
pub use handles::*;
pub use ipc::*;
pub use library::{DEFAULT_LOADER, LOADER_VARIABLE, Library};
pub use memory::*;
pub use result::*;
pub use structure_type::*;
pub use sysman::*;
pub use version::*;
pub use virtual_memory::*;
pub use zex::*;
