//! The GPU of the tests: a device with a context, and short forms of the calls.

use core::ffi::c_void;
use core::ptr;
use std::sync::mpsc::{Receiver, Sender, channel};

use level_zero_sys::*;

use crate::support::{call, devices, driver, open};

pub const SUCCESS: ze_result_t = ze_result_t::ZE_RESULT_SUCCESS;
pub const NOT_READY: ze_result_t = ze_result_t::ZE_RESULT_NOT_READY;
pub const INVALID: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
pub const PAGE: usize = 64 * 1024;
/// Longer than anything takes that comes at all.
pub const SOON: u64 = 20_000_000_000;

/// A device and a context for it. Ends the context when dropped.
pub struct Gpu {
    pub library: Library,
    pub device: ze_device_handle_t,
    pub context: ze_context_handle_t,
}

impl Gpu {
    pub fn new() -> Self {
        let library = open();
        let driver = driver(&library);
        let device = devices(&library, driver)[0];
        let desc = ze_context_desc_t::new();
        let mut context = ze_context_handle_t::NULL;
        assert_eq!(call!(library, zeContextCreate(driver, &desc, &mut context)), SUCCESS);
        Self { library, device, context }
    }

    /// Device memory.
    pub fn memory(&self, size: usize) -> *mut u8 {
        let desc = ze_device_mem_alloc_desc_t::new();
        let mut memory = ptr::null_mut();
        let result =
            call!(self.library, zeMemAllocDevice(self.context, &desc, size, 0, self.device, &mut memory));
        assert_eq!(result, SUCCESS);
        memory.cast()
    }

    pub fn free(&self, memory: *mut u8) {
        assert_eq!(call!(self.library, zeMemFree(self.context, memory.cast())), SUCCESS);
    }

    pub fn memory_handle(&self, memory: *const u8) -> Result<ze_ipc_mem_handle_t, ze_result_t> {
        let mut handle = ze_ipc_mem_handle_t::default();
        call!(self.library, zeMemGetIpcHandle(self.context, memory.cast(), &mut handle)).ok()?;
        Ok(handle)
    }

    pub fn put(&self, handle: ze_ipc_mem_handle_t) -> ze_result_t {
        call!(self.library, zeMemPutIpcHandle(self.context, handle))
    }

    pub fn open(&self, handle: ze_ipc_mem_handle_t) -> Result<*mut u8, ze_result_t> {
        let (flags, mut memory) = (ze_ipc_memory_flags_t(0), ptr::null_mut());
        call!(self.library, zeMemOpenIpcHandle(self.context, self.device, handle, flags, &mut memory))
            .ok()?;
        Ok(memory.cast())
    }

    pub fn close(&self, memory: *mut u8) -> ze_result_t {
        call!(self.library, zeMemCloseIpcHandle(self.context, memory.cast()))
    }

    pub fn list(&self, flags: ze_command_queue_flags_t) -> ze_command_list_handle_t {
        let mut desc = ze_command_queue_desc_t::new();
        desc.flags = flags;
        desc.mode = ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
        let mut list = ze_command_list_handle_t::NULL;
        let result =
            call!(self.library, zeCommandListCreateImmediate(self.context, self.device, &desc, &mut list));
        assert_eq!(result, SUCCESS);
        list
    }

    pub fn in_order_list(&self) -> ze_command_list_handle_t {
        self.list(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER)
    }

    pub fn synchronize(&self, list: ze_command_list_handle_t, timeout: u64) -> ze_result_t {
        call!(self.library, zeCommandListHostSynchronize(list, timeout))
    }

    pub fn destroy_list(&self, list: ze_command_list_handle_t) {
        assert_eq!(call!(self.library, zeCommandListDestroy(list)), SUCCESS);
    }

