//! Memory that commands work with.

use crate::context::Context;
use crate::error::{Function, Result};
use crate::queue::Users;
use std::ffi::c_void;

/// The access of a command to memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// A piece of memory as a command sees it.
pub struct Region<'m> {
    pub context: &'m Context,
    pub start: *mut c_void,
    /// Bytes.
    pub size: usize,
    pub users: &'m Users,
}

pub trait Sealed {
    /// The piece, if its bytes can be used like this.
    fn region(&self, function: Function, access: Access) -> Result<Region<'_>>;
}

/// Memory that commands of a [`Queue`](crate::Queue) copy from and to: allocated, opened, or mapped.
///
/// None of it is ever seen as a slice. Other processes may change it at any time, and device memory is not the host's at all:
/// [`Queue::read`](crate::Queue::read) and [`Queue::write`](crate::Queue::write) copy. Ending memory waits for the commands
/// that use it.
pub trait DeviceMemory: Sealed {
    /// The address of the memory in the address space of devices. For memory of kind [`Host`](crate::UsmKind::Host) or
    /// [`Shared`](crate::UsmKind::Shared) the host may use the address too, in `unsafe` code. A write by a device at
    /// the same time is a race. In a race nothing but volatile or atomic accesses is defined.
    fn as_ptr(&self) -> *mut c_void;

    /// `sycl::context` that it belongs to.
    fn get_context(&self) -> &Context;
}
