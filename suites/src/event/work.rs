//! Device work around events: what is to happen before a signal, and what is to wait for it.

use super::calls::{finished, submit_signal};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{EventHandle, QueueFlags};
use ur_ipc_fixtures::objects::{Context, DeviceMemory, Event, Queue, check_bytes};
use ur_ipc_fixtures::{BlockedCalls, CleanUp, DevicePtr, Gate, TestContext, TestResult};

/// Bytes that a [`Reader`] copies, and that checks look at.
const PAGE: usize = 4096;

/// Completes the sentence "urQueueFinish returned while ...".
pub(super) const LIST_HELD: &str =
    "a command of the queue had an event in its wait list whose signal was held back";

/// The content of a [`Reader`]'s target before the copy.
const BEFORE: u8 = 0xee;

/// Work that takes a while, on a queue of its own, over memory of [`Work::SIZE`] bytes.
pub(super) struct Work {
    t: TestContext,
    // Fields drop in this order.
    queue: Queue,
    side: Queue,
    memory: DeviceMemory,
}

impl Work {
    /// Bytes of the memory.
    pub(super) const SIZE: usize = 4 << 20;

    /// Work on memory of its own, by an in-order queue.
    #[track_caller]
    pub(super) fn new(t: &TestContext, context: &Context) -> TestResult<Self> {
        Self::over(t, context, context.memory(Self::SIZE)?)
    }

    /// Work on this memory, its own or an import, by an in-order queue.
    #[track_caller]
    pub(super) fn over(t: &TestContext, context: &Context, memory: DeviceMemory) -> TestResult<Self> {
        Self::over_by(t, context, memory, QueueFlags::NONE_SET)
    }

    /// Work on memory of its own, by a queue with these flags.
    #[track_caller]
    pub(super) fn by_queue(t: &TestContext, context: &Context, flags: QueueFlags) -> TestResult<Self> {
        Self::over_by(t, context, context.memory(Self::SIZE)?, flags)
    }

    /// Work on this memory, by a queue with these flags.
    #[track_caller]
    pub(super) fn over_by(
        t: &TestContext,
        context: &Context,
        memory: DeviceMemory,
        flags: QueueFlags,
    ) -> TestResult<Self> {
        Ok(Self { t: t.clone(), queue: context.queue_with(flags)?, side: context.queue()?, memory })
    }

    pub(super) fn memory(&self) -> &DeviceMemory {
        &self.memory
    }

    /// The queue on which the work is done.
    pub(super) fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Holds the work back where that is possible.
    #[track_caller]
    pub(super) fn hold_if_possible(&self) -> TestResult<Option<Gate>> {
        self.queue.hold_if_possible()
    }

    /// The last page of the memory: what the work writes last.
    pub(super) fn last_page(&self) -> DevicePtr {
        self.memory.raw().at(Self::SIZE - PAGE)
    }

    /// Enqueues several passes over the memory, of which the last leaves `value` everywhere, and then a signal.
    /// Waits for nothing.
    #[track_caller]
    pub(super) fn start(&self, value: u8, signalled: &Event) -> TestResult {
        let (ur, queue, at) = (self.t.ur(), self.queue.raw(), self.memory.raw().raw());
        for pass in [!value, value ^ 0x55, !value, value] {
            let (pattern, mut done) = ((&raw const pass).cast(), EventHandle::NULL);
            ur.enqueue_usm_fill(queue, at, 1, pattern, Self::SIZE, 0, null(), &raw mut done).ok()?;
            let done = self.queue.event_of_command(done)?;
            // On an out-of-order queue nothing else keeps the passes in order.
            let after = done.raw();
            ur.enqueue_events_wait_with_barrier(queue, 1, &raw const after, null_mut()).ok()?;
        }
        submit_signal(&self.queue, signalled)
    }

    /// Checks by another queue that the memory holds what the work leaves.
    #[track_caller]
    pub(super) fn check(&self, value: u8) -> TestResult {
        for at in [self.last_page(), self.memory.raw()] {
            let bytes = self.side.read(at, PAGE)?;
            check_bytes(&self.t, "what was written before the signal", &bytes, value)?;
        }
        Ok(())
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // The memory may be freed next; a body that fails does not get to finish the queue itself.
        let _clean_up = CleanUp::new();
        let _ = self.t.ur().queue_finish(self.queue.raw()).result;
    }
}

/// A copy that must wait for an event, into memory that shows whether it has been made.
pub(super) struct Reader {
    t: TestContext,
    // Fields drop in this order.
    queue: Queue,
    side: Queue,
    target: DeviceMemory,
}

impl Reader {
    /// A copy by an in-order queue.
    #[track_caller]
    pub(super) fn new(t: &TestContext, context: &Context) -> TestResult<Self> {
        Self::by_queue(t, context, QueueFlags::NONE_SET)
    }

    /// A copy by a queue with these flags.
    #[track_caller]
    pub(super) fn by_queue(t: &TestContext, context: &Context, flags: QueueFlags) -> TestResult<Self> {
        let (queue, side) = (context.queue_with(flags)?, context.queue()?);
        let reader = Self { t: t.clone(), queue, side, target: context.memory(PAGE)? };
        reader.reset()?;
        // Whose status cannot be asked for is found out before another process holds anything back.
        finished(&reader.side)?.check_complete("a command that was waited for")?;
        Ok(reader)
    }

    /// Makes the target show that no copy has been made.
    #[track_caller]
    pub(super) fn reset(&self) -> TestResult {
        self.side.fill(self.target.raw(), BEFORE, PAGE)
    }

    /// Enqueues the copy of one page behind `waited_for`, and waits for nothing.
    #[track_caller]
    pub(super) fn submit(&self, from: DevicePtr, waited_for: &Event) -> TestResult<Event> {
        let (to, from, list) = (self.target.raw().raw(), from.raw(), waited_for.raw());
        let (queue, mut event) = (self.queue.raw(), EventHandle::NULL);
        self.t
            .ur()
            .enqueue_usm_memcpy(queue, false, to, from, PAGE, 1, &raw const list, &raw mut event)
            .ok()?;
        self.queue.flush()?;
        self.queue.event_of_command(event)
    }

    /// Waits for the copy and for its queue, while what it waits for is held back. A copy that does not wait is made
    /// meanwhile, and gets what was there before.
    #[track_caller]
    pub(super) fn blocked_calls(&self, copy: &Event) -> TestResult<BlockedCalls<'static>> {
        copy.check_pending("a copy whose wait list is not complete")?;
        Ok(self.t.while_held(LIST_HELD).wait(copy.raw()).finish(self.queue.raw()))
    }

    /// Finishes the queue of the copy, and checks what was copied.
    #[track_caller]
    pub(super) fn finish(&self, copy: &Event, value: u8) -> TestResult {
        self.queue.finish()?;
        copy.check_complete("the copy")?;
        check_bytes(&self.t, "the copy that waited", &self.side.read(self.target.raw(), PAGE)?, value)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // The target is freed next; a body that fails does not get to finish the queue itself.
        let _clean_up = CleanUp::new();
        let _ = self.t.ur().queue_finish(self.queue.raw()).result;
    }
}
