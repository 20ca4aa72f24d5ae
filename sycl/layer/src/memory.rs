//! Memory by address.

use crate::convert::misuse;
use crate::objects::lock;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use ur_ipc::{DeviceMemory, Mapping, OpenedMemory, UsmMemory};
use ur_ipc_api::sycl::Result;

/// Memory of whichever origin.
pub(crate) enum Memory {
    Allocated(UsmMemory),
    Opened(OpenedMemory),
    Mapped(Mapping),
}

/// Does something with memory of whichever origin.
macro_rules! with_memory {
    ($memory:expr, |$name:ident| $body:expr) => {
        match $memory {
            $crate::memory::Memory::Allocated($name) => $body,
            $crate::memory::Memory::Opened($name) => $body,
            $crate::memory::Memory::Mapped($name) => $body,
        }
    };
}
pub(crate) use with_memory;

impl Memory {
    fn start(&self) -> usize {
        with_memory!(self, |memory| memory.as_ptr().addr())
    }

    /// The size of the memory, in bytes; 1 for opened memory of unknown size.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Allocated(memory) => memory.size(),
            Self::Opened(memory) => memory.size().unwrap_or(1),
            Self::Mapped(memory) => memory.size(),
        }
    }

    /// Whether an address is inside.
    fn covers(&self, address: usize) -> bool {
        address.checked_sub(self.start()).is_some_and(|offset| offset < self.size())
    }
}

/// All memory, by where it begins. What was opened may be where other memory is, and twice.
#[derive(Default)]
pub(crate) struct Memories(Mutex<BTreeMap<usize, Vec<Arc<Memory>>>>);

impl Memories {
    /// Takes in memory, and says where it is.
    pub(crate) fn enter(&self, memory: Memory) -> usize {
        let start = memory.start();
        lock(&self.0).entry(start).or_default().push(Arc::new(memory));
        start
    }

    /// The memory that an address is in, and how many bytes from its start.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn find(&self, address: usize) -> Result<(Arc<Memory>, usize)> {
        self.find_if_any(address).ok_or_else(|| misuse(format!("there is no memory at {address:#x}")))
    }

    pub(crate) fn find_if_any(&self, address: usize) -> Option<(Arc<Memory>, usize)> {
        let memories = lock(&self.0);
        let nearest = memories.range(..=address).rev().flat_map(|(_, memories)| memories);
        let memory = nearest.into_iter().find(|memory| memory.covers(address))?;
        Some((Arc::clone(memory), address - memory.start()))
    }

    /// Takes out the memory that begins at an address, of those that `fits` is true of. None if another thread uses it, which
    /// then ends it.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn take(&self, address: usize, fits: impl Fn(&Memory) -> bool) -> Result<Option<Memory>> {
        let mut memories = lock(&self.0);
        let taken = memories.get_mut(&address).and_then(|here| {
            let at = here.iter().position(|memory| fits(memory))?;
            Some(here.remove(at))
        });
        if memories.get(&address).is_some_and(Vec::is_empty) {
            memories.remove(&address);
        }
        taken.map(Arc::into_inner).ok_or_else(|| misuse(format!("no such memory begins at {address:#x}")))
    }
}
