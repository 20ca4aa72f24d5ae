//! The commands of the programs.

use crate::user::{Made, Step, User};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::{EventHandle, QueueHandle, UrIpc};

/// The events that a command waits for, as UR takes them.
fn list(waits: &[EventHandle]) -> (u32, *const EventHandle) {
    let count = u32::try_from(waits.len()).expect("a few");
    (count, if waits.is_empty() { null() } else { waits.as_ptr() })
}

// In all of these the pointers are to memory of the backend or of the program, which outlives the command.
impl User<'_> {
    /// Copies and waits for it.
    pub fn copy(&self, queue: QueueHandle, to: *mut c_void, from: *const c_void, size: usize) -> Step {
        // SAFETY: both ranges have this size.
        let result =
            unsafe { self.ur.enqueue_usm_memcpy(queue, true, to, from, size, 0, null(), null_mut()) };
        self.call("urEnqueueUSMMemcpy", result)
    }

    /// Reads memory of the device, and compares it.
    pub fn compare(&self, queue: QueueHandle, from: *const c_void, expected: &[u8]) -> Step {
        let mut found = vec![0u8; expected.len()];
        self.copy(queue, found.as_mut_ptr().cast(), from, found.len())?;
        self.expect("contents", &*found, expected);
        Ok(())
    }

    /// Fills.
    pub fn fill(
        &self,
        queue: QueueHandle,
        memory: *mut c_void,
        pattern: &[u8],
        size: usize,
        waits: &[EventHandle],
    ) -> Step<Made<'_, EventHandle>> {
        let (count, waits) = list(waits);
        // SAFETY: the pattern and the list are as long as said.
        let event = self.output("urEnqueueUSMFill", |out| unsafe {
            let (data, length) = (pattern.as_ptr().cast(), pattern.len());
            self.ur.enqueue_usm_fill(queue, memory, length, data, size, count, waits, out)
        })?;
        Ok(self.released(event))
    }

    /// Waits in the queue for events.
    pub fn order(&self, queue: QueueHandle, waits: &[EventHandle]) -> Step<Made<'_, EventHandle>> {
        let (count, waits) = list(waits);
        // SAFETY: the list is as long as said.
        let event = self.output("urEnqueueEventsWait", |out| unsafe {
            self.ur.enqueue_events_wait(queue, count, waits, out)
        })?;
        Ok(self.released(event))
    }

    /// Signals an event that can be signalled again and again.
    pub fn signal(&self, queue: QueueHandle, event: EventHandle, waits: &[EventHandle]) -> Step {
        let (count, waits) = list(waits);
        let mut signalled = event;
        // SAFETY: the list is as long as said; the event is in and out.
        let result = unsafe {
            let out = &raw mut signalled;
            self.ur.enqueue_events_wait_with_barrier_ext(queue, null(), count, waits, out)
        };
        self.expect("the event after its signal", signalled, event);
        self.call("urEnqueueEventsWaitWithBarrierExt", result)
    }

    /// Records a time stamp.
    pub fn record_time(&self, queue: QueueHandle) -> Step<Made<'_, EventHandle>> {
        // SAFETY: no events to wait for.
        let event = self.output("urEnqueueTimestampRecordingExp", |out| unsafe {
            self.ur.enqueue_timestamp_recording_exp(queue, true, 0, null(), out)
        })?;
        Ok(self.released(event))
    }

    /// Calls a function of the host.
    pub fn host_task(&self, queue: QueueHandle, waits: &[EventHandle]) -> Step<Made<'_, EventHandle>> {
        unsafe extern "C" fn nothing(_: *mut c_void) {}
        let (count, waits) = list(waits);
        // SAFETY: the list is as long as said; the function takes anything.
        let event = self.output("urEnqueueHostTaskExp", |out| unsafe {
            self.ur.enqueue_host_task_exp(queue, Some(nothing), null_mut(), null(), count, waits, out)
        })?;
        Ok(self.released(event))
    }

    /// Waits for events.
    pub fn wait(&self, events: &[EventHandle]) -> Step {
        let (count, events) = list(events);
        // SAFETY: the list is as long as said.
        self.call("urEventWait", unsafe { self.ur.event_wait(count, events) })
    }

    /// Waits for a queue.
    pub fn finish(&self, queue: QueueHandle) -> Step {
        // SAFETY: a handle is enough.
        self.call("urQueueFinish", unsafe { self.ur.queue_finish(queue) })
    }
}
