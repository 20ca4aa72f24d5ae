//! Commands that move memory.
//!
//! CUDA copies from and to ordinary host memory while the caller waits, even in its asynchronous calls. A copy that
//! must not block goes through page-locked memory, and the host's part of it through the queue's lane. From host memory to
//! host memory CUDA copies while the caller waits even where both are page-locked, so the lane copies there.

use crate::commands::submit;
use crate::cuda::{Cuda, Event, Queue};
use crate::host_lane::HostLane;
use crate::native_memory::{is_known, is_known_of_host};
use crate::pinned::Pinned;
use crate::stream::Stream;
use std::sync::Arc;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::{Command, CopyCalls, Fill, Memcpy, MemoryOwner};

/// A copy whose ranges were checked.
#[derive(Clone, Copy)]
struct Copy {
    destination: usize,
    source: usize,
    size: usize,
}

impl Copy {
    /// Copies on the device's side.
    fn enqueue(self, stream: &Stream) -> Ur<()> {
        let (to, from) = (self.destination as u64, self.source as u64);
        // SAFETY: both ranges were checked, and are the caller's or page-locked blocks kept until the copy is done.
        Ok(unsafe { stream.device.driver.memcpy_async(to, from, self.size, stream.native) }?)
    }

    /// Copies on the host.
    ///
    /// # Safety
    /// Both ranges are host memory, the source readable, the destination writable.
    unsafe fn by_host(self) {
        let to: *mut u8 = std::ptr::with_exposed_provenance_mut(self.destination);
        let from: *const u8 = std::ptr::with_exposed_provenance(self.source);
        // SAFETY: this function's contract; the ranges may overlap.
        unsafe { std::ptr::copy(from, to, self.size) }
    }

    fn upload(self, stream: &Arc<Stream>, lane: &mut HostLane) -> Ur<()> {
        let staging = Pinned::new(&stream.device, self.size)?;
        let to_staging = Self { destination: staging.address(), ..self };
        // SAFETY: UR demands of the caller that the source stays readable until the command is done; the staging
        // block is kept as long.
        lane.run(stream, Box::new(move || unsafe { to_staging.by_host() }))?;
        Self { source: staging.address(), ..self }.enqueue(stream)?;
        lane.keep(stream, staging)
    }

    fn download(self, stream: &Arc<Stream>, lane: &mut HostLane) -> Ur<()> {
        let staging = Pinned::new(&stream.device, self.size)?;
        Self { destination: staging.address(), ..self }.enqueue(stream)?;
        let action = move || {
            // SAFETY: UR demands of the caller that the destination stays writable until the command is done.
            unsafe { Self { source: staging.address(), ..self }.by_host() }
        };
        lane.run(stream, Box::new(action))
    }
}

/// Fills with a pattern that no memset of CUDA has: uploads it once, and doubles what is there.
fn repeat(stream: &Arc<Stream>, lane: &mut HostLane, start: usize, pattern: &[u8], size: usize) -> Ur<()> {
    let staging = Pinned::new(&stream.device, pattern.len())?;
    let block: *mut u8 = std::ptr::with_exposed_provenance_mut(staging.address());
    // SAFETY: the block is at least as long as the pattern and ours alone.
    unsafe { std::ptr::copy_nonoverlapping(pattern.as_ptr(), block, pattern.len()) };
    Copy { destination: start, source: staging.address(), size: pattern.len() }.enqueue(stream)?;
    let mut filled = pattern.len();
    while filled < size {
        let next = filled.min(size - filled);
        Copy { destination: start + filled, source: start, size: next }.enqueue(stream)?;
        filled += next;
    }
    lane.keep(stream, staging)
}

/// Enqueues a fill of host memory, which CUDA would fill while the caller waits.
fn fill_on_host(stream: &Arc<Stream>, lane: &mut HostLane, range: Fill<'_>) -> Ur<()> {
    let (start, pattern, size) = (range.start, range.pattern.to_vec(), range.size);
    let action = move || {
        let first: *mut u8 = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the range was checked, and is the caller's until the command is done.
        let target = unsafe { std::slice::from_raw_parts_mut(first, size) };
        target.chunks_exact_mut(pattern.len()).for_each(|chunk| chunk.copy_from_slice(&pattern));
    };
    lane.run(stream, Box::new(action))
}

/// Enqueues a fill of a range that was checked; `size` is a multiple of the pattern's.
fn fill(stream: &Arc<Stream>, lane: &mut HostLane, range: Fill<'_>) -> Ur<()> {
    let Fill { start, pattern, size } = range;
    let (driver, at, count) = (stream.device.driver, start as u64, size / pattern.len());
    let aligned = start.is_multiple_of(pattern.len());
    match *pattern {
        // SAFETY: the range was checked.
        [byte] => unsafe { driver.memset_d8_async(at, byte, count, stream.native) }?,
        [a, b] if aligned => {
            let value = u16::from_ne_bytes([a, b]);
            // SAFETY: the range was checked and is aligned.
            unsafe { driver.memset_d16_async(at, value, count, stream.native) }?;
        }
        [a, b, c, d] if aligned => {
            let value = u32::from_ne_bytes([a, b, c, d]);
            // SAFETY: the range was checked and is aligned.
            unsafe { driver.memset_d32_async(at, value, count, stream.native) }?;
        }
        _ => repeat(stream, lane, start, pattern, size)?,
    }
    Ok(())
}

impl CopyCalls for Cuda {
    fn is_driver_memory(&self, queue: &Queue, address: u64) -> Ur<bool> {
        is_known(&queue.device, address)
    }

    unsafe fn submit_copy(&self, command: &Command<Self>, event: Option<&Event>, wanted: Memcpy) -> Ur<()> {
        let copy = Copy { destination: wanted.to, source: wanted.from, size: wanted.size };
        let stream = &command.queue.native.stream;
        let of_host = |owner, address: usize| -> Ur<bool> {
            Ok(owner == MemoryOwner::Host || is_known_of_host(&command.queue.device, address as u64)?)
        };
        let on_host = of_host(wanted.to_owner, wanted.to)? && of_host(wanted.from_owner, wanted.from)?;
        submit(command, event, |lane| match (wanted.to_owner, wanted.from_owner) {
            _ if on_host => {
                // SAFETY: by this function's contract both ranges stay valid until the command is done.
                lane.run(stream, Box::new(move || unsafe { copy.by_host() }))
            }
            (MemoryOwner::Host, MemoryOwner::Driver) if !wanted.blocking => copy.download(stream, lane),
            (MemoryOwner::Driver, MemoryOwner::Host) if !wanted.blocking => copy.upload(stream, lane),
            _ => copy.enqueue(stream),
        })
    }

    unsafe fn submit_fill(&self, command: &Command<Self>, event: Option<&Event>, range: Fill<'_>) -> Ur<()> {
        let stream = &command.queue.native.stream;
        let on_host = is_known_of_host(&command.queue.device, range.start as u64)?;
        submit(command, event, |lane| {
            if on_host { fill_on_host(stream, lane, range) } else { fill(stream, lane, range) }
        })
    }
}
