//! Queues, and the starts of their commands.

use super::{Clock, Kind, NotEnabled, Stamp, State, why};
use crate::{Call, Name, Process, QueueKind};

/// A queue, which may be released before its commands are over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Queue {
    pub process: Process,
    pub context: Name,
    pub kind: QueueKind,
    /// It is on the second device.
    pub other: bool,
    /// When all of its commands are over.
    pub clock: Clock,
    /// When its last barrier is over: before that none of its commands begins. In order each command is one.
    pub barrier: Clock,
}

impl Queue {
    /// One that the process has just made.
    pub(crate) fn of(process: Process, context: Name, kind: QueueKind, other: bool) -> Self {
        Self { process, context, kind, other, clock: Clock::default(), barrier: Clock::default() }
    }
}

/// The order of a command relative to others of an out-of-order queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// It waits for none but barriers, and none waits for it but barriers.
    Free,
    /// Those behind it wait for it.
    Barrier,
    /// It waits for those before it as well.
    FullBarrier,
}

impl State {
    /// The kind of the queue that a call is given or makes, if there is one.
    pub(crate) fn kind_of_queue(&self, call: &Call) -> Option<QueueKind> {
        call.kind_of_queue().or_else(|| {
            call.names().into_iter().find_map(|name| match self.objects.get(&name)?.kind {
                Kind::Queue { queue, .. } => Some(self.queues[queue].kind),
                _ => None,
            })
        })
    }

    /// When a command of the queue begins that waits for no events.
    pub(crate) fn begins(&self, queue: usize, order: Order) -> Clock {
        let Queue { clock, barrier, .. } = &self.queues[queue];
        let mut start = if order == Order::FullBarrier { clock } else { barrier }.clone();
        start.join(&self.done);
        start
    }

    /// A command of the queue that begins when this is over: its number, once it is in the queue, and when it is over.
    pub(crate) fn enqueue(&mut self, number: usize, order: Order, start: &Clock) -> (Stamp, Clock) {
        let queue = &mut self.queues[number];
        let stamp = Stamp { queue: number, number: queue.clock.of(number) + 1 };
        let mut over = start.clone();
        over.add(stamp);
        if queue.kind != QueueKind::OutOfOrder || order != Order::Free {
            queue.barrier = over.clone();
        }
        queue.clock.join(&over);
        (stamp, over)
    }

    /// A call that enqueues into a queue that submits commands late is not made while one of its process may be held back: such a
    /// queue may have room for a few unfinished batches alone, and the call may wait for more.
    pub(crate) fn has_room(&self, process: Process, queue: usize) -> Result<(), NotEnabled> {
        match self.queues[queue].kind {
            QueueKind::Batched => self.free_to_call(process),
            _ => Ok(()),
        }
    }

    /// The queue's number and its context.
    pub(crate) fn queue(&self, process: Process, name: Name) -> Result<(usize, Name), NotEnabled> {
        let object = self.find(process, name)?;
        match object.kind {
            Kind::Queue { queue, .. } => Ok((queue, object.context)),
            _ => why(name, "is no queue"),
        }
    }
}
