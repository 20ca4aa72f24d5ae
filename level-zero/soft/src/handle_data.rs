//! What the bytes of handles say, for those who look into them: no caller of the driver has to.

pub use crate::event::ipc_handle::EventHandle;
pub use crate::memory::ipc_handle::MemoryHandle;
