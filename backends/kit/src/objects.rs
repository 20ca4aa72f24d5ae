//! The objects behind UR's handles, each with the driver's part of it.

use crate::driver::Driver;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{CommandType, PhysicalMemFlags, QueueFlags, UsmType};

/// A set of devices.
pub struct Context<D: Driver> {
    /// UR's handle.
    pub id: usize,
    /// The driver's context.
    pub native: D::NativeContext,
    /// The devices, at least one.
    pub devices: Vec<Arc<D::Device>>,
}

/// A queue.
pub struct Queue<D: Driver> {
    /// UR's handle.
    pub id: usize,
    /// The flags it was created with.
    pub flags: QueueFlags,
    /// The driver's part.
    pub native: D::NativeQueue,
    /// The device.
    pub device: Arc<D::Device>,
    /// The context.
    pub context: Arc<Context<D>>,
}

impl<D: Driver> Queue<D> {
    /// True if commands take their times.
    pub fn profiles(&self) -> bool {
        self.flags.contains(QueueFlags::PROFILING_ENABLE)
    }
}

/// The origin of an event, which decides what may be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An enqueued command.
    Command,
    /// `urEventCreateExp`.
    Reusable,
    /// `urEventCreateExp` with the IPC flag.
    Shareable,
    /// `urIPCOpenEventHandleExp`.
    Imported,
}

/// The command that signalled an event last.
#[derive(Clone, Copy)]
pub struct Signaller {
    /// The command.
    pub command: CommandType,
    /// UR's handle of its queue, or 0.
    pub queue: usize,
}

impl Signaller {
    /// The signaller of an event that no command has signalled.
    pub const NOBODY: Self = Self { command: CommandType::EVENTS_WAIT_WITH_BARRIER, queue: 0 };
}

/// An event.
pub struct Event<D: Driver> {
    /// The driver's event.
    pub native: D::NativeEvent,
    /// The origin of the event.
    pub origin: Origin,
    /// The last command that signalled it.
    pub signaller: Mutex<Signaller>,
    /// The device.
    pub device: Arc<D::Device>,
    /// The context.
    pub context: Arc<Context<D>>,
}

impl<D: Driver> Event<D> {
    /// An event that no command has signalled.
    pub fn new(
        native: D::NativeEvent,
        origin: Origin,
        device: &Arc<D::Device>,
        context: &Arc<Context<D>>,
    ) -> Self {
        let (device, context) = (Arc::clone(device), Arc::clone(context));
        Self { native, origin, signaller: Mutex::new(Signaller::NOBODY), device, context }
    }
}

/// A physical memory object.
pub struct Physical<D: Driver> {
    /// The driver's object.
    pub native: D::NativePhysical,
    /// Size in bytes.
    pub size: u64,
    /// The flags it was created with; none for an import, which cannot be exported.
    pub flags: PhysicalMemFlags,
    /// True if it came from Open.
    pub imported: bool,
    /// The device.
    pub device: Arc<D::Device>,
    /// The context.
    pub context: Arc<Context<D>>,
}

/// A pool. Every allocation from it is one of the driver's, which pools small ones by itself.
pub struct Pool<D: Driver> {
    /// UR's handle.
    pub id: usize,
    /// The context.
    pub context: Arc<Context<D>>,
}

/// An allocation of USM.
pub struct Allocation<D: Driver> {
    /// The driver's allocation, freed with this.
    pub native: D::Allocated,
    /// The first byte.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// Host, device or shared.
    pub kind: UsmType,
    /// The device (of host memory: one of the context's).
    pub device: Arc<D::Device>,
    /// The pool it came from.
    pub pool: Option<Arc<Pool<D>>>,
    /// The context, kept alive so that Free finds it.
    pub context: Arc<Context<D>>,
}

/// One Open of a handle that was not closed yet.
pub struct Opened<D: Driver> {
    /// The driver's object.
    pub native: D::Opened,
    /// The first byte of the allocation.
    pub base: u64,
    /// Size of the allocation in bytes.
    pub size: u64,
    /// The device.
    pub device: Arc<D::Device>,
    /// The context.
    pub context: Arc<Context<D>>,
}
