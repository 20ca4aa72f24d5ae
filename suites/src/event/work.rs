//! Device work around events: what is to happen before a signal, and what is to wait for it.

use super::calls::{CommandEvent, check_complete, check_pending, flush, submit_signal};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, QueueFlags, QueueHandle};
use ur_ipc_fixtures::objects::{DeviceMemory, Queue, allocate, create_queue, fill, read};
use ur_ipc_fixtures::{DevicePtr, Gate, HeldQueue, TestContext, TestResult};

/// Bytes that a [`Reader`] copies, and that checks look at.
const PAGE: usize = 4096;

/// Completes the sentence "urQueueFinish returned while ...".
pub(super) const LIST_HELD: &str =
    "a command of the queue had an event in its wait list whose signal was held back";

/// What a [`Reader`]'s target holds before the copy.
const BEFORE: u8 = 0xee;

/// Fails unless every byte is `value`.
#[track_caller]
pub(super) fn check_bytes(t: &TestContext<'_>, what: &str, bytes: &[u8], value: u8) -> TestResult {
    let wrong = bytes.iter().filter(|&&byte| byte != value).count();
    let first = bytes.iter().find(|&&byte| byte != value);
    t.check(
        wrong == 0,
        format!("{wrong} of {} bytes of {what} are not {value:#04x}; the first is {first:02x?}", bytes.len()),
    )
}

/// Work that takes a while, on a queue of its own, over memory of [`Work::SIZE`] bytes.
pub(super) struct Work<'t> {
    t: &'t TestContext<'t>,
    queue: Queue<'t>,
    side: Queue<'t>,
    at: DevicePtr,
}

impl<'t> Work<'t> {
    /// Bytes of the memory.
    pub(super) const SIZE: usize = 4 << 20;

    /// Prepares work on memory at this address.
    pub(super) fn over(t: &'t TestContext<'t>, context: ContextHandle, at: DevicePtr) -> TestResult<Self> {
        Self::on_queue_kind(t, context, at, QueueFlags::NONE_SET)
    }

    /// As [`over`](Self::over), on this kind of queue.
    pub(super) fn on_queue_kind(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        at: DevicePtr,
        flags: QueueFlags,
    ) -> TestResult<Self> {
        let queue = create_queue(t, context, flags)?;
        let side = create_queue(t, context, QueueFlags::NONE_SET)?;
        Ok(Self { t, queue, side, at })
    }

    /// The queue on which the work is done.
    pub(super) fn queue(&self) -> &Queue<'t> {
        &self.queue
    }

    /// Holds the work back where that is possible.
    #[track_caller]
    pub(super) fn hold_if_possible(&self) -> TestResult<Option<Gate>> {
        HeldQueue::hold_if_possible(self.t, &self.queue)
    }

    /// The last page of the memory: what the work writes last.
    pub(super) fn last_page(&self) -> DevicePtr {
        self.at.at(Self::SIZE - PAGE)
    }

    /// Enqueues several passes over the memory, of which the last leaves `value` everywhere, and then a signal.
    /// Waits for nothing.
    #[track_caller]
    pub(super) fn start(&self, value: u8, signalled: EventHandle) -> TestResult {
        for pass in [!value, value ^ 0x55, !value, value] {
            let mut done = EventHandle::NULL;
            self.t
                .ur()
                .enqueue_usm_fill(
                    self.queue.raw(),
                    self.at.raw(),
                    1,
                    (&raw const pass).cast(),
                    Self::SIZE,
                    0,
                    null(),
                    &raw mut done,
                )
                .ok()?;
            let done = CommandEvent::adopt(self.t, done)?;
            // On an out-of-order queue nothing else keeps the passes in order.
            let after = done.raw();
            self.t
                .ur()
                .enqueue_events_wait_with_barrier(self.queue.raw(), 1, &raw const after, null_mut())
                .ok()?;
        }
        submit_signal(self.t, self.queue.raw(), signalled)
    }

    /// Checks by another queue that the memory holds what the work leaves.
    #[track_caller]
    pub(super) fn check(&self, value: u8) -> TestResult {
        for at in [self.last_page(), self.at] {
            let bytes = read(self.t, self.side.raw(), at, PAGE)?;
            check_bytes(self.t, "what was written before the signal", &bytes, value)?;
        }
        Ok(())
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        // The memory may be freed next; a body that fails does not get to finish the queue itself.
        let _ = self.t.ur().queue_finish(self.queue.raw()).result;
    }
}

/// A copy that must wait for an event, into memory that shows whether it has been made.
pub(super) struct Reader<'t> {
    t: &'t TestContext<'t>,
    queue: Queue<'t>,
    side: Queue<'t>,
    target: DeviceMemory<'t>,
}

impl<'t> Reader<'t> {
    /// Prepares the target.
    pub(super) fn new(t: &'t TestContext<'t>, context: ContextHandle, flags: QueueFlags) -> TestResult<Self> {
        let target = allocate(t, context, t.env().device(), PAGE)?;
        let side = create_queue(t, context, QueueFlags::NONE_SET)?;
        let reader = Self { t, queue: create_queue(t, context, flags)?, side, target };
        reader.reset()?;
        Ok(reader)
    }

    /// Makes the target show that no copy has been made.
    pub(super) fn reset(&self) -> TestResult {
        fill(self.t, self.side.raw(), self.target.raw(), BEFORE, PAGE)
    }

    /// The queue of the copy.
    pub(super) fn queue(&self) -> QueueHandle {
        self.queue.raw()
    }

    /// Enqueues the copy of one page behind `waited_for`, and waits for nothing.
    #[track_caller]
    pub(super) fn submit(&self, from: DevicePtr, waited_for: EventHandle) -> TestResult<CommandEvent<'t>> {
        let mut event = EventHandle::NULL;
        let (to, list) = (self.target.raw().raw(), &raw const waited_for);
        self.t
            .ur()
            .enqueue_usm_memcpy(self.queue(), false, to, from.raw(), PAGE, 1, list, &raw mut event)
            .ok()?;
        flush(self.t, self.queue())?;
        CommandEvent::adopt(self.t, event)
    }

    /// Waits for the copy and for its queue while what it waits for is held back, which `release` lets happen. A copy
    /// that does not wait is made meanwhile, and gets what was there before.
    #[track_caller]
    pub(super) fn wait_until(
        &self,
        copy: &CommandEvent<'_>,
        release: impl FnOnce() -> TestResult,
    ) -> TestResult {
        check_pending(self.t, "a copy whose wait list is not complete", copy.raw())?;
        self.t.while_held(LIST_HELD).wait(copy.raw()).finish(self.queue()).until(release)
    }

    /// Finishes the queue of the copy, and checks what was copied.
    #[track_caller]
    pub(super) fn finish(&self, copy: &CommandEvent<'_>, value: u8) -> TestResult {
        self.t.ur().queue_finish(self.queue()).ok()?;
        check_complete(self.t, "the copy", copy.raw())?;
        let bytes = read(self.t, self.side.raw(), self.target.raw(), PAGE)?;
        check_bytes(self.t, "the copy that waited", &bytes, value)
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        // The target is freed next; a body that fails does not get to finish the queue itself.
        let _ = self.t.ur().queue_finish(self.queue.raw()).result;
    }
}
