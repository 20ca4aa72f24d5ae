//! The memory of the backend: what CUDA allocates and opens.

use crate::backend::State;
use crate::native_memory::NativeMemory;
use crate::usm::Allocation;
use std::sync::Arc;
use ur_ipc_backend_kit::Registry;
use ur_ipc_backend_kit::calls::{MemoryMap, MemoryObjects, Pool};

/// Where an opened pointer leads.
pub enum Import {
    /// Into an allocation of this process.
    Local(Arc<Allocation>),
    /// Into a mapping that CUDA made, by its address.
    Native(u64),
}

impl MemoryObjects for State {
    type Allocated = NativeMemory;
    type Opened = Import;

    fn memory(&self) -> &MemoryMap<Self> {
        &self.memory
    }

    fn pools(&self) -> &Registry<Pool<Self>> {
        &self.pools
    }
}
