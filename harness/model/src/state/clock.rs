//! What comes before what.
//!
//! Commands of a queue are numbered. A clock says up to which command of each queue everything has come to its end before
//! something: before a command, before a signal, before now.

use std::ops::Not;

/// A command: which queue's, and its number there, from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub queue: usize,
    pub number: u32,
}

/// The last command of each queue that is over. Queues behind the end have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    pub(crate) fn of(&self, queue: usize) -> u32 {
        self.0.get(queue).copied().unwrap_or(0)
    }

    pub(crate) fn covers(&self, stamp: Stamp) -> bool {
        self.of(stamp.queue) >= stamp.number
    }

    /// Whether all that is over by the other clock is over by this one.
    pub(crate) fn covers_all(&self, other: &Self) -> bool {
        other.beyond(self).next().is_none()
    }

    /// The queues of which it knows commands that are not over by the other clock.
    pub(crate) fn beyond<'c>(&'c self, other: &'c Self) -> impl Iterator<Item = usize> + 'c {
        let numbers = self.0.iter().enumerate();
        numbers.filter(|(queue, number)| other.of(*queue) < **number).map(|(queue, _)| queue)
    }

    pub(crate) fn advance(&mut self, stamp: Stamp) {
        if self.0.len() <= stamp.queue {
            self.0.resize(stamp.queue + 1, 0);
        }
        self.0[stamp.queue] = self.0[stamp.queue].max(stamp.number);
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for (queue, &number) in other.0.iter().enumerate().filter(|(_, number)| **number > 0) {
            self.advance(Stamp { queue, number });
        }
    }

    /// What is over by both.
    pub(crate) fn least(&self, other: &Self) -> Self {
        let mut least: Vec<u32> = self.0.iter().zip(&other.0).map(|(one, two)| *one.min(two)).collect();
        least.truncate(least.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1));
        Self(least)
    }
}

/// Who has used something that one may change or many may read: a block, the state of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    write: Option<Stamp>,
    /// Since that write; the last of each queue.
    reads: Vec<Stamp>,
}

impl Access {
    /// Whether what begins then may read.
    pub(crate) fn may_read(&self, start: &Clock) -> bool {
        self.write.is_none_or(|write| start.covers(write))
    }

    /// Whether what begins then may write.
    pub(crate) fn may_write(&self, start: &Clock) -> bool {
        self.may_read(start) && self.reads.iter().all(|read| start.covers(*read))
    }

    pub(crate) fn read(&mut self, stamp: Stamp) {
        self.reads.retain(|read| read.queue != stamp.queue);
        self.reads.push(stamp);
        // What is the same in another order is to look the same.
        self.reads.sort_by_key(|read| read.queue);
    }

    pub(crate) fn write(&mut self, stamp: Stamp) {
        *self = Self { write: Some(stamp), reads: Vec::new() };
    }

    /// Whether commands of these queues use it that are not over then.
    pub(crate) fn is_used(&self, done: &Clock, queues: impl Fn(usize) -> bool) -> bool {
        let mut stamps = self.write.iter().chain(&self.reads);
        stamps.any(|stamp| queues(stamp.queue) && done.covers(*stamp).not())
    }

    /// Whether it is being written by a command of these queues that is not over then.
    pub(crate) fn is_written(&self, done: &Clock, queues: impl Fn(usize) -> bool) -> bool {
        self.write.is_some_and(|stamp| queues(stamp.queue) && !done.covers(stamp))
    }

    /// Without what commands of these queues do, which are no more.
    pub(crate) fn forget(&mut self, queues: impl Fn(usize) -> bool) {
        self.write = self.write.filter(|stamp| !queues(stamp.queue));
        self.reads.retain(|stamp| !queues(stamp.queue));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_waits_for_what_was_read_and_a_read_for_what_was_written() {
        let (one, two) = (Stamp { queue: 0, number: 1 }, Stamp { queue: 1, number: 1 });
        let mut access = Access::default();
        let mut start = Clock::default();
        assert!(access.may_write(&start));
        access.write(one);
        assert!(!access.may_read(&start));
        start.advance(one);
        assert!(access.may_read(&start));
        access.read(two);
        assert!(access.may_read(&start) && !access.may_write(&start));
        assert!(access.is_used(&start, |queue| queue == 1) && !access.is_used(&start, |queue| queue == 0));
        start.advance(two);
        assert!(access.may_write(&start) && !access.is_used(&start, |_| true));
    }

    #[test]
    fn a_clock_knows_what_another_knows_once_joined() {
        let (mut one, mut two) = (Clock::default(), Clock::default());
        one.advance(Stamp { queue: 3, number: 2 });
        two.advance(Stamp { queue: 0, number: 7 });
        assert!(!one.covers_all(&two));
        one.join(&two);
        assert!(one.covers_all(&two) && !two.covers_all(&one));
    }
}
