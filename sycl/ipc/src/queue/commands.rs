//! Commands with memory.

use super::Queue;
use crate::device_memory::{Access, DeviceMemory};
use crate::error::{Function, Result};
use crate::event::object::{Event, EventOrigin};
use std::ffi::c_void;
use std::mem::{forget, take};
use std::ptr::{null, null_mut};
use ur_ipc_api::{EventHandle, UrIpc, UrResult};

const MEMCPY: &str = "urEnqueueUSMMemcpy";

/// Offsets and sizes are in bytes. Nothing is done where the size is 0.
///
/// A read of memory that a command writes at the same time, in this process or in another, returns each byte old or
/// new. Order commands by the queue or by events.
impl Queue {
    /// `queue::memcpy` between memory that devices reach, by `urEnqueueUSMMemcpy`; it does not wait for the copy.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) for a range that is not all in the memory, for ranges that overlap, for memory of
    /// another context and for a mapping whose mode does not allow it; [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
    #[doc(alias = "queue::memcpy")]
    pub fn memcpy(
        &self,
        dst: &impl DeviceMemory,
        dst_offset: usize,
        src: &impl DeviceMemory,
        src_offset: usize,
        num_bytes: usize,
    ) -> Result<()> {
        const F: Function = Function("queue::memcpy");
        let to = self.part(F, dst, Access::Write, dst_offset, num_bytes)?;
        let from = self.part(F, src, Access::Read, src_offset, num_bytes)?;
        if to.addr().abs_diff(from.addr()) < num_bytes {
            return Err(F.invalid("the ranges of a copy overlap"));
        }
        // SAFETY: both ranges are live memory of the context, and stay so until the command is done: both pieces wait for
        // this queue when they end.
        F.check(MEMCPY, unsafe { self.enqueue_copy(false, to, from, num_bytes) })
    }

    /// `queue::memcpy` from the host, and a wait for that copy, by `urEnqueueUSMMemcpy`.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memcpy")]
    pub fn write(&self, dst: &impl DeviceMemory, dst_offset: usize, src: &[u8]) -> Result<()> {
        const F: Function = Function("queue::memcpy");
        let to = self.part(F, dst, Access::Write, dst_offset, src.len())?;
        // SAFETY: as in `memcpy`.
        unsafe { self.copy_bytes(F, src.to_vec(), |bytes| (to, bytes)) }.map(drop)
    }

    /// `queue::memcpy` to the host, and a wait for that copy, by `urEnqueueUSMMemcpy`.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memcpy")]
    pub fn read(&self, src: &impl DeviceMemory, src_offset: usize, dst: &mut [u8]) -> Result<()> {
        const F: Function = Function("queue::memcpy");
        let from = self.part(F, src, Access::Read, src_offset, dst.len())?;
        // SAFETY: as in `memcpy`.
        dst.copy_from_slice(&unsafe { self.copy_bytes(F, vec![0; dst.len()], |bytes| (bytes, from)) }?);
        Ok(())
    }

    /// `queue::memset`, by `urEnqueueUSMFill`; it does not wait for it.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memset")]
    #[doc(alias = "queue::fill")]
    pub fn memset(&self, dst: &impl DeviceMemory, offset: usize, value: u8, num_bytes: usize) -> Result<()> {
        self.fill(dst, offset, value, num_bytes, null_mut())
    }

    /// `queue::memset`, with the event of the command that SYCL's gives: complete when it is done. Here the others give none, as
    /// Unified Runtime then need not make one.
    ///
    /// # Errors
    /// As [`memset`](Self::memset).
    #[doc(alias = "queue::memset")]
    pub fn memset_event(
        &self,
        dst: &impl DeviceMemory,
        offset: usize,
        value: u8,
        num_bytes: usize,
    ) -> Result<Event> {
        let mut handle = EventHandle::NULL;
        self.fill(dst, offset, value, num_bytes, &raw mut handle)?;
        match (handle.is_null(), num_bytes) {
            // There is no command.
            (true, 0) => return Ok(Event::default()),
            (true, _) => {
                return Err(Function("queue::memset").runtime("urEnqueueUSMFill succeeded and gave no event"));
            }
            (false, _) => {}
        }
        Ok(Event::adopt(self.get_context(), handle, EventOrigin::Command))
    }

    fn fill(
        &self,
        dst: &impl DeviceMemory,
        offset: usize,
        value: u8,
        num_bytes: usize,
        event: *mut EventHandle,
    ) -> Result<()> {
        const F: Function = Function("queue::memset");
        let to = self.part(F, dst, Access::Write, offset, num_bytes)?;
        if num_bytes == 0 {
            return Ok(());
        }
        let fill = |ur: &dyn UrIpc, queue| {
            let pattern = (&raw const value).cast();
            // SAFETY: the range is live memory of the context until the command is done, as in `memcpy`; UR takes the pattern
            // in the call; the event is null or a local variable of the caller.
            unsafe { ur.enqueue_usm_fill(queue, to, 1, pattern, num_bytes, 0, null(), event) }
        };
        F.check("urEnqueueUSMFill", self.inner.enqueue([], fill))
    }

    /// The address of a part of some memory, which from now on waits for this queue before it ends.
    fn part(
        &self,
        function: Function,
        memory: &impl DeviceMemory,
        access: Access,
        offset: usize,
        num_bytes: usize,
    ) -> Result<*mut c_void> {
        let region = memory.region(function, access)?;
        self.inner.context().require_same(function, region.context)?;
        if offset.checked_add(num_bytes).is_none_or(|end| end > region.size) {
            return Err(function.invalid(format!(
                "{num_bytes} bytes at {offset} are not all in memory of {} bytes",
                region.size
            )));
        }
        region.users.add(&self.inner);
        Ok(region.start.wrapping_byte_add(offset))
    }

    /// Copies between device and bytes of the host, and waits: `ends` gives where to and where from.
    ///
    /// The bytes are not the caller's slice: a copy that fails may have been submitted before, and if the queue cannot be waited
    /// for either, they are left behind, as the device can still be at them.
    ///
    /// # Safety
    /// The other end is valid for as many bytes until the command is done.
    unsafe fn copy_bytes(
        &self,
        function: Function,
        mut bytes: Vec<u8>,
        ends: impl FnOnce(*mut c_void) -> (*mut c_void, *mut c_void),
    ) -> Result<Vec<u8>> {
        let (dst, src) = ends(bytes.as_mut_ptr().cast());
        // SAFETY: this function's contract; the bytes stay until the command is done.
        let copied = function.check(MEMCPY, unsafe { self.enqueue_copy(true, dst, src, bytes.len()) });
        if copied.is_err() && self.inner.finish(function).is_err() {
            forget(take(&mut bytes));
        }
        copied.map(|()| bytes)
    }

    /// # Safety
    /// Both ranges are valid for these bytes until the command is done, and do not overlap.
    unsafe fn enqueue_copy(
        &self,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        num_bytes: usize,
    ) -> UrResult {
        if num_bytes == 0 {
            return UrResult::SUCCESS;
        }
        let copy = |ur: &dyn UrIpc, queue| {
            // SAFETY: this function's contract.
            unsafe { ur.enqueue_usm_memcpy(queue, blocking, dst, src, num_bytes, 0, null(), null_mut()) }
        };
        self.inner.enqueue([], copy)
    }
}
