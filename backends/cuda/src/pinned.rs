//! Page-locked host memory for the backend's own use. It goes back to its device's store, not to the driver. Freeing
//! such memory waits for all queues of the device, and the user may hold one of them.

use crate::cuda_result::CuResult;
use crate::device::{Block, Device};
use crate::driver::HOST_ALLOC_PORTABLE_MAPPED;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_backend_kit::lock;

/// A block on loan from its device.
pub struct Pinned {
    device: Arc<Device>,
    block: Block,
}

impl Pinned {
    /// Borrows a block of at least `size` bytes. The device is current on this thread.
    pub fn new(device: &Arc<Device>, size: usize) -> Result<Self, CuResult> {
        let stored = {
            let mut blocks = lock(&device.blocks);
            let best = (0..blocks.len()).filter(|&i| blocks[i].size >= size).min_by_key(|&i| blocks[i].size);
            best.map(|i| blocks.swap_remove(i))
        };
        let block = match stored {
            Some(block) => block,
            None => {
                let size = size.next_multiple_of(4096);
                let mut address: *mut c_void = std::ptr::null_mut();
                // SAFETY: the output is a local variable; the device is current.
                unsafe { device.driver.mem_host_alloc(&raw mut address, size, HOST_ALLOC_PORTABLE_MAPPED) }?;
                Block { address: address.addr(), size }
            }
        };
        Ok(Self { device: Arc::clone(device), block })
    }

    /// The address of the block, the same for host and device.
    pub fn address(&self) -> usize {
        self.block.address
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        lock(&self.device.blocks).push(self.block);
    }
}
