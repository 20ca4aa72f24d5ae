//! The other process of a test: where an event is opened that nobody in that process made.

use super::calls::{SIGNAL_HELD, can_hold, check_complete, check_pending, submit_held_signal, wait};
use super::work::{Reader, Work};
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, QueueFlags};
use ur_ipc_fixtures::objects::{Context, Event, Queue, create_context, create_queue, open_event};
use ur_ipc_fixtures::{DevicePtr, HeldQueue, Link, Peer, TestContext, TestResult};

/// What a consuming role starts with: an import of the event whose handle the test sends as "handle".
pub(super) struct Importer<'t> {
    // Fields drop in this order: the event and the queue before their context.
    import: Event<'t>,
    queue: Queue<'t>,
    context: Context<'t>,
    handle: Vec<u8>,
}

impl<'t> Importer<'t> {
    /// Receives the handle and opens it.
    pub(super) fn set_up(t: &'t TestContext<'t>, link: &Link) -> TestResult<Self> {
        let context = create_context(t, &[t.env().device()])?;
        let queue = create_queue(t, context.raw(), QueueFlags::NONE_SET)?;
        let handle = link.recv("handle")?;
        t.body_begins();
        Ok(Self { import: open_event(t, context.raw(), &handle)?, queue, context, handle })
    }

    /// The import.
    pub(super) fn event(&self) -> EventHandle {
        self.import.raw()
    }

    /// A queue, in-order.
    pub(super) fn queue(&self) -> &Queue<'t> {
        &self.queue
    }

    /// The context of both.
    pub(super) fn context(&self) -> ContextHandle {
        self.context.raw()
    }

    /// The bytes that it was opened from.
    pub(super) fn handle(&self) -> &[u8] {
        &self.handle
    }

    /// Opens the same bytes once more.
    #[track_caller]
    pub(super) fn open_again(&self, t: &'t TestContext<'t>) -> TestResult<Event<'t>> {
        open_event(t, self.context(), &self.handle)
    }

    /// Releases the import now, and checks it.
    pub(super) fn release(self) -> TestResult {
        self.import.release()
    }
}

/// The other process, seen from either side.
pub(super) trait Partner {
    /// Sends a word.
    fn tell(&mut self, word: &str) -> TestResult;
    /// Waits for a word.
    fn hear(&mut self, word: &str) -> TestResult;
}

impl Partner for Peer<'_> {
    #[track_caller]
    fn tell(&mut self, word: &str) -> TestResult {
        self.send(word, &[])
    }

    #[track_caller]
    fn hear(&mut self, word: &str) -> TestResult {
        self.recv(word).map(drop)
    }
}

impl Partner for &Link {
    #[track_caller]
    fn tell(&mut self, word: &str) -> TestResult {
        self.send(word, &[])
    }

    #[track_caller]
    fn hear(&mut self, word: &str) -> TestResult {
        self.recv(word).map(drop)
    }
}

/// Signals from behind a closed gate, which opens when the other side has been seen inside its wait: the counterpart of
/// [`observe_signal`].
#[track_caller]
pub(super) fn send_held_signal(
    t: &TestContext<'_>,
    partner: &mut impl Partner,
    queue: &Queue<'_>,
    event: EventHandle,
) -> TestResult {
    let gate = HeldQueue::hold(t, queue)?;
    submit_held_signal(t, queue.raw(), event)?;
    partner.tell("signalled")?;
    partner.hear("inside")?;
    gate.open()?;
    partner.hear("waited")?;
    t.ur().queue_finish(queue.raw()).ok()?;
    check_complete(t, "the event on the side that signalled", event)?;
    partner.tell("seen")
}

/// Sees the event pending, waits for it, and sees it complete: the counterpart of [`send_held_signal`].
#[track_caller]
pub(super) fn observe_signal(
    t: &TestContext<'_>,
    partner: &mut impl Partner,
    event: EventHandle,
) -> TestResult {
    partner.hear("signalled")?;
    check_pending(t, "the event on the side that waits", event)?;
    t.while_held(SIGNAL_HELD).wait(event).until(|| partner.tell("inside"))?;
    check_complete(t, "the event on the side that has waited", event)?;
    partner.tell("waited")?;
    // What the other side looks at must not change before it has looked.
    partner.hear("seen")
}

/// Does work and signals after it, both behind a gate if there is one, which opens when the other side has been seen
/// inside its wait; when that is over, the work has been done. The counterpart of [`await_work`].
#[track_caller]
pub(super) fn signal_after_work(
    t: &TestContext<'_>,
    partner: &mut impl Partner,
    work: &Work<'_>,
    event: EventHandle,
    value: u8,
) -> TestResult {
    let gate = work.hold_if_possible()?;
    work.start(value, event)?;
    t.let_threads_run();
    partner.tell("signalled")?;
    partner.hear("inside")?;
    gate.map_or(Ok(()), |gate| gate.open())?;
    partner.hear("waited")?;
    work.check(value)?;
    partner.tell("seen")
}

/// Waits on the host for a signal after the other side's work: the counterpart of [`signal_after_work`].
#[track_caller]
pub(super) fn await_work(t: &TestContext<'_>, partner: &mut impl Partner, event: EventHandle) -> TestResult {
    partner.hear("signalled")?;
    if can_hold(t)? {
        t.while_held(SIGNAL_HELD).wait(event).until(|| partner.tell("inside"))?;
    } else {
        partner.tell("inside")?;
        wait(t, event)?;
    }
    check_complete(t, "the event on the side that has waited", event)?;
    partner.tell("waited")?;
    // What the other side looks at must not change before it has looked.
    partner.hear("seen")
}

/// Enqueues a copy behind a signal after the other side's work, and sees it made, with this content, when the signal has
/// come: the counterpart of [`signal_after_work`].
#[track_caller]
pub(super) fn copy_behind_work(
    t: &TestContext<'_>,
    partner: &mut impl Partner,
    reader: &Reader<'_>,
    from: DevicePtr,
    event: EventHandle,
    value: u8,
) -> TestResult {
    reader.reset()?;
    partner.hear("signalled")?;
    let copy = reader.submit(from, event)?;
    if can_hold(t)? {
        reader.wait_until(&copy, || partner.tell("inside"))?;
    } else {
        partner.tell("inside")?;
    }
    reader.finish(&copy, value)?;
    partner.tell("waited")?;
    // What the other side looks at must not change before it has looked.
    partner.hear("seen")
}
