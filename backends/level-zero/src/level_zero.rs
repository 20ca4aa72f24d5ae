//! Level Zero's parts of a backend's objects, and short names for these objects.

use crate::device::Device;
use crate::driver::Driver;
use crate::lane::{Lane, Lanes};
use crate::loader::Loader;
use crate::native_context::NativeContext;
use crate::native_event::NativeEvent;
use crate::native_memory::{NativeHandle, NativeMemory, OpenedMemory};
use crate::native_physical::NativePhysical;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Weak};
use ur_ipc_api::Family;
use ur_ipc_backend_kit::envelope::Magic;
use ur_ipc_backend_kit::{self as kit, objects};

/// Level Zero's part of a backend. The entry points call its methods, by subject in the other modules.
pub struct LevelZero {
    /// The lanes of which queues are made.
    pub lanes: Lanes,
    /// The drivers, one a platform.
    pub drivers: Vec<Arc<Driver>>,
    /// The loader that they come from.
    pub loader: Loader,
}

/// Everything that the entry points work on.
pub type State = kit::State<LevelZero>;
/// A set of devices of one driver.
pub type Context = objects::Context<LevelZero>;
/// A queue.
pub type Queue = objects::Queue<LevelZero>;
/// An event. Level Zero's counter-based events that were never signalled count as complete, as UR's reusable ones do.
pub type Event = objects::Event<LevelZero>;
/// A physical memory object.
pub type Physical = objects::Physical<LevelZero>;
/// An allocation.
pub type Allocation = objects::Allocation<LevelZero>;

impl kit::Driver for LevelZero {
    type Device = Device;
    type NativeContext = Arc<NativeContext>;
    type NativeQueue = Arc<Lane>;
    type NativeEvent = Arc<NativeEvent>;
    type NativePhysical = NativePhysical;
    type Allocated = NativeMemory;
    type Opened = OpenedMemory;
    type Shared = Shared;

    /// Queues may keep what was released for commands that are done.
    fn reap(&self) {
        self.lanes.reap();
    }

    fn unmap_left_behind(physical: &NativePhysical, start: u64, size: u64) {
        let _ = physical.context().unmap(start, size);
    }

    fn free_left_behind(context: &Arc<NativeContext>, base: u64, size: u64) {
        let _ = context.free_reservation(base, size);
    }
}

/// The beginning of the handles of this backend.
pub const MAGIC: Magic = *b"URIPC-ZE";

/// The object of a handle of this process.
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

impl kit::Shared for Shared {
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
