//! Physical memory objects, and the virtual memory that they are mapped to.

mod calls;
mod ipc;
pub mod reservation;
mod virtual_mem;

use crate::context::Context;
use crate::device::{Charge, Device};
use crate::shared_object::SharedObject;
use std::sync::Arc;
use ur_ipc_api::PhysicalMemFlags;

/// A physical memory object. Its mappings keep it alive.
#[derive(Debug)]
pub struct PhysicalMemory {
    /// The context it was made or opened in.
    pub context: Arc<Context>,
    /// The device it was made or opened on.
    pub device: Arc<Device>,
    /// Its size in bytes.
    pub size: usize,
    /// The flags it was made with; none for an opened one, which cannot be exported.
    pub flags: PhysicalMemFlags,
    /// It was opened from a handle.
    pub imported: bool,
    /// Its memory file.
    pub object: Arc<SharedObject>,
    /// Its part of the device's memory.
    pub _charge: Charge,
}

impl PhysicalMemory {
    /// The address at which the first byte is mapped in this process.
    pub fn bytes(&self) -> *mut u8 {
        self.object.data()
    }
}
