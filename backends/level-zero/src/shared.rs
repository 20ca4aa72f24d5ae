//! What the handles of this process name.

use crate::native_event::NativeEvent;
use crate::native_memory::NativeHandle;
use crate::usm::Allocation;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Weak};
use ur_ipc_backend_kit::Family;
use ur_ipc_backend_kit::envelope::Magic;

/// What the handles of this backend begin with.
pub const MAGIC: Magic = *b"URIPC-ZE";

/// What a handle of this process names.
#[derive(Clone)]
pub enum Shared {
    /// An allocation, which may be freed while its handles are out, with Level Zero's handle of it.
    Memory(Weak<Allocation>, Arc<NativeHandle>),
    /// Physical memory, by the descriptor that other processes take. It keeps the memory alive.
    Physical(Arc<OwnedFd>),
    /// An event, kept so that its handle can be opened as long as it is out.
    Event {
        /// The event.
        _source: Arc<NativeEvent>,
    },
}

impl ur_ipc_backend_kit::Shared for Shared {
    fn family(&self) -> Family {
        match self {
            Self::Memory(..) => Family::Memory,
            Self::Physical(_) => Family::Physical,
            Self::Event { .. } => Family::Event,
        }
    }

    fn fd(&self) -> RawFd {
        match self {
            Self::Memory(_, handle) => handle.fd().unwrap_or(-1),
            Self::Physical(fd) => fd.as_raw_fd(),
            Self::Event { .. } => -1,
        }
    }
}
