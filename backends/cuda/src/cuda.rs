//! CUDA's parts of a backend's objects, and short names for these objects.

use crate::device::Device;
use crate::driver::CudaDriver;
use crate::host_lane::HostLane;
use crate::native_event::{NativeEvent, Recorded};
use crate::native_memory::NativeMemory;
use crate::native_physical::NativePhysical;
use crate::stream::Stream;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Mutex, Weak};
use ur_ipc_api::Family;
use ur_ipc_backend_kit::envelope::Magic;
use ur_ipc_backend_kit::{self as kit, objects};

/// CUDA's part of a backend. The entry points call its methods, by subject in the other modules.
pub struct Cuda {
    /// UR's handle of the platform.
    pub platform: usize,
    /// The driver.
    pub driver: &'static CudaDriver,
    /// The version of CUDA that the driver implements.
    pub cuda_version: String,
    /// The version of the driver.
    pub driver_version: String,
}

/// Everything that the entry points work on.
pub type State = kit::State<Cuda>;
/// A set of devices. CUDA's contexts are the devices' own, so that pointers are good in every context of UR.
pub type Context = objects::Context<Cuda>;
/// A queue.
pub type Queue = objects::Queue<Cuda>;
/// An event. CUDA's events that were never recorded count as complete, as UR's reusable events do.
pub type Event = objects::Event<Cuda>;
/// A physical memory object.
pub type Physical = objects::Physical<Cuda>;
/// An allocation.
pub type Allocation = objects::Allocation<Cuda>;

impl kit::Driver for Cuda {
    type Device = Device;
    type NativeContext = ();
    type NativeQueue = NativeQueue;
    type NativeEvent = Recorded;
    type NativePhysical = NativePhysical;
    type Allocated = NativeMemory;
    type Opened = Import;
    type Shared = Shared;
}

/// CUDA's part of a queue.
pub struct NativeQueue {
    /// Locked while a command is enqueued, which takes several calls of CUDA.
    pub lane: Mutex<HostLane>,
    /// The stream.
    pub stream: Arc<Stream>,
}

/// The target of an opened pointer.
pub enum Import {
    /// Into an allocation of this process.
    Local(Arc<Allocation>),
    /// Into a mapping that CUDA made, by its address.
    Native(u64),
}

/// The beginning of the handles of this backend.
pub const MAGIC: Magic = *b"URIPCUDA";

/// The object of a handle of this process.
#[derive(Clone)]
pub enum Shared {
    /// An allocation, which may be freed while its handles are out.
    Memory(Weak<Allocation>),
    /// Physical memory, by the descriptor that other processes take. It keeps the memory alive.
    Physical(Arc<OwnedFd>),
    /// An event.
    Event(Arc<NativeEvent>),
}

impl kit::Shared for Shared {
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
