//! Commands with memory at addresses, and which part of what that is.

use crate::convert::thrown;
use crate::layer::RustLayer;
use crate::memory::with_memory;
use ur_ipc_api::sycl::{Queue, Result};

impl RustLayer {
    pub(crate) fn copy(&self, queue: Queue, to: usize, from: usize, bytes: usize) -> Result<()> {
        let (to, to_offset) = self.memories.find(to)?;
        let (from, from_offset) = self.memories.find(from)?;
        self.queues.with(queue, |queue| {
            with_memory!(&*to, |to| with_memory!(&*from, |from| {
                thrown(queue.memcpy(to, to_offset, from, from_offset, bytes))
            }))
        })
    }

    pub(crate) fn set(&self, queue: Queue, to: usize, value: u8, bytes: usize) -> Result<()> {
        let (to, offset) = self.memories.find(to)?;
        self.queues
            .with(queue, |queue| with_memory!(&*to, |to| thrown(queue.memset(to, offset, value, bytes))))
    }

    /// A `memset` of some value, with its event.
    pub(crate) fn set_with_event(&self, queue: Queue, to: usize, bytes: usize) -> Result<ur_ipc::Event> {
        let (to, offset) = self.memories.find(to)?;
        self.queues
            .with(queue, |queue| with_memory!(&*to, |to| thrown(queue.memset_event(to, offset, 0, bytes))))
    }

    pub(crate) fn write(&self, queue: Queue, to: usize, bytes: &[u8]) -> Result<()> {
        let (to, offset) = self.memories.find(to)?;
        self.queues.with(queue, |queue| with_memory!(&*to, |to| thrown(queue.write(to, offset, bytes))))
    }

    pub(crate) fn read(&self, queue: Queue, from: usize, bytes: usize) -> Result<Vec<u8>> {
        let ((from, offset), mut read) = (self.memories.find(from)?, vec![0; bytes]);
        self.queues
            .with(queue, |queue| with_memory!(&*from, |from| thrown(queue.read(from, offset, &mut read))))?;
        Ok(read)
    }
}
