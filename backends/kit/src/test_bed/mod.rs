//! A backend with a context and a queue, for tests of backends: every call must succeed, or the test panics.

mod sharing;

pub use sharing::text_of_handle;

use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::mpsc::{Receiver, Sender, channel};
use ur_ipc_api::*;

/// The result of calls that do their work.
pub const OK: UrResult = UrResult::SUCCESS;

/// A backend with a context and a queue on its first device.
pub struct TestBed<B> {
    /// The backend.
    pub ur: B,
    /// Its first device.
    pub device: DeviceHandle,
    /// A context of that device.
    pub context: ContextHandle,
    /// A queue of that context.
    pub queue: QueueHandle,
}

#[expect(
    clippy::not_unsafe_ptr_arg_deref,
    reason = "for tests alone, which answer for the ranges that they pass"
)]
impl<B: UrIpc> TestBed<B> {
    /// A context and a queue on the first device of the backend.
    pub fn on(ur: B) -> Self {
        let (mut adapter, mut platform) = (AdapterHandle::NULL, PlatformHandle::NULL);
        let (mut device, mut context) = (DeviceHandle::NULL, ContextHandle::NULL);
        // SAFETY: every output is a local variable.
        unsafe {
            assert_eq!(ur.adapter_get(1, &raw mut adapter, null_mut()), OK);
            assert_eq!(ur.platform_get(adapter, 1, &raw mut platform, null_mut()), OK);
            assert_eq!(ur.device_get(platform, DeviceType::GPU, 1, &raw mut device, null_mut()), OK);
            assert_eq!(ur.context_create(1, &raw const device, null(), &raw mut context), OK);
        }
        let mut test_bed = Self { ur, device, context, queue: QueueHandle::NULL };
        test_bed.queue = test_bed.queue();
        test_bed
    }

    /// Another queue of the context.
    pub fn queue(&self) -> QueueHandle {
        let mut queue = QueueHandle::NULL;
        // SAFETY: the output is a local variable.
        let created = unsafe { self.ur.queue_create(self.context, self.device, null(), &raw mut queue) };
        assert_eq!(created, OK);
        queue
    }

    /// The answer of a query with a boolean.
    pub fn has(&self, info: DeviceInfo) -> bool {
        let mut answer = 9_u8;
        // SAFETY: the output is a local variable of 1 byte.
        let asked =
            unsafe { self.ur.device_get_info(self.device, info, 1, (&raw mut answer).cast(), null_mut()) };
        assert_eq!(asked, OK);
        answer == 1
    }

    /// Device memory of this many bytes.
    pub fn allocate(&self, size: usize) -> *mut c_void {
        let mut mem = null_mut();
        // SAFETY: the output is a local variable.
        let allocated = unsafe {
            self.ur.usm_device_alloc(
                self.context,
                self.device,
                null(),
                UsmPoolHandle::NULL,
                size,
                &raw mut mem,
            )
        };
        assert_eq!(allocated, OK);
        mem
    }

    /// Physical memory of this many bytes that can be exported.
    pub fn physical(&self, size: usize) -> PhysicalMemHandle {
        let mut physical = PhysicalMemHandle::NULL;
        assert_eq!(self.create_physical(size, &mut physical), OK);
        physical
    }

