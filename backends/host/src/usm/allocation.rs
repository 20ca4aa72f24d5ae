//! One USM allocation.

use super::pool::{Block, Pool};
use crate::arena::AddressRange;
use crate::context::Context;
use crate::device::{Charge, Device};
use crate::shared_object::SharedObject;
use std::sync::Arc;
use ur_ipc_api::UsmType;
use ur_ipc_sys::mapping::Mapping;

/// Memory at an address, made here or opened from a handle.
#[derive(Debug)]
pub struct UsmAllocation {
    /// The context it was made or opened in.
    pub context: Arc<Context>,
    /// The device it was made or opened on; none for host memory.
    pub device: Option<Arc<Device>>,
    /// The kind of memory: host, device or shared.
    pub kind: UsmType,
    /// Its first address.
    pub base: usize,
    /// Its size in bytes.
    pub size: usize,
    /// The pool it came from.
    pub pool: Option<Arc<Pool>>,
    /// The storage of its bytes.
    pub backing: Backing,
    /// Its part of the device's memory.
    pub _charge: Option<Charge>,
    /// Its addresses, if it does not share them with a slab or the host.
    pub _range: Option<AddressRange>,
}

/// The storage of an allocation's bytes.
#[derive(Debug)]
pub enum Backing {
    /// In memory that the host reaches at the same address.
    Host(Mapping),
    /// In a memory file of its own.
    Own(Arc<SharedObject>),
    /// In a slab of its pool.
    Pooled(Block),
    /// In the memory file of another allocation, perhaps of another process.
    Opened {
        /// The memory file.
        object: Arc<SharedObject>,
        /// The offset in the file at which the allocation starts, in bytes.
        offset: usize,
        /// The pointer that was given out, which may be an interior one.
        pointer: usize,
    },
}

impl UsmAllocation {
    /// The address at which the first byte is mapped in this process.
    pub fn bytes(&self) -> *mut u8 {
        match &self.backing {
            Backing::Host(mapping) => mapping.start(),
            Backing::Own(object) => object.data(),
            Backing::Pooled(block) => block.object().data().wrapping_add(block.offset()),
            Backing::Opened { object, offset, .. } => object.data().wrapping_add(*offset),
        }
    }

    /// The memory file and where in it the allocation starts, if it can be exported.
    pub fn exportable(&self) -> Option<(&Arc<SharedObject>, usize)> {
        match &self.backing {
            Backing::Own(object) => Some((object, 0)),
            Backing::Pooled(block) => Some((block.object(), block.offset())),
            Backing::Host(_) | Backing::Opened { .. } => None,
        }
    }

    /// The pointer that was given out for an opened allocation.
    pub fn opened_pointer(&self) -> Option<usize> {
        match self.backing {
            Backing::Opened { pointer, .. } => Some(pointer),
            _ => None,
        }
    }
}
