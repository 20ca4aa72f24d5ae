//! Two processes, each of which signals what the other waits for.

use super::Consumer;
use crate::event::calls::{SIGNAL_HELD, hold_signal, see_signal_across, submit_signal};
use crate::event::work::{Reader, Work};
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::objects::{Event, Queue};
use ur_ipc_fixtures::{At, BlockedCalls, DevicePtr, Gate, Process, Scenario, TestContext, TestResult};

/// The first process with an event, and a consumer with the import of it.
pub(super) struct Pair<'s> {
    s: &'s Scenario,
    source: &'s At<UrIpcEventHandleTest>,
    /// Whether the device can hold work back, for tests that look closer where it can and are not skipped where it cannot.
    can_hold: bool,
    // Fields drop in this order: the consumer first.
    pub(super) consumer: Consumer,
    /// For signals of the first process.
    queue: At<Queue>,
}

/// One of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Import,
}

impl Side {
    pub(super) fn other(self) -> Self {
        match self {
            Self::Source => Self::Import,
            Self::Import => Self::Source,
        }
    }
}

impl<'s> Pair<'s> {
    /// Starts the consumer, which opens the event.
    pub(super) fn new(s: &'s Scenario, source: &'s At<UrIpcEventHandleTest>) -> TestResult<Self> {
        let queue = s.here(|_| source.in_context().queue())?;
        let can_hold = s.tell(TestContext::can_hold_work)?;
        Ok(Self { s, source, can_hold, consumer: Consumer::start(s, "consumer", || source.handle())?, queue })
    }

    /// A step of one side.
    #[track_caller]
    pub(super) fn at<T>(
        &self,
        side: Side,
        body: impl FnOnce(&TestContext) -> TestResult<T>,
    ) -> TestResult<At<T>> {
        self.s.in_process(self.process(side), body)
    }

    fn process(&self, side: Side) -> Process {
        match side {
            Side::Source => Process::Here,
            Side::Import => self.consumer.peer.process(),
        }
    }

    fn event(&self, side: Side) -> &Event {
        match side {
            Side::Source => self.source.event(),
            Side::Import => self.consumer.event(),
        }
    }

    fn queue(&self, side: Side) -> &Queue {
        match side {
            Side::Source => &self.queue,
            Side::Import => self.consumer.import.queue(),
        }
    }

    /// Signals from one side, and sees it on both, as [`see_signal_across`].
    pub(super) fn see_signal(&self, from: Side) -> TestResult {
        let queue = self.at(from, |_| Ok(self.queue(from)))?;
        let event = |side| self.at(side, move |_| Ok(self.event(side)));
        see_signal_across(self.s, (&queue, &event(from)?), &event(from.other())?)
    }

    /// One side sees that its event is complete.
    pub(super) fn check_complete(&self, side: Side) -> TestResult {
        self.at(side, |_| self.event(side).check_complete("the event on the side that waits")).map(drop)
    }

    /// Signals so many times, and nobody looks.
    pub(super) fn signal_often(&self, from: Side, times: usize) -> TestResult {
        self.at(from, |_| {
            (0..times).try_for_each(|_| {
                self.queue(from).signal(self.event(from))?;
                self.queue(from).finish()
            })
        })
        .map(drop)
    }

    /// Signals from behind a closed gate: the other side is pending until that opens, and complete then.
    pub(super) fn see_pending_signal(&self, from: Side) -> TestResult {
        let gate = self.at(from, |_| {
            let gate = self.queue(from).hold()?;
            submit_signal(self.queue(from), self.event(from))?;
            Ok(gate)
        })?;
        self.at(from.other(), |_| {
            self.event(from.other()).check_pending("the event on the side that waits")
        })?;
        self.at(from, |_| gate.open())?;
        self.at(from.other(), |_| {
            self.event(from.other()).wait_complete("the event on the side that waits")
        })?;
        self.at(from, |_| self.queue(from).finish()).map(drop)
    }

    /// Works and signals after it, both held back where that is possible until the other side has been seen inside its
    /// wait. When that is over, the work has been done.
    pub(super) fn signal_after_work(&self, from: Side, work: &At<Work>, value: u8) -> TestResult {
        let to = from.other();
        let gate = self.start_work(from, work, value)?;
        if self.can_hold {
            self.let_go(from, gate, |t| Ok(t.while_held(SIGNAL_HELD).wait(self.event(to).raw())))?;
        } else {
            self.at(to, |_| self.event(to).wait())?;
        }
        self.at(to, |_| self.event(to).check_complete("the event on the side that has waited"))?;
        self.at(from, |_| work.check(value)).map(drop)
    }

    /// Signals from behind a closed gate, which opens when a copy of a page on the other side, behind the signal, has been
    /// seen to wait: it is made, with this content, when the signal has come.
    pub(super) fn copy_behind_held_signal(&self, from: Side, copy: &PageCopy<'_>) -> TestResult {
        self.at(from.other(), |_| copy.reader.reset())?;
        let gate = self.at(from, |t| hold_signal(t, self.queue(from), self.event(from)).map(Some))?;
        self.copy_behind_signal(from, gate, copy)?;
        self.at(from, |_| {
            self.queue(from).finish()?;
            self.event(from).check_complete("the event on the side that signalled")
        })
        .map(drop)
    }

    /// As [`signal_after_work`](Self::signal_after_work), with such a copy in place of the wait.
    pub(super) fn copy_behind_work(
        &self,
        from: Side,
        work: &At<Work>,
        value: u8,
        copy: &PageCopy<'_>,
    ) -> TestResult {
        self.at(from.other(), |_| copy.reader.reset())?;
        let gate = self.start_work(from, work, value)?;
        self.copy_behind_signal(from, gate, copy)?;
        self.at(from, |_| work.check(value)).map(drop)
    }

    fn start_work(&self, from: Side, work: &At<Work>, value: u8) -> TestResult<At<Option<Gate>>> {
        self.at(from, |t| {
            let gate = work.hold_if_possible()?;
            work.start(value, self.event(from))?;
            t.let_threads_run();
            Ok(gate)
        })
    }

    fn copy_behind_signal(&self, from: Side, gate: At<Option<Gate>>, copy: &PageCopy<'_>) -> TestResult {
        let (to, reader) = (from.other(), copy.reader);
        let made = self.at(to, |_| reader.submit((copy.page)(), self.event(to)))?;
        if self.can_hold {
            self.let_go(from, gate, |_| reader.blocked_calls(&made))?;
        }
        self.at(to, |_| reader.finish(&made, copy.content)).map(drop)
    }

    /// Opens the gate of one side when these calls of the other one have been seen to last.
    fn let_go<'b>(
        &self,
        from: Side,
        gate: At<Option<Gate>>,
        calls: impl FnOnce(&TestContext) -> TestResult<BlockedCalls<'b>>,
    ) -> TestResult {
        self.s.while_held(self.process(from.other()), calls, move |_| {
            self.at(from, |_| gate.as_ref().map_or(Ok(()), |gate| gate.open())).map(drop)
        })
    }
}

/// A copy behind a signal.
pub(super) struct PageCopy<'a> {
    pub(super) reader: &'a At<Reader>,
    /// The address of the page, in the process of the reader.
    pub(super) page: &'a dyn Fn() -> DevicePtr,
    pub(super) content: u8,
}
