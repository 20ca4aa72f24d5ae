//! The memory of the backend, and what becomes of it when the backend goes.

use crate::backend::State;
use crate::native_memory::{NativeMemory, OpenedMemory};
use crate::virtual_memory::{free, unmap};
use std::ops::Deref;
use ur_ipc_backend_kit::Registry;
use ur_ipc_backend_kit::calls::{MemoryMap, MemoryObjects, Pool};

/// Which addresses mean what.
#[derive(Default)]
pub struct Memory(MemoryMap<State>);

impl Deref for Memory {
    type Target = MemoryMap<State>;

    fn deref(&self) -> &MemoryMap<State> {
        &self.0
    }
}

/// What the user left behind: unmapped before the memory is destroyed, then given back.
impl Drop for Memory {
    fn drop(&mut self) {
        let ranges = self.ranges();
        for (base, mapping) in &ranges.addresses.mappings {
            // There is nobody to tell of a failure, here and below.
            let _ = unmap(mapping.physical.native.context(), *base, mapping.size);
        }
        for (base, reservation) in &ranges.addresses.reservations {
            let _ = free(&reservation.context.native, *base, reservation.size);
        }
    }
}

impl MemoryObjects for State {
    type Allocated = NativeMemory;
    type Opened = OpenedMemory;

    fn memory(&self) -> &MemoryMap<Self> {
        &self.memory
    }

    fn pools(&self) -> &Registry<Pool<Self>> {
        &self.pools
    }
}
