//! Commands that move memory.

use super::command::{Command, CommandCalls};
use crate::checks::{Ur, ensure, handles, pointer};
use crate::objects::{Event, Queue};
use crate::state::State;
use std::ffi::c_void;
use ur_ipc_api::{CommandType, EventHandle, QueueHandle, UrResult};
use ur_ipc_sys::process::is_readable;

/// The owner of the memory at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryOwner {
    /// The driver's.
    Driver,
    /// The host's alone.
    Host,
}

/// A copy whose ranges were checked.
#[derive(Clone, Copy)]
pub struct Memcpy {
    /// Address of the destination.
    pub to: usize,
    /// The owner of the destination.
    pub to_owner: MemoryOwner,
    /// Address of the source.
    pub from: usize,
    /// The owner of the source.
    pub from_owner: MemoryOwner,
    /// Size in bytes, not 0.
    pub size: usize,
    /// True if the caller waits.
    pub blocking: bool,
}

/// A fill of a range of the driver's memory, which was checked.
#[derive(Clone, Copy)]
pub struct Fill<'p> {
    /// Address of the first byte.
    pub start: usize,
    /// The bytes to repeat.
    pub pattern: &'p [u8],
    /// Size in bytes, a multiple of the pattern's.
    pub size: usize,
}

/// The part of a driver that the calls that move memory need.
pub trait CopyCalls: CommandCalls {
    /// True for memory that someone else in this process got from the driver.
    fn is_driver_memory(&self, queue: &Queue<Self>, address: u64) -> Ur<bool>;

    /// Submits a copy.
    ///
    /// # Safety
    /// Both ranges stay valid until the command is done.
    unsafe fn submit_copy(
        &self,
        command: &Command<Self>,
        event: Option<&Event<Self>>,
        copy: Memcpy,
    ) -> Ur<()>;

    /// Submits a fill. The pattern goes with the call.
    ///
    /// # Safety
    /// The range stays valid until the command is done.
    unsafe fn submit_fill(
        &self,
        command: &Command<Self>,
        event: Option<&Event<Self>>,
        fill: Fill<'_>,
    ) -> Ur<()>;
}

#[expect(clippy::missing_safety_doc, reason = "the contract's methods of the same names say it")]
impl<D: CopyCalls> State<D> {
    /// Checks a range that a command is to read or write. A fault on the device would end every queue of the process,
    /// and one on the host the process.
    ///
    /// # Errors
    /// `INVALID_SIZE` beyond the end of an allocation, `INVALID_VALUE` where nothing suitable is mapped.
    fn owner(&self, queue: &Queue<D>, address: usize, size: usize, write: bool) -> Ur<MemoryOwner> {
        let start = address as u64;
        let known = self.memory.ranges().check(start, size as u64, write);
        if let Some(checked) = known {
            return checked.map(|()| MemoryOwner::Driver);
        }
        if self.driver.is_driver_memory(queue, start)? {
            return Ok(MemoryOwner::Driver);
        }
        let last = address.checked_add(size - 1).ok_or(UrResult::ERROR_INVALID_VALUE)?;
        ensure(is_readable(address) && is_readable(last), UrResult::ERROR_INVALID_VALUE)?;
        Ok(MemoryOwner::Host)
    }

    /// `urEnqueueUSMMemcpy`
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
        let (to, from) = (dst.expose_provenance(), src.expose_provenance());
        let to_owner = self.owner(&command.queue, to, size, true)?;
        let from_owner = self.owner(&command.queue, from, size, false)?;
        let copy = Memcpy { to, to_owner, from, from_owner, size, blocking };
        // SAFETY: UR demands of the caller that both ranges stay valid until the command is done; the output is null or
        // writable.
        unsafe {
            self.enqueue(&command, blocking, event, |event| self.driver.submit_copy(&command, event, copy))
        }
    }

    /// `urEnqueueUSMMemcpy2D`: optional, and not offered, as contexts say.
    #[expect(clippy::too_many_arguments, reason = "UR's signature")]
    pub unsafe fn enqueue_usm_memcpy_2d(
        &self,
        queue: QueueHandle,
        _blocking: bool,
        dst: *mut c_void,
        _dst_pitch: usize,
        src: *const c_void,
        _src_pitch: usize,
        _width: usize,
        _height: usize,
        _num_events_in_wait_list: u32,
        _event_wait_list: *const EventHandle,
        _event: *mut EventHandle,
    ) -> Ur<()> {
        handles([queue.address()])?;
        pointer(dst)?;
        pointer(src)?;
        Err(UrResult::ERROR_UNSUPPORTED_FEATURE)
    }

    /// `urEnqueueUSMFill`
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
        let start = mem.expose_provenance();
        let owner = self.owner(&command.queue, start, size, true)?;
        ensure(owner == MemoryOwner::Driver, UrResult::ERROR_INVALID_MEM_OBJECT)?;
        // SAFETY: the caller's pattern is readable for its size; UR lets it go after the call.
        let pattern = unsafe { std::slice::from_raw_parts(pattern.cast::<u8>(), pattern_size) };
        let fill = Fill { start, pattern, size };
        // SAFETY: UR demands of the caller that the range stays valid until the command is done; the output is null or
        // writable.
        unsafe {
            self.enqueue(&command, false, event, |event| self.driver.submit_fill(&command, event, fill))
        }
    }
}
