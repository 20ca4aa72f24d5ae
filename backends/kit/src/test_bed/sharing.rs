//! Each family once between two processes: the process that opens the handle.

use super::{OK, TestBed};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_api::*;

/// The bytes of a handle as text, for an argument or a variable of the other process.
///
/// # Safety
/// They are what Get gave, and have not been put.
pub unsafe fn text_of_handle(data: *const c_void, size: usize) -> String {
    // SAFETY: so many bytes are live, as the caller says.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) };
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl<B: UrIpc> TestBed<B> {
    /// Opens the handle of an object of this family, `memory`, `physical` or `event`: memory is 1 in its first 64 bytes, and
    /// 9 afterwards, physical memory in all of its `granule` bytes; an event is not signalled yet.
    pub fn consume(&self, family: &str, handle: &str, granule: usize) {
        let digits = handle.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("hex"));
        let mut bytes: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).expect("hex")).collect();
        let (data, size) = (bytes.as_mut_ptr().cast::<c_void>(), bytes.len());
        match family {
            "memory" => self.consume_memory(data, size),
            "physical" => self.consume_physical(data, size, granule),
            "event" => self.consume_event(data, size),
            other => panic!("no family {other}"),
        }
    }

    fn consume_memory(&self, data: *mut c_void, size: usize) {
        let (mut first, mut second) = (null_mut(), null_mut());
        // SAFETY: every output is a local variable; what is used is live.
        unsafe {
            let (ur, context, device) = (&self.ur, self.context, self.device);
            assert_eq!(ur.ipc_open_mem_handle_exp(context, device, data, size, &raw mut first), OK);
            assert_eq!(ur.ipc_open_mem_handle_exp(context, device, data, size, &raw mut second), OK);
            assert_eq!(self.read(first, 64), [1; 64]);
            assert_eq!(ur.ipc_close_mem_handle_exp(context, first), OK);
            self.fill(self.queue, second, &[9], 64);
            self.finish(self.queue);
            assert_eq!(ur.ipc_close_mem_handle_exp(context, second), OK);
            assert_eq!(ur.ipc_close_mem_handle_exp(context, second), UrResult::ERROR_INVALID_VALUE);
        }
    }

    fn consume_physical(&self, data: *mut c_void, size: usize, granule: usize) {
        let mut import = PhysicalMemHandle::NULL;
        // SAFETY: every output is a local variable; what is used is live.
        unsafe {
            let (ur, context, device) = (&self.ur, self.context, self.device);
            assert_eq!(ur.ipc_open_phys_mem_handle_exp(context, device, data, size, &raw mut import), OK);
            let start = self.map(import, granule);
            assert_eq!(self.read(start, 64), [1; 64]);
            self.fill(self.queue, start, &[9], granule);
            self.finish(self.queue);
            assert_eq!(ur.virtual_mem_unmap(context, start, granule), OK);
            assert_eq!(ur.virtual_mem_free(context, start, granule), OK);
            assert_eq!(ur.ipc_close_phys_mem_handle_exp(context, import), OK);
        }
    }

    fn consume_event(&self, data: *mut c_void, size: usize) {
        let mut import = EventHandle::NULL;
        // SAFETY: every output is a local variable; what is used is live.
        unsafe {
            assert_eq!(self.ur.ipc_open_event_handle_exp(self.context, data, size, &raw mut import), OK);
            assert_eq!(self.status(import), EventStatus::SUBMITTED.0);
            assert_eq!(self.ur.event_release(import), OK);
        }
    }
}
