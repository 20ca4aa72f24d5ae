//! The families of objects that processes share.

/// A family of shareable objects, by the entry points that share them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum Family {
    /// USM memory: `urIPC{Get,Put,Open,Close}MemHandleExp`.
    Memory = 1,
    /// Physical memory: `urIPC{Get,Put,Open,Close}PhysMemHandleExp`.
    Physical = 2,
    /// Events: `urIPC{Get,Put,Open}EventHandleExp`.
    Event = 3,
}
