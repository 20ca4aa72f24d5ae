//! The setup of the tests: a backend with one context and queue, and short forms of the calls.

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::mpsc::{Receiver, Sender, channel};
use ur_ipc_api::*;
use ur_ipc_host::{HostBackend, Profile};

pub struct Setup {
    pub ur: HostBackend,
    pub devices: Vec<DeviceHandle>,
    pub device: DeviceHandle,
    pub context: ContextHandle,
    pub queue: QueueHandle,
}

pub fn setup() -> Setup {
    setup_with("default")
}

pub fn setup_with(profile: &str) -> Setup {
    let ur = HostBackend::new(Profile::named(profile).expect("a known profile")).expect("a capable kernel");
    let devices = devices(&ur);
    let context = context(&ur, &devices);
    let queue = queue(&ur, context, devices[0], QueueFlags::NONE_SET);
    Setup { device: devices[0], devices, context, queue, ur }
}

pub fn devices(ur: &HostBackend) -> Vec<DeviceHandle> {
    let (mut adapter, mut platform) = (AdapterHandle::NULL, PlatformHandle::NULL);
    let mut count = 0;
    // SAFETY: all outputs are live and have room for what is asked for.
    unsafe {
        ok(ur.adapter_get(1, &raw mut adapter, null_mut()));
        ok(ur.platform_get(adapter, 1, &raw mut platform, null_mut()));
        ok(ur.device_get(platform, DeviceType::ALL, 0, null_mut(), &raw mut count));
        let mut devices = vec![DeviceHandle::NULL; count as usize];
        if count > 0 {
            ok(ur.device_get(platform, DeviceType::ALL, count, devices.as_mut_ptr(), null_mut()));
        }
        devices
    }
}

pub fn context(ur: &HostBackend, devices: &[DeviceHandle]) -> ContextHandle {
    let mut context = ContextHandle::NULL;
    let count = u32::try_from(devices.len()).expect("few devices");
    // SAFETY: the array and the output are live.
    ok(unsafe { ur.context_create(count, devices.as_ptr(), null(), &raw mut context) });
    context
}

pub fn queue(
    ur: &HostBackend,
    context: ContextHandle,
    device: DeviceHandle,
    flags: QueueFlags,
) -> QueueHandle {
    let mut queue = QueueHandle::NULL;
    let properties = QueueProperties::new(flags);
    // SAFETY: the descriptor and the output are live.
    ok(unsafe { ur.queue_create(context, device, &raw const properties, &raw mut queue) });
    queue
}

#[track_caller]
pub fn ok(result: UrResult) {
    assert_eq!(result, UrResult::SUCCESS);
}

/// A handle as Get gave it.
pub struct Handle {
    pub data: *mut c_void,
    pub size: usize,
}

impl Handle {
    pub fn get(call: impl FnOnce(*mut *mut c_void, *mut usize) -> UrResult) -> Self {
        let mut handle = Self { data: null_mut(), size: 0 };
        ok(call(&raw mut handle.data, &raw mut handle.size));
        assert!(!handle.data.is_null() && handle.size > 0);
        handle
    }

    pub fn bytes(&self) -> Vec<u8> {
        // SAFETY: Get gave a buffer of this size, which is not put yet.
        unsafe { std::slice::from_raw_parts(self.data.cast::<u8>(), self.size) }.to_vec()
    }
}

impl Setup {
    pub fn alloc(&self, size: usize) -> *mut c_void {
        self.alloc_from(UsmPoolHandle::NULL, size)
    }

    pub fn alloc_from(&self, pool: UsmPoolHandle, size: usize) -> *mut c_void {
        let mut mem = null_mut();
        // SAFETY: the output is live.
        ok(unsafe { self.ur.usm_device_alloc(self.context, self.device, null(), pool, size, &raw mut mem) });
        mem
    }

    pub fn free(&self, mem: *mut c_void) {
        // SAFETY: any pointer is checked.
        ok(unsafe { self.ur.usm_free(self.context, mem) });
    }

    pub fn copy(&self, to: *mut c_void, from: *const c_void, size: usize) -> UrResult {
        // SAFETY: the tests pass live host memory or device addresses.
        unsafe { self.ur.enqueue_usm_memcpy(self.queue, true, to, from, size, 0, null(), null_mut()) }
    }

    #[track_caller]
    pub fn write(&self, to: *mut c_void, bytes: &[u8]) {
        ok(self.copy(to, bytes.as_ptr().cast(), bytes.len()));
    }

    #[track_caller]
    pub fn read(&self, from: *const c_void, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        ok(self.copy(bytes.as_mut_ptr().cast(), from, size));
        bytes
    }

    pub fn get_mem(&self, mem: *mut c_void) -> Handle {
        // SAFETY: the outputs are live.
        Handle::get(|data, size| unsafe { self.ur.ipc_get_mem_handle_exp(self.context, mem, data, size) })
    }

    pub fn put_mem(&self, handle: &Handle) -> UrResult {
        // SAFETY: any pointer is checked.
        unsafe { self.ur.ipc_put_mem_handle_exp(self.context, handle.data) }
    }

