//! The bytes of handles, for tests that look into them. No caller of the driver has to.

pub use crate::event::ipc_handle::EventHandle;
pub use crate::memory::ipc_handle::MemoryHandle;
