//! Handles, which in SYCL may outlive their objects.

use crate::convert::misuse;
use std::mem::transmute;
use ur_ipc::{Event, PhysicalMem, UsmMemory};
use ur_ipc_api::sycl::{self, Result};

/// A handle of memory.
pub(crate) type LentMemory<'o> = ur_ipc::Handle<'o, UsmMemory>;

/// A handle of whichever kind, that borrows nothing any more.
pub(crate) enum Lent {
    Memory(LentMemory<'static>),
    Physical(ur_ipc::Handle<'static, PhysicalMem>),
    Event(ur_ipc::Handle<'static, Event>),
}

/// The object of a handle, by which the handle is put when the object ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// The allocation that begins there.
    Memory(usize),
    Physical(sycl::PhysicalMem),
    Event(sycl::Event),
    /// Something that the layer does not end.
    Other,
}

/// A handle with its bytes, which stay when it has been put.
pub(crate) struct Handle {
    pub(crate) bytes: Vec<u8>,
    /// None when it has been put, by its own `put` or with what it is of.
    pub(crate) lent: Option<Lent>,
    pub(crate) of: Of,
    /// Whether it has been put by its own `put`.
    pub(crate) was_put: bool,
}

impl Handle {
    pub(crate) fn of_memory(handle: LentMemory<'_>, of: Of) -> Self {
        // SAFETY: the lifetime stands for a borrow of the object, of which a handle has nothing: it is put before that ends.
        let lent = unsafe { transmute::<LentMemory<'_>, LentMemory<'static>>(handle) };
        Self { bytes: lent.data(), lent: Some(Lent::Memory(lent)), of, was_put: false }
    }

    pub(crate) fn of_physical(handle: ur_ipc::Handle<'_, PhysicalMem>, of: sycl::PhysicalMem) -> Self {
        // SAFETY: as above.
        let lent = unsafe {
            transmute::<ur_ipc::Handle<'_, PhysicalMem>, ur_ipc::Handle<'static, PhysicalMem>>(handle)
        };
        Self { bytes: lent.data(), lent: Some(Lent::Physical(lent)), of: Of::Physical(of), was_put: false }
    }

    pub(crate) fn of_event(handle: ur_ipc::Handle<'_, Event>, of: sycl::Event) -> Self {
        // SAFETY: as above.
        let lent = unsafe { transmute::<ur_ipc::Handle<'_, Event>, ur_ipc::Handle<'static, Event>>(handle) };
        Self { bytes: lent.data(), lent: Some(Lent::Event(lent)), of: Of::Event(of), was_put: false }
    }

    /// Puts the handle if this is its object, which ends.
    pub(crate) fn ends_with(&mut self, of: Of) {
        if self.of == of {
            self.lent = None;
        }
    }
}

impl Lent {
    /// The handle of memory.
    ///
    /// # Errors
    /// It is of something else.
    pub(crate) fn memory(self) -> Result<LentMemory<'static>> {
        match self {
            Self::Memory(handle) => Ok(handle),
            _ => Err(misuse("the handle is not of memory")),
        }
    }
}
