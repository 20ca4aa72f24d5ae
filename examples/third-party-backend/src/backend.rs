//! The contract, entry point by entry point.

use crate::handle_data::SIZE;
use crate::info::{answer, list};
use crate::state::State;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ur_ipc_api::*;

/// One CPU "device" with USM memory on memfd. Commands run as they are enqueued.
pub struct TinyUr {
    state: Mutex<State>,
}

// There is one of each, so any number will do for a handle.
const ADAPTER: usize = 0x10;
const PLATFORM: usize = 0x20;
const DEVICE: usize = 0x30;

/// Leaves the function with the code unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $code:ident) => {
        if !$condition {
            return UrResult::$code;
        }
    };
}

impl TinyUr {
    /// Opens the backend.
    ///
    /// # Errors
    /// None so far; a backend on a driver says here, in words, what is missing.
    pub fn new() -> Result<Self, String> {
        Ok(Self { state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The events of a wait list have all completed, because every command has; they must exist, though.
    fn check_wait_list(&self, count: u32, list: *const EventHandle) -> UrResult {
        ensure!(list.is_null() == (count == 0), ERROR_INVALID_EVENT_WAIT_LIST);
        let state = self.state();
        for i in 0..count as usize {
            // SAFETY: UR demands `count` readable handles.
            let event = unsafe { list.add(i).read() };
            ensure!(state.events.count(event.address()).is_some(), ERROR_INVALID_EVENT_WAIT_LIST);
        }
        UrResult::SUCCESS
    }

    /// Runs a command at once and makes its event if one is wanted.
    fn run(
        &self,
        queue: QueueHandle,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
        command: impl FnOnce(),
    ) -> UrResult {
        ensure!(!queue.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(self.state().queues.count(queue.address()).is_some(), ERROR_INVALID_QUEUE);
        let waited = self.check_wait_list(count, list);
        if !waited.is_success() {
            return waited;
        }
        command();
        if !event.is_null() {
            let mut state = self.state();
            let handle = state.new_handle();
            state.events.add(handle);
            // SAFETY: not null, and writable as UR demands.
            unsafe { event.write(EventHandle::from_address(handle)) };
        }
        UrResult::SUCCESS
    }
}

impl UrIpc for TinyUr {
    fn implementation(&self) -> Implementation {
        Implementation { name: "tiny".into(), version: env!("CARGO_PKG_VERSION").into(), details: Vec::new() }
    }

    fn validates_arguments(&self) -> bool {
        true
    }

    unsafe fn adapter_get(&self, entries: u32, adapters: *mut AdapterHandle, count: *mut u32) -> UrResult {
        // SAFETY: the caller keeps UR's contract, which is that of `list`.
        unsafe { list(&[AdapterHandle::from_address(ADAPTER)], entries, adapters, count) }
    }

    unsafe fn adapter_release(&self, _: AdapterHandle) -> UrResult {
        UrResult::SUCCESS
    }

    unsafe fn loader_tear_down(&self) -> UrResult {
        UrResult::SUCCESS
    }

    unsafe fn platform_get(
        &self,
        _: AdapterHandle,
        entries: u32,
        platforms: *mut PlatformHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as above.
        unsafe { list(&[PlatformHandle::from_address(PLATFORM)], entries, platforms, count) }
    }

    unsafe fn device_get(
        &self,
        _: PlatformHandle,
        _: DeviceType,
        entries: u32,
        devices: *mut DeviceHandle,
        count: *mut u32,
    ) -> UrResult {
        // SAFETY: as above.
        unsafe { list(&[DeviceHandle::from_address(DEVICE)], entries, devices, count) }
    }

    unsafe fn device_get_info(
        &self,
        device: DeviceHandle,
        name: DeviceInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        ensure!(!device.is_null(), ERROR_INVALID_NULL_HANDLE);
        let bytes: &[u8] = match name {
            DeviceInfo::NAME => b"tiny device\0",
            DeviceInfo::VENDOR => b"a third party\0",
            DeviceInfo::DRIVER_VERSION => concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes(),
            DeviceInfo::TYPE => &DeviceType::CPU.0.to_ne_bytes(),
            DeviceInfo::IPC_MEMORY_SUPPORT_EXP => &[1],
            DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP
            | DeviceInfo::IPC_EVENT_SUPPORT_EXP
            | DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP
            | DeviceInfo::VIRTUAL_MEMORY_SUPPORT
            | DeviceInfo::ENQUEUE_HOST_TASK_SUPPORT_EXP => &[0],
            _ => return UrResult::ERROR_UNSUPPORTED_ENUMERATION,
        };
        // SAFETY: the caller keeps UR's contract, which is that of `answer`.
        unsafe { answer(bytes, size, value, size_ret) }
    }

    unsafe fn context_create(
        &self,
        count: u32,
        devices: *const DeviceHandle,
        _: *const ContextProperties,
        context: *mut ContextHandle,
    ) -> UrResult {
        ensure!(!devices.is_null() && !context.is_null(), ERROR_INVALID_NULL_POINTER);
        ensure!(count > 0, ERROR_INVALID_SIZE);
        let mut state = self.state();
        let handle = state.new_handle();
        state.contexts.add(handle);
        // SAFETY: not null, and writable as UR demands.
        unsafe { context.write(ContextHandle::from_address(handle)) };
        UrResult::SUCCESS
    }

    unsafe fn context_retain(&self, context: ContextHandle) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().contexts.retain(context.address(), UrResult::ERROR_INVALID_CONTEXT)
    }

    unsafe fn context_release(&self, context: ContextHandle) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().contexts.release(context.address(), UrResult::ERROR_INVALID_CONTEXT)
    }

    unsafe fn queue_create(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        properties: *const QueueProperties,
        queue: *mut QueueHandle,
    ) -> UrResult {
        ensure!(!context.is_null() && !device.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!queue.is_null(), ERROR_INVALID_NULL_POINTER);
        // SAFETY: null or a descriptor, as UR demands.
        let flags = unsafe { properties.as_ref() }.map_or(QueueFlags::NONE_SET, |p| p.flags);
        ensure!(!flags.contains(QueueFlags::PROFILING_ENABLE), ERROR_UNSUPPORTED_FEATURE);
        let mut state = self.state();
        ensure!(state.contexts.count(context.address()).is_some(), ERROR_INVALID_CONTEXT);
        let handle = state.new_handle();
        state.queues.add(handle);
        // SAFETY: not null, and writable as UR demands.
        unsafe { queue.write(QueueHandle::from_address(handle)) };
        UrResult::SUCCESS
    }

    unsafe fn queue_retain(&self, queue: QueueHandle) -> UrResult {
        ensure!(!queue.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().queues.retain(queue.address(), UrResult::ERROR_INVALID_QUEUE)
    }

    unsafe fn queue_release(&self, queue: QueueHandle) -> UrResult {
        ensure!(!queue.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().queues.release(queue.address(), UrResult::ERROR_INVALID_QUEUE)
    }

    unsafe fn queue_finish(&self, queue: QueueHandle) -> UrResult {
        ensure!(!queue.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(self.state().queues.count(queue.address()).is_some(), ERROR_INVALID_QUEUE);
        UrResult::SUCCESS
    }

    unsafe fn event_retain(&self, event: EventHandle) -> UrResult {
        ensure!(!event.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().events.retain(event.address(), UrResult::ERROR_INVALID_EVENT)
    }

    unsafe fn event_release(&self, event: EventHandle) -> UrResult {
        ensure!(!event.is_null(), ERROR_INVALID_NULL_HANDLE);
        self.state().events.release(event.address(), UrResult::ERROR_INVALID_EVENT)
    }

    unsafe fn event_wait(&self, count: u32, list: *const EventHandle) -> UrResult {
        ensure!(!list.is_null(), ERROR_INVALID_NULL_POINTER);
        ensure!(count > 0, ERROR_INVALID_VALUE);
        self.check_wait_list(count, list)
    }

    unsafe fn usm_device_alloc(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        _: *const UsmDesc,
        pool: UsmPoolHandle,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        ensure!(!context.is_null() && !device.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!mem.is_null(), ERROR_INVALID_NULL_POINTER);
        ensure!(pool.is_null(), ERROR_UNSUPPORTED_FEATURE);
        let mut state = self.state();
        ensure!(state.contexts.count(context.address()).is_some(), ERROR_INVALID_CONTEXT);
        match state.allocate(size) {
            Ok(base) => {
                // SAFETY: not null, and writable as UR demands.
                unsafe { mem.write(std::ptr::with_exposed_provenance_mut(base)) };
                UrResult::SUCCESS
            }
            Err(code) => code,
        }
    }

    unsafe fn usm_free(&self, context: ContextHandle, mem: *mut c_void) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!mem.is_null(), ERROR_INVALID_NULL_POINTER);
        self.state().free(mem.addr())
    }

    unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        name: UsmAllocInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!mem.is_null(), ERROR_INVALID_NULL_POINTER);
        let state = self.state();
        let found = state.containing(mem.addr());
        let bytes: Vec<u8> = match (name, found) {
            (UsmAllocInfo::TYPE, None) => UsmType::UNKNOWN.0.to_ne_bytes().into(),
            (UsmAllocInfo::TYPE, Some(_)) => UsmType::DEVICE.0.to_ne_bytes().into(),
            (UsmAllocInfo::BASE_PTR, Some((base, _))) => base.to_ne_bytes().into(),
            (UsmAllocInfo::SIZE, Some((_, allocation))) => allocation.shared.size.to_ne_bytes().into(),
            (UsmAllocInfo::DEVICE, Some(_)) => DEVICE.to_ne_bytes().into(),
            (UsmAllocInfo::BASE_PTR | UsmAllocInfo::SIZE | UsmAllocInfo::DEVICE, None) => {
                return UrResult::ERROR_INVALID_VALUE;
            }
            _ => return UrResult::ERROR_UNSUPPORTED_ENUMERATION,
        };
        // SAFETY: the caller keeps UR's contract, which is that of `answer`.
        unsafe { answer(&bytes, size, value, size_ret) }
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!mem.is_null() && !data.is_null() && !size.is_null(), ERROR_INVALID_NULL_POINTER);
        match self.state().export(mem.addr()) {
            Ok(at) => {
                // SAFETY: not null, and writable as UR demands.
                unsafe { data.write(std::ptr::with_exposed_provenance_mut(at)) };
                // SAFETY: as above.
                unsafe { size.write(SIZE) };
                UrResult::SUCCESS
            }
            Err(code) => code,
        }
    }

    unsafe fn ipc_put_mem_handle_exp(&self, context: ContextHandle, data: *mut c_void) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!data.is_null(), ERROR_INVALID_NULL_POINTER);
        self.state().put(data.addr())
    }

    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *mut c_void,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        ensure!(!context.is_null() && !device.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!data.is_null() && !mem.is_null(), ERROR_INVALID_NULL_POINTER);
        // The size first: nothing says that more than `size` bytes can be read.
        ensure!(size == SIZE, ERROR_INVALID_VALUE);
        // SAFETY: `data` has `size` readable bytes, at any alignment.
        let bytes = unsafe { data.cast::<[u8; SIZE]>().read_unaligned() };
        let mut state = self.state();
        ensure!(state.contexts.count(context.address()).is_some(), ERROR_INVALID_CONTEXT);
        match state.open(&bytes) {
            Ok(at) => {
                // SAFETY: not null, and writable as UR demands.
                unsafe { mem.write(std::ptr::with_exposed_provenance_mut(at)) };
                UrResult::SUCCESS
            }
            Err(code) => code,
        }
    }

    unsafe fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> UrResult {
        ensure!(!context.is_null(), ERROR_INVALID_NULL_HANDLE);
        ensure!(!mem.is_null(), ERROR_INVALID_NULL_POINTER);
        self.state().close(mem.addr())
    }

    unsafe fn enqueue_usm_memcpy(
        &self,
        queue: QueueHandle,
        _: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        ensure!(!dst.is_null() && !src.is_null(), ERROR_INVALID_NULL_POINTER);
        self.run(queue, count, list, event, || {
            // SAFETY: UR demands `size` bytes behind both pointers; they may overlap.
            unsafe { dst.cast::<u8>().copy_from(src.cast(), size) };
        })
    }

    unsafe fn enqueue_usm_fill(
        &self,
        queue: QueueHandle,
        mem: *mut c_void,
        pattern_size: usize,
        pattern: *const c_void,
        size: usize,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        ensure!(!mem.is_null() && !pattern.is_null(), ERROR_INVALID_NULL_POINTER);
        ensure!(pattern_size > 0 && size.is_multiple_of(pattern_size), ERROR_INVALID_SIZE);
        self.run(queue, count, list, event, || {
            for at in (0..size).step_by(pattern_size) {
                // SAFETY: UR demands `size` bytes at `mem` and `pattern_size` bytes at `pattern`.
                unsafe { mem.cast::<u8>().add(at).copy_from(pattern.cast(), pattern_size) };
            }
        })
    }

    unsafe fn enqueue_events_wait(
        &self,
        queue: QueueHandle,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        self.run(queue, count, list, event, || {})
    }

    unsafe fn enqueue_events_wait_with_barrier(
        &self,
        queue: QueueHandle,
        count: u32,
        list: *const EventHandle,
        event: *mut EventHandle,
    ) -> UrResult {
        self.run(queue, count, list, event, || {})
    }
}
