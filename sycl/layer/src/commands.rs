//! Commands with memory at addresses. Mappings side by side are one memory to SYCL, and several to `ur_ipc`: a command with them is
//! one for each.

use crate::convert::thrown;
use crate::layer::RustLayer;
use crate::memory::{Memory, with_memory};
use std::ops::Range;
use std::sync::Arc;
use ur_ipc_api::sycl::{Queue, Result};

/// A part of one memory.
struct Piece {
    memory: Arc<Memory>,
    /// Bytes from its start.
    offset: usize,
    /// The range of the command's bytes.
    bytes: Range<usize>,
}

impl RustLayer {
    /// The memory that so many bytes at an address are in. What is in none is the last one's to refuse.
    fn pieces(&self, address: usize, bytes: usize) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut done = 0;
        let mut next = Some(self.memories.find(address)?);
        while let Some((memory, offset)) = next {
            let left = memory.size().saturating_sub(offset);
            next = match left {
                0 => None,
                left if left < bytes - done => self.memories.find_if_any(address + done + left),
                _ => None,
            };
            let end = if next.is_some() { done + left } else { bytes };
            pieces.push(Piece { memory, offset, bytes: done..end });
            done = end;
        }
        Ok(pieces)
    }

    pub(crate) fn copy(&self, queue: Queue, to: usize, from: usize, bytes: usize) -> Result<()> {
        for target in self.pieces(to, bytes)? {
            let size = target.bytes.len();
            for source in self.pieces(from + target.bytes.start, size)? {
                let (to, offset) = (&*target.memory, target.offset + source.bytes.start);
                self.queues.with(queue, |queue| {
                    with_memory!(to, |to| with_memory!(&*source.memory, |from| {
                        thrown(queue.memcpy(to, offset, from, source.offset, source.bytes.len()))
                    }))
                })?;
            }
        }
        Ok(())
    }

    pub(crate) fn set(&self, queue: Queue, to: usize, value: u8, bytes: usize) -> Result<()> {
        self.pieces(to, bytes)?.iter().try_for_each(|Piece { memory, offset, bytes }| {
            self.queues.with(queue, |queue| {
                with_memory!(&**memory, |to| thrown(queue.memset(to, *offset, value, bytes.len())))
            })
        })
    }

    /// A `memset` of some value in one memory, with its event.
    pub(crate) fn set_with_event(&self, queue: Queue, to: usize, bytes: usize) -> Result<ur_ipc::Event> {
        let (to, offset) = self.memories.find(to)?;
        self.queues
            .with(queue, |queue| with_memory!(&*to, |to| thrown(queue.memset_event(to, offset, 0, bytes))))
    }

    pub(crate) fn write(&self, queue: Queue, to: usize, data: &[u8]) -> Result<()> {
        self.pieces(to, data.len())?.iter().try_for_each(|Piece { memory, offset, bytes }| {
            self.queues.with(queue, |queue| {
                with_memory!(&**memory, |to| thrown(queue.write(to, *offset, &data[bytes.clone()])))
            })
        })
    }

    pub(crate) fn read(&self, queue: Queue, from: usize, bytes: usize) -> Result<Vec<u8>> {
        let mut read = vec![0; bytes];
        for Piece { memory, offset, bytes } in self.pieces(from, bytes)? {
            self.queues.with(queue, |queue| {
                with_memory!(&*memory, |from| thrown(queue.read(from, offset, &mut read[bytes])))
            })?;
        }
        Ok(read)
    }
}
