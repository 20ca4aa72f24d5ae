//! What the handles of this process name.

use crate::native_event::NativeEvent;
use crate::usm::Allocation;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Weak};
use ur_ipc_backend_kit::{Family, envelope::Magic};

/// What the handles of this backend begin with.
pub const MAGIC: Magic = *b"URIPCUDA";

/// What a handle of this process names.
#[derive(Clone)]
pub enum Shared {
    /// An allocation, which may be freed while its handles are out.
    Memory(Weak<Allocation>),
    /// Physical memory, by the descriptor that other processes take. It keeps the memory alive.
    Physical(Arc<OwnedFd>),
    /// An event.
    Event(Arc<NativeEvent>),
}

impl ur_ipc_backend_kit::Shared for Shared {
    fn family(&self) -> Family {
        match self {
            Self::Memory(_) => Family::Memory,
            Self::Physical(_) => Family::Physical,
            Self::Event(_) => Family::Event,
        }
    }

    fn fd(&self) -> RawFd {
        match self {
            Self::Physical(fd) => fd.as_raw_fd(),
            Self::Memory(_) | Self::Event(_) => -1,
        }
    }
}
