//! Commands that move memory.
//!
//! CUDA copies from and to ordinary host memory while the caller waits, even in its asynchronous calls. A copy that
//! must not block goes through page-locked memory, and the host's part of it through the queue's lane.

use crate::backend::State;
use crate::commands::Command;
use crate::error::{Ur, ensure, handles, pointer};
use crate::host_lane::HostLane;
use crate::memory_map::Place;
use crate::pinned::Pinned;
use crate::queue::Stream;
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::{CommandType, EventHandle, QueueHandle, UrResult};

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

/// Enqueues a fill of a range that was checked; `size` is a multiple of the pattern's.
fn fill(stream: &Arc<Stream>, lane: &mut HostLane, start: usize, pattern: &[u8], size: usize) -> Ur<()> {
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

impl State {
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        pointer(dst)?;
        pointer(src)?;
        ensure(size != 0, UrResult::ERROR_INVALID_SIZE)?;
        let kind = CommandType::USM_MEMCPY;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        let copy = Copy { destination: dst.expose_provenance(), source: src.expose_provenance(), size };
        let to = self.place(&command, copy.destination, size, true)?;
        let from = self.place(&command, copy.source, size, false)?;
        let stream = &command.queue.stream;
        let work = |lane: &mut HostLane| match (to, from) {
            (Place::Host, Place::Host) => {
                // SAFETY: UR demands of the caller that both ranges stay valid until the command is done.
                lane.run(stream, Box::new(move || unsafe { copy.by_host() }))
            }
            (Place::Host, Place::Cuda) if !blocking => copy.download(stream, lane),
            (Place::Cuda, Place::Host) if !blocking => copy.upload(stream, lane),
            _ => copy.enqueue(stream),
        };
        // SAFETY: the output is null or writable.
        unsafe { self.enqueue(&command, blocking, event, work) }
    }

    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_fill(
        &self,
        queue: QueueHandle,
        mem: *mut c_void,
        pattern_size: usize,
        pattern: *const c_void,
        size: usize,
        num_events_in_wait_list: u32,
        event_wait_list: *const EventHandle,
        event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        pointer(mem)?;
        pointer(pattern)?;
        let divides = pattern_size != 0 && size != 0 && size.is_multiple_of(pattern_size);
        ensure(divides, UrResult::ERROR_INVALID_SIZE)?;
        let kind = CommandType::USM_FILL;
        // SAFETY: the caller's list is null or as large as said.
        let command = unsafe { self.command(queue, kind, num_events_in_wait_list, event_wait_list) }?;
        let start = mem.addr();
        let place = self.place(&command, start, size, true)?;
        ensure(place == Place::Cuda, UrResult::ERROR_INVALID_MEM_OBJECT)?;
        // SAFETY: the caller's pattern is readable for its size; UR lets it go after the call.
        let pattern = unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) };
        let work = |lane: &mut HostLane| fill(&command.queue.stream, lane, start, pattern, size);
        // SAFETY: the output is null or writable.
        unsafe { self.enqueue(&command, false, event, work) }
    }

    fn place(&self, command: &Command, address: usize, size: usize, write: bool) -> Ur<Place> {
        self.memory.place(&command.queue.stream.device, address, size, write)
    }
}
