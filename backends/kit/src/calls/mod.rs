//! The entry points, except for the parts that differ between drivers.
//!
//! Each file has those of one subject: methods of [`State`](crate::State) by the names of
//! [`UrIpc`](ur_ipc_api::UrIpc)'s and with their contracts. They check arguments in UR's order, look handles up, keep the
//! books, and store outputs when nothing can fail any more. The trait beside them is the driver's part, called with what
//! was checked.

mod command;
mod context;
mod copy;
mod device;
mod event;
mod ipc_event;
mod ipc_memory;
mod ipc_physical;
mod physical;
mod platform;
mod queue;
mod sharing;
#[cfg(test)]
mod tests;
mod usm;
mod virtual_memory;

pub use command::{Command, CommandCalls, HostTask};
pub use context::ContextCalls;
pub use copy::{CopyCalls, Fill, Memcpy, MemoryOwner};
pub use device::DeviceCalls;
pub use event::EventCalls;
pub use ipc_event::IpcEventCalls;
pub use ipc_memory::{ExportedMemory, IpcMemoryCalls};
pub use ipc_physical::IpcPhysicalCalls;
pub use physical::PhysicalCalls;
pub use platform::{Platform, PlatformCalls};
pub use queue::QueueCalls;
pub use sharing::Sharing;
pub use usm::{UsmCalls, Wanted};
pub use virtual_memory::VirtualMemoryCalls;
