//! The backend's objects: contexts, queues, events, allocations, handles.

use crate::handle_data::SIZE;
use crate::sys::SharedMapping;
use std::collections::{BTreeMap, HashMap};
use std::os::fd::OwnedFd;
use ur_ipc_api::UrResult;

/// One allocation or one opened pointer.
pub(crate) struct Allocation {
    pub(crate) shared: SharedMapping,
    pub(crate) token: u64,
    /// The pointer that Open returned, if this was opened.
    pub(crate) opened: Option<usize>,
}

/// One exported handle.
pub(crate) struct Export {
    /// What Get gave out: its address is the name of the handle.
    pub(crate) data: Box<[u8; SIZE]>,
    /// Kept open for openers to take a copy of.
    pub(crate) _fd: OwnedFd,
}

/// Objects with a reference count.
#[derive(Default)]
pub(crate) struct Counted(HashMap<usize, u32>);

impl Counted {
    pub(crate) fn add(&mut self, handle: usize) {
        self.0.insert(handle, 1);
    }

    pub(crate) fn count(&self, handle: usize) -> Option<u32> {
        self.0.get(&handle).copied()
    }

    pub(crate) fn retain(&mut self, handle: usize, invalid: UrResult) -> UrResult {
        let Some(count) = self.0.get_mut(&handle) else { return invalid };
        *count += 1;
        UrResult::SUCCESS
    }

    pub(crate) fn release(&mut self, handle: usize, invalid: UrResult) -> UrResult {
        let Some(count) = self.0.get_mut(&handle) else { return invalid };
        *count -= 1;
        if *count == 0 {
            self.0.remove(&handle);
        }
        UrResult::SUCCESS
    }
}

#[derive(Default)]
pub(crate) struct State {
    next: usize,
    pub(crate) contexts: Counted,
    pub(crate) queues: Counted,
    pub(crate) events: Counted,
    /// By base address.
    pub(crate) allocations: BTreeMap<usize, Allocation>,
    /// By address of the buffer.
    pub(crate) exports: HashMap<usize, Export>,
}

impl State {
    /// A handle that was never used before.
    pub(crate) fn new_handle(&mut self) -> usize {
        self.next += 1;
        0x1000 + self.next * 16
    }

    /// The allocation that contains an address, with its base.
    pub(crate) fn containing(&self, address: usize) -> Option<(usize, &Allocation)> {
        let (base, allocation) = self.allocations.range(..=address).next_back()?;
        (address - base < allocation.shared.size).then_some((*base, allocation))
    }
}