    pub fn open_mem(&self, bytes: &[u8]) -> Result<*mut c_void, UrResult> {
        let mut mem = null_mut();
        let data = bytes.as_ptr().cast_mut().cast();
        // SAFETY: the bytes are live, and are not written to.
        let result = unsafe {
            self.ur.ipc_open_mem_handle_exp(self.context, self.device, data, bytes.len(), &raw mut mem)
        };
        if result.is_success() { Ok(mem) } else { Err(result) }
    }

    pub fn close_mem(&self, mem: *mut c_void) -> UrResult {
        // SAFETY: any pointer is checked.
        unsafe { self.ur.ipc_close_mem_handle_exp(self.context, mem) }
    }

    pub fn event(&self, flags: ExpEventFlags) -> EventHandle {
        let mut event = EventHandle::NULL;
        let desc = ExpEventDesc::new(flags);
        // SAFETY: the descriptor and the output are live.
        ok(unsafe { self.ur.event_create_exp(self.context, self.device, &raw const desc, &raw mut event) });
        event
    }

    pub fn get_event(&self, event: EventHandle) -> Handle {
        // SAFETY: the outputs are live.
        Handle::get(|data, size| unsafe { self.ur.ipc_get_event_handle_exp(event, data, size) })
    }

    pub fn put_event(&self, handle: &Handle) -> UrResult {
        // SAFETY: any pointer is checked.
        unsafe { self.ur.ipc_put_event_handle_exp(self.context, handle.data) }
    }

    pub fn open_event(&self, bytes: &[u8]) -> Result<EventHandle, UrResult> {
        let mut event = EventHandle::NULL;
        // SAFETY: the bytes and the output are live.
        let result = unsafe {
            self.ur.ipc_open_event_handle_exp(
                self.context,
                bytes.as_ptr().cast(),
                bytes.len(),
                &raw mut event,
            )
        };
        if result.is_success() { Ok(event) } else { Err(result) }
    }

    /// Enqueues a barrier that signals the event, after those of the list.
    #[track_caller]
    pub fn signal(&self, queue: QueueHandle, event: EventHandle, after: &[EventHandle]) {
        let mut signalled = event;
        let list = if after.is_empty() { null() } else { after.as_ptr() };
        let count = u32::try_from(after.len()).expect("few events");
        // SAFETY: the list and the event are live.
        let result = unsafe {
            self.ur.enqueue_events_wait_with_barrier_ext(queue, null(), count, list, &raw mut signalled)
        };
        ok(result);
        assert_eq!(signalled, event);
    }

    #[track_caller]
    pub fn wait(&self, event: EventHandle) {
        // SAFETY: the event is live.
        ok(unsafe { self.ur.event_wait(1, &raw const event) });
    }

    pub fn finish(&self) {
        // SAFETY: any handle is checked.
        ok(unsafe { self.ur.queue_finish(self.queue) });
    }

    #[track_caller]
    pub fn status(&self, event: EventHandle) -> EventStatus {
        let mut status = EventStatus(99);
        let out = (&raw mut status).cast();
        // SAFETY: the output has the size of the status.
        ok(unsafe { self.ur.event_get_info(event, EventInfo::COMMAND_EXECUTION_STATUS, 4, out, null_mut()) });
        status
    }

    pub fn release_event(&self, event: EventHandle) {
        // SAFETY: any handle is checked.
        ok(unsafe { self.ur.event_release(event) });
    }

    pub fn free_memory(&self) -> u64 {
        let mut free = 0u64;
        let out = (&raw mut free).cast();
        // SAFETY: the output has the size of the answer.
        ok(unsafe { self.ur.device_get_info(self.device, DeviceInfo::GLOBAL_MEM_FREE, 8, out, null_mut()) });
        free
    }

    /// Holds the queue until the gate is dropped.
    pub fn hold(&self, queue: QueueHandle) -> Gate {
        unsafe extern "C" fn wait(data: *mut c_void) {
            // SAFETY: the box was made below for this one call.
            let gate = unsafe { Box::from_raw(data.cast::<Receiver<()>>()) };
            // An error is the gate's end, which is what it waits for.
            let _ = gate.recv();
        }
        let (gate, held) = channel();
        let data = Box::into_raw(Box::new(held)).cast();
        // SAFETY: the function takes the box over.
        let result =
            unsafe { self.ur.enqueue_host_task_exp(queue, Some(wait), data, null(), 0, null(), null_mut()) };
        ok(result);
        Gate { _sender: gate }
    }
}

/// An open end that holds a queue.
pub struct Gate {
    _sender: Sender<()>,
}

/// Asserts that no descriptor is left behind by any number of cycles. Other tests of the process open some for a
/// moment, so a count may be disturbed, but not again and again.
#[track_caller]
pub fn assert_stable(cycle: impl Fn()) {
    let count = || std::fs::read_dir("/proc/self/fd").expect("proc").count();
    let grown = (0..5).all(|_| {
        cycle();
        let before = count();
        for _ in 0..200 {
            cycle();
        }
        count() >= before + 200
    });
    assert!(!grown, "every cycle leaves a descriptor behind");
}
