//! Pointers that a memory handle can be made of.

use crate::address::Address;
use crate::context::Context;
use crate::device_memory::DeviceMemory;
use crate::error::{Function, Result};
use crate::handle::Exports;
use crate::usm::UsmMemory;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;
use ur_ipc_api::Family;

/// A pointer into memory, of which [`get`](super::get) gives a handle.
pub struct UsmPointer<'o> {
    context: &'o Context,
    exports: Arc<Exports>,
    address: Address,
}

impl<'o> UsmPointer<'o> {
    /// A pointer into memory that this crate did not allocate.
    ///
    /// A handle of it that is not put is the allocation's, by the rules of whoever frees that.
    ///
    /// # Safety
    /// `pointer` is null, or points to memory that is not freed as long as this lives, and a handle of it.
    #[must_use]
    pub unsafe fn from_raw(context: &'o Context, pointer: *mut c_void) -> Self {
        Self { context, exports: Exports::new(context, Family::Memory), address: Address(pointer) }
    }

    pub(super) fn context(&self) -> &'o Context {
        self.context
    }

    pub(super) fn address(&self) -> *mut c_void {
        self.address.0
    }

    pub(super) fn exports(&self) -> &Arc<Exports> {
        &self.exports
    }
}

impl UsmMemory {
    /// The address `offset` bytes from its start.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) if that is not in the memory.
    pub fn at(&self, offset: usize) -> Result<UsmPointer<'_>> {
        if offset >= self.size() {
            let message = format!("byte {offset} is not in memory of {} bytes", self.size());
            return Err(Function("UsmMemory::at").invalid(message));
        }
        let address = Address(self.as_ptr().wrapping_byte_add(offset));
        Ok(UsmPointer { context: self.get_context(), exports: Arc::clone(self.exports()), address })
    }
}

impl<'o> From<&'o UsmMemory> for UsmPointer<'o> {
    fn from(memory: &'o UsmMemory) -> Self {
        let (context, exports) = (memory.get_context(), Arc::clone(memory.exports()));
        Self { context, exports, address: Address(memory.as_ptr()) }
    }
}

impl fmt::Debug for UsmPointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UsmPointer").field(&self.address.0).finish()
    }
}