    pub fn copy(&self, list: ze_command_list_handle_t, to: *mut u8, from: *const u8, size: usize) {
        let none = ze_event_handle_t::NULL;
        let result = call!(
            self.library,
            zeCommandListAppendMemoryCopy(list, to.cast(), from.cast(), size, none, 0, ptr::null_mut())
        );
        assert_eq!(result, SUCCESS);
    }

    pub fn signal(&self, list: ze_command_list_handle_t, event: ze_event_handle_t) -> ze_result_t {
        call!(self.library, zeCommandListAppendSignalEvent(list, event))
    }

    pub fn wait(&self, list: ze_command_list_handle_t, mut event: ze_event_handle_t) {
        assert_eq!(call!(self.library, zeCommandListAppendWaitOnEvents(list, 1, &mut event)), SUCCESS);
    }

    /// A counter-based event; flags besides the usual ones.
    pub fn event(&self, more: ze_event_counter_based_flags_t) -> ze_event_handle_t {
        self.try_event(more).expect("the flags are known")
    }

    pub fn try_event(&self, more: ze_event_counter_based_flags_t) -> Result<ze_event_handle_t, ze_result_t> {
        let mut desc = ze_event_counter_based_desc_t::new();
        desc.flags = ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
            | ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE
            | more;
        let mut event = ze_event_handle_t::NULL;
        call!(self.library, zeEventCounterBasedCreate(self.context, self.device, &desc, &mut event)).ok()?;
        Ok(event)
    }

    pub fn shareable_event(&self) -> ze_event_handle_t {
        self.event(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IPC)
    }

    pub fn status(&self, event: ze_event_handle_t) -> ze_result_t {
        call!(self.library, zeEventQueryStatus(event))
    }

    pub fn wait_on_host(&self, event: ze_event_handle_t, timeout: u64) -> ze_result_t {
        call!(self.library, zeEventHostSynchronize(event, timeout))
    }

    pub fn destroy_event(&self, event: ze_event_handle_t) -> ze_result_t {
        call!(self.library, zeEventDestroy(event))
    }

    pub fn event_handle(
        &self,
        event: ze_event_handle_t,
    ) -> Result<ze_ipc_event_counter_based_handle_t, ze_result_t> {
        let mut handle = ze_ipc_event_counter_based_handle_t::default();
        call!(self.library, zeEventCounterBasedGetIpcHandle(event, &mut handle)).ok()?;
        Ok(handle)
    }

    pub fn open_event(
        &self,
        handle: ze_ipc_event_counter_based_handle_t,
    ) -> Result<ze_event_handle_t, ze_result_t> {
        let mut event = ze_event_handle_t::NULL;
        call!(self.library, zeEventCounterBasedOpenIpcHandle(self.context, handle, &mut event)).ok()?;
        Ok(event)
    }

    pub fn close_event(&self, event: ze_event_handle_t) -> ze_result_t {
        call!(self.library, zeEventCounterBasedCloseIpcHandle(event))
    }

    /// Appends a command that lasts until the gate is opened.
    pub fn gate(&self, list: ze_command_list_handle_t) -> Gate {
        let (open, wait) = channel();
        let data = Box::into_raw(Box::new(wait)).cast();
        let none = ze_event_handle_t::NULL;
        let result = call!(
            self.library,
            zeCommandListAppendHostFunction(list, Some(pass), data, ptr::null(), none, 0, ptr::null_mut())
        );
        assert_eq!(result, SUCCESS);
        Gate(open)
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        assert_eq!(call!(self.library, zeContextDestroy(self.context)), SUCCESS);
    }
}

/// Holds a command back until it is dropped.
pub struct Gate(#[expect(dead_code, reason = "held for its lifetime")] Sender<()>);

unsafe extern "C" fn pass(data: *mut c_void) {
    // SAFETY: the one call with the data of one gate.
    let gate = unsafe { Box::from_raw(data.cast::<Receiver<()>>()) };
    // The other end sends nothing; it is dropped.
    let _ = gate.recv();
}
