//! The trait of a driver: its types in the objects of a backend, and facts about its devices.

use crate::checks::Ur;
use crate::exports::Shared;
use ur_ipc_api::Family;

/// The facts about a device that the calls need.
pub trait DeviceFacts {
    /// UR's handle.
    fn id(&self) -> usize;

    /// UUID.
    fn uuid(&self) -> &[u8; 16];

    /// True if it can share a family between processes.
    fn shares(&self, family: Family) -> bool;

    /// True if commands on this device can reach the memory of `peer`.
    fn reaches(&self, peer: &Self) -> Ur<bool>;

    /// True if commands on this device can do atomics in the memory of `peer`.
    fn has_atomics_in(&self, peer: &Self) -> Ur<bool>;

    /// Lets commands on this device reach the memory of `peer`, which is another device.
    fn enable_reach(&self, peer: &Self) -> Ur<()>;
}

/// The driver's part of a backend, with a type for its part of every kind of object. The objects and the state of a
/// backend are generic over this alone.
pub trait Driver: Sized + 'static {
    /// A device.
    type Device: DeviceFacts + Send + Sync + 'static;
    /// The driver's context.
    type NativeContext: Send + Sync + 'static;
    /// The driver's part of a queue.
    type NativeQueue;
    /// The driver's event.
    type NativeEvent;
    /// The driver's physical memory.
    type NativePhysical;
    /// The driver's allocation.
    type Allocated;
    /// The driver's object for an opened handle of memory.
    type Opened;
    /// The object of a handle of this process.
    type Shared: Shared;

    /// Lets go of what was kept for commands that are done; called when a queue or an event was released.
    fn reap(&self) {}

    /// Ends a mapping that is left behind when the backend goes. There is nobody to tell of a failure.
    fn unmap_left_behind(_physical: &Self::NativePhysical, _start: u64, _size: u64) {}

    /// Gives a reservation back that is left behind when the backend goes; nothing is mapped there any more. There is
    /// nobody to tell of a failure.
    fn free_left_behind(_context: &Self::NativeContext, _base: u64, _size: u64) {}
}
