//! Clocks: the order of commands and signals.
//!
//! Commands of a queue are numbered. A clock has the commands of each queue that have ended before something: a command,
//! a signal, or now. In an in-order queue these are all commands up to one. In an out-of-order queue later commands may
//! have ended before an earlier one.

use std::ops::Not;

/// A command: which queue's, and its number there, from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stamp {
    pub queue: usize,
    pub number: u32,
}

/// The commands of each queue that are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The last command up to which all are. Queues behind the end have none.
    through: Vec<u32>,
    /// Those behind, in order.
    alone: Vec<Stamp>,
}

impl Clock {
    /// The last command of the queue up to which all are over.
    pub(crate) fn of(&self, queue: usize) -> u32 {
        self.through.get(queue).copied().unwrap_or(0)
    }

    /// The same, as a command.
    pub(crate) fn last(&self, queue: usize) -> Stamp {
        Stamp { queue, number: self.of(queue) }
    }

    pub(crate) fn covers(&self, stamp: Stamp) -> bool {
        self.of(stamp.queue) >= stamp.number || self.alone.contains(&stamp)
    }

    /// True if all that is over by the other clock is over by this one.
    pub(crate) fn covers_all(&self, other: &Self) -> bool {
        other.beyond(self).next().is_none()
    }

    /// The queues of which it knows commands that are not over by the other clock; one may come several times.
    pub(crate) fn beyond<'c>(&'c self, other: &'c Self) -> impl Iterator<Item = usize> + 'c {
        let numbers = self.through.iter().enumerate();
        let through = numbers.filter(|(queue, number)| other.of(*queue) < **number).map(|(queue, _)| queue);
        through.chain(self.alone.iter().filter(|stamp| !other.covers(**stamp)).map(|stamp| stamp.queue))
    }

    /// All commands of the queue are over up to this one.
    pub(crate) fn advance(&mut self, Stamp { queue, number }: Stamp) {
        if self.of(queue) < number {
            if self.through.len() <= queue {
                self.through.resize(queue + 1, 0);
            }
            self.through[queue] = number;
            self.close_up();
        }
    }

    /// This command is over, whatever others are.
    pub(crate) fn add(&mut self, stamp: Stamp) {
        if self.covers(stamp) {
            return;
        }
        if self.of(stamp.queue) + 1 == stamp.number {
            return self.advance(stamp);
        }
        let at = self.alone.partition_point(|other| *other < stamp);
        self.alone.insert(at, stamp);
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for (queue, &number) in other.through.iter().enumerate().filter(|(_, number)| **number > 0) {
            self.advance(Stamp { queue, number });
        }
        other.alone.iter().for_each(|stamp| self.add(*stamp));
    }

    /// Returns the commands that are over by both.
    pub(crate) fn least(&self, other: &Self) -> Self {
        let mut through: Vec<u32> =
            self.through.iter().zip(&other.through).map(|(one, two)| *one.min(two)).collect();
        through.truncate(through.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1));
        let mut least = Self { through, alone: Vec::new() };
        for (one, two) in [(self, other), (other, self)] {
            one.alone.iter().filter(|stamp| two.covers(**stamp)).for_each(|stamp| least.add(*stamp));
        }
        least
    }

    /// Moves stamps from `alone` to `through`, if no gap is left before them.
    fn close_up(&mut self) {
        let through = &mut self.through;
        self.alone.retain(|Stamp { queue, number }| {
            let last = through.get(*queue).copied().unwrap_or(0);
            if last + 1 == *number {
                through[*queue] = *number;
            }
            last + 1 < *number
        });
    }
}

/// The users of something that one may change or many may read: a block, the state of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    write: Option<Stamp>,
    /// Since that write; of each queue those that none behind them waits for.
    reads: Vec<Stamp>,
    /// Before that write; of each other queue its last ones. The write waits for them, but who asks about one queue does not
    /// learn of them by a write of another.
    earlier: Vec<Stamp>,
}

impl Access {
    /// True if what begins then may read.
    pub(crate) fn may_read(&self, start: &Clock) -> bool {
        self.write.is_none_or(|write| start.covers(write))
    }

    /// True if what begins then may write.
    pub(crate) fn may_write(&self, start: &Clock) -> bool {
        self.may_read(start) && self.reads.iter().all(|read| start.covers(*read))
    }

