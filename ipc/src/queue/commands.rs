//! Commands with memory.

use super::Queue;
use crate::device_memory::{Access, DeviceMemory};
use crate::error::{Function, Result};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::UrIpc;

/// Offsets and sizes are in bytes. Nothing is done where the size is 0.
///
/// What a command writes while another one reads it, in this process or in another, is read old or new, byte by byte: order
/// commands by the queue or by events.
impl Queue {
    /// `queue::memcpy` between memory that devices reach, by `urEnqueueUSMMemcpy`; it does not wait for the copy.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) for a range that is not all in the memory, for memory of another context and
    /// for a mapping whose mode does not allow it; [`Errc::Runtime`](crate::Errc::Runtime) with what Unified Runtime answered.
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
        // SAFETY: both ranges are live memory of the context, and stay so until the command is done: both pieces wait for
        // this queue when they end.
        unsafe { self.enqueue_copy(F, false, to, from, num_bytes) }
    }

    /// `queue::memcpy` from the host, and a wait for that copy, by `urEnqueueUSMMemcpy`.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memcpy")]
    pub fn write(&self, dst: &impl DeviceMemory, dst_offset: usize, src: &[u8]) -> Result<()> {
        const F: Function = Function("queue::memcpy");
        let to = self.part(F, dst, Access::Write, dst_offset, src.len())?;
        // SAFETY: as in `memcpy`; the slice lasts as long as this call, which waits.
        unsafe { self.enqueue_copy(F, true, to, src.as_ptr().cast(), src.len()) }
    }

    /// `queue::memcpy` to the host, and a wait for that copy, by `urEnqueueUSMMemcpy`.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memcpy")]
    pub fn read(&self, src: &impl DeviceMemory, src_offset: usize, dst: &mut [u8]) -> Result<()> {
        const F: Function = Function("queue::memcpy");
        let from = self.part(F, src, Access::Read, src_offset, dst.len())?;
        // SAFETY: as in `memcpy`; the slice is this call's alone as long as it lasts, and any byte is a `u8`.
        unsafe { self.enqueue_copy(F, true, dst.as_mut_ptr().cast(), from, dst.len()) }
    }

    /// `queue::memset`, by `urEnqueueUSMFill`; it does not wait for it.
    ///
    /// # Errors
    /// As [`memcpy`](Self::memcpy).
    #[doc(alias = "queue::memset")]
    #[doc(alias = "queue::fill")]
    pub fn memset(&self, dst: &impl DeviceMemory, offset: usize, value: u8, num_bytes: usize) -> Result<()> {
        const F: Function = Function("queue::memset");
        let to = self.part(F, dst, Access::Write, offset, num_bytes)?;
        if num_bytes == 0 {
            return Ok(());
        }
        let fill = |ur: &dyn UrIpc, queue| {
            let pattern = (&raw const value).cast();
            // SAFETY: the range is live memory of the context until the command is done, as in `memcpy`; UR takes the pattern
            // in the call.
            unsafe { ur.enqueue_usm_fill(queue, to, 1, pattern, num_bytes, 0, null(), null_mut()) }
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

    /// # Safety
    /// Both ranges are valid for these bytes until the command is done, or until this returns if it is `blocking`.
    unsafe fn enqueue_copy(
        &self,
        function: Function,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        num_bytes: usize,
    ) -> Result<()> {
        if num_bytes == 0 {
            return Ok(());
        }
        let copy = |ur: &dyn UrIpc, queue| {
            // SAFETY: this function's contract.
            unsafe { ur.enqueue_usm_memcpy(queue, blocking, dst, src, num_bytes, 0, null(), null_mut()) }
        };
        let result = self.inner.enqueue([], copy);
        if blocking && !result.is_success() {
            // It may have been submitted before it failed: no slice is given back while the device can be at it. A queue that
            // cannot even be waited for is lost, and runs nothing any more.
            let _ = self.inner.finish(function);
        }
        function.check("urEnqueueUSMMemcpy", result)
    }
}