    /// The call that makes such memory.
    pub fn create_physical(&self, size: usize, out: &mut PhysicalMemHandle) -> UrResult {
        let properties = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);
        // SAFETY: the output and the properties are live.
        unsafe { self.ur.physical_mem_create(self.context, self.device, size, &raw const properties, out) }
    }

    /// An event that can be exported.
    pub fn event(&self) -> EventHandle {
        let mut event = EventHandle::NULL;
        assert_eq!(self.create_event(&mut event), OK);
        event
    }

    /// The call that makes such an event.
    pub fn create_event(&self, out: &mut EventHandle) -> UrResult {
        let desc = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
        // SAFETY: the output and the description are live.
        unsafe { self.ur.event_create_exp(self.context, self.device, &raw const desc, out) }
    }

    /// Signals an event behind what the queue has.
    pub fn signal(&self, queue: QueueHandle, mut event: EventHandle) {
        assert_eq!(self.enqueue_signal(queue, &mut event), OK);
    }

    /// The call that signals an event.
    pub fn enqueue_signal(&self, queue: QueueHandle, event: &mut EventHandle) -> UrResult {
        // SAFETY: the in/out event is live.
        unsafe { self.ur.enqueue_events_wait_with_barrier_ext(queue, null(), 0, null(), event) }
    }

    /// Waits for an event.
    pub fn wait(&self, event: EventHandle) {
        // SAFETY: the list is a local variable.
        assert_eq!(unsafe { self.ur.event_wait(1, &raw const event) }, OK);
    }

    /// Copies bytes; both ranges are live until the queue is finished.
    pub fn copy(
        &self,
        queue: QueueHandle,
        blocking: bool,
        dst: *mut c_void,
        src: *const c_void,
        size: usize,
    ) {
        // SAFETY: tests pass live ranges of this size and keep them until the queue is finished.
        let copied =
            unsafe { self.ur.enqueue_usm_memcpy(queue, blocking, dst, src, size, 0, null(), null_mut()) };
        assert_eq!(copied, OK);
    }

    /// Waits for a queue.
    pub fn finish(&self, queue: QueueHandle) {
        // SAFETY: a handle is looked up.
        assert_eq!(unsafe { self.ur.queue_finish(queue) }, OK);
    }

    /// Fills a range, live until the queue is finished, with a pattern.
    pub fn fill(&self, queue: QueueHandle, mem: *mut c_void, pattern: &[u8], size: usize) {
        // SAFETY: tests pass a live range of this size.
        let filled = unsafe {
            self.ur.enqueue_usm_fill(
                queue,
                mem,
                pattern.len(),
                pattern.as_ptr().cast(),
                size,
                0,
                null(),
                null_mut(),
            )
        };
        assert_eq!(filled, OK);
    }

    /// Bytes of device memory.
    pub fn read(&self, mem: *const c_void, size: usize) -> Vec<u8> {
        let mut bytes = vec![0; size];
        self.copy(self.queue, true, bytes.as_mut_ptr().cast(), mem, size);
        bytes
    }

    /// Maps a whole object where there is room.
    pub fn map(&self, object: PhysicalMemHandle, size: usize) -> *mut c_void {
        let mut start = null_mut();
        let access = VirtualMemAccessFlags::READ_WRITE;
        // SAFETY: the output is a local variable; the object has this size.
        unsafe {
            assert_eq!(self.ur.virtual_mem_reserve(self.context, null(), size, &raw mut start), OK);
            assert_eq!(self.ur.virtual_mem_map(self.context, start, size, object, 0, access), OK);
        }
        start
    }

    /// Holds a queue until the answer is dropped or sent to.
    pub fn hold(&self, queue: QueueHandle) -> Sender<()> {
        unsafe extern "C" fn wait(data: *mut c_void) {
            // SAFETY: made by `Box::into_raw` below, used once.
            let gate = unsafe { Box::from_raw(data.cast::<Receiver<()>>()) };
            let _ = gate.recv();
        }
        let (open, gate) = channel();
        let data = Box::into_raw(Box::new(gate)).cast();
        // SAFETY: the function takes this argument.
        let held =
            unsafe { self.ur.enqueue_host_task_exp(queue, Some(wait), data, null(), 0, null(), null_mut()) };
        assert_eq!(held, OK);
        open
    }

    /// An event's `UR_EVENT_INFO_COMMAND_EXECUTION_STATUS`.
    pub fn status(&self, event: EventHandle) -> u32 {
        let mut status = u32::MAX;
        let name = EventInfo::COMMAND_EXECUTION_STATUS;
        // SAFETY: the output is a local variable of 4 bytes.
        let asked = unsafe { self.ur.event_get_info(event, name, 4, (&raw mut status).cast(), null_mut()) };
        assert_eq!(asked, OK);
        status
    }
}