    /// A command that begins then reads.
    pub(crate) fn read(&mut self, stamp: Stamp, start: &Clock) {
        self.reads.retain(|read| read.queue != stamp.queue || !start.covers(*read));
        self.reads.push(stamp);
        // What is the same in another order is to look the same.
        self.reads.sort_unstable();
    }

    pub(crate) fn write(&mut self, stamp: Stamp) {
        let last: Vec<_> = self.write.into_iter().chain(self.reads.drain(..)).collect();
        self.earlier.retain(|earlier| !last.iter().any(|last| last.queue == earlier.queue));
        self.earlier.extend(last);
        self.earlier.retain(|earlier| earlier.queue != stamp.queue);
        self.earlier.sort_unstable();
        self.write = Some(stamp);
    }

    /// True if commands of these queues use it that are not over then.
    pub(crate) fn is_used(&self, done: &Clock, queues: impl Fn(usize) -> bool) -> bool {
        let mut stamps = self.write.iter().chain(&self.reads).chain(&self.earlier);
        stamps.any(|stamp| queues(stamp.queue) && done.covers(*stamp).not())
    }

    /// True if it is being written by a command of these queues that is not over then.
    pub(crate) fn is_written(&self, done: &Clock, queues: impl Fn(usize) -> bool) -> bool {
        self.write.is_some_and(|stamp| queues(stamp.queue) && !done.covers(stamp))
    }

    /// Without what commands of these queues do, which are no more.
    pub(crate) fn forget(&mut self, queues: impl Fn(usize) -> bool) {
        self.write = self.write.filter(|stamp| !queues(stamp.queue));
        self.reads.retain(|stamp| !queues(stamp.queue));
        self.earlier.retain(|stamp| !queues(stamp.queue));
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
        access.read(two, &start);
        assert!(access.may_read(&start) && !access.may_write(&start));
        assert!(access.is_used(&start, |queue| queue == 1) && !access.is_used(&start, |queue| queue == 0));
        start.advance(two);
        assert!(access.may_write(&start) && !access.is_used(&start, |_| true));
    }

    #[test]
    fn a_write_of_another_queue_does_not_hide_what_it_waits_for() {
        let stamp = |queue, number| Stamp { queue, number };
        let mut access = Access::default();
        access.write(stamp(0, 1));
        access.write(stamp(1, 1));
        let mut done = Clock::default();
        assert!(access.is_used(&done, |queue| queue == 0));
        done.advance(stamp(0, 1));
        assert!(!access.is_used(&done, |queue| queue == 0) && access.is_used(&done, |queue| queue == 1));
        access.write(stamp(0, 2));
        assert!(access.is_used(&done, |queue| queue == 0));
        assert_eq!(access.earlier, [stamp(1, 1)]);
        access.forget(|queue| queue == 1);
        assert_eq!(access.earlier, []);
    }

    #[test]
    fn commands_out_of_order_are_over_one_by_one() {
        let stamp = |number| Stamp { queue: 1, number };
        let (mut one, mut two) = (Clock::default(), Clock::default());
        one.add(stamp(2));
        one.add(stamp(4));
        assert!(one.covers(stamp(2)) && !one.covers(stamp(1)) && !one.covers(stamp(3)));
        two.add(stamp(1));
        assert!(!one.covers_all(&two) && !two.covers_all(&one));
        assert_eq!(one.beyond(&two).collect::<Vec<_>>(), [1, 1]);
        let mut both = one.clone();
        both.join(&two);
        assert!(both.of(1) == 2 && both.covers(stamp(4)) && both.covers_all(&one) && both.covers_all(&two));
        assert_eq!((both.least(&one), both.least(&two)), (one.clone(), two));
        two = both.clone();
        two.join(&one);
        assert_eq!(two, both);
        two.add(stamp(3));
        let mut through = Clock::default();
        through.advance(stamp(4));
        assert_eq!(two, through);
        assert!(two.covers_all(&one) && one.beyond(&two).next().is_none());
    }

    #[test]
    fn reads_out_of_order_are_all_waited_for() {
        let stamp = |number| Stamp { queue: 0, number };
        let (mut access, mut start) = (Access::default(), Clock::default());
        access.read(stamp(1), &start);
        access.read(stamp(2), &start);
        start.add(stamp(2));
        assert!(!access.may_write(&start));
        start.add(stamp(1));
        assert!(access.may_write(&start));
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
