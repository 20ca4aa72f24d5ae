//! Numbers of storages, events and queues. Where there are many, new ones reuse the numbers of dead ones, so that long
//! programs stay as fast as short ones.

use super::{Kind, Life, Object, Queue, Signals, State, Storage};
use crate::{Name, Process};
use ur_ipc_api::Family;

/// So many there are before a number is given again.
const MANY: usize = 64;
/// So much is remembered of what was once, of each letter.
const REMEMBERED: usize = 64;

/// A number of an object, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbered {
    Storage(usize),
    Event(usize),
    Queue(usize),
}

impl Object {
    fn number(&self) -> Option<Numbered> {
        Some(match self.kind {
            Kind::Memory { storage, .. } | Kind::Physical { storage, .. } | Kind::Mapping { storage, .. } => {
                Numbered::Storage(storage)
            }
            Kind::Event { event, .. } => Numbered::Event(event),
            Kind::Handle(handle) if handle.family == Family::Event => Numbered::Event(handle.source),
            Kind::Handle(handle) => Numbered::Storage(handle.source),
            Kind::Queue { queue, .. } => Numbered::Queue(queue),
            Kind::Context { .. } | Kind::Reserved { .. } => return None,
        })
    }
}

impl State {
    /// The number of new memory, which has one already if it is made in a section.
    pub(crate) fn add_storage(&mut self, new: Name, storage: Storage) -> usize {
        let number = self.reserved.remove(&new).or_else(|| self.dead_storage());
        put(&mut self.storages, number, storage)
    }

    /// A number for memory that is not there yet.
    pub(crate) fn reserve_storage(&mut self, maker: Process) -> Option<usize> {
        let number = self.dead_storage();
        let none = Storage { life: Life::Released, ..Storage::of(Family::Memory, maker, 0) };
        Some(put(&mut self.storages, number, none))
    }

    /// The number of a new event.
    pub(crate) fn add_event(&mut self, new: Name, signals: Signals) -> usize {
        let number = self.reserved.remove(&new).or_else(|| self.dead_event());
        put(&mut self.events, number, signals)
    }

    /// A number for an event that is not there yet.
    pub(crate) fn reserve_event(&mut self, maker: Process) -> Option<usize> {
        let number = self.dead_event();
        let none = Signals { life: Life::Released, ..Signals::of(maker, false) };
        Some(put(&mut self.events, number, none))
    }

    /// The number of a new queue. Its commands are numbered on from those of the one that had it, which are over.
    pub(crate) fn add_queue(&mut self, new: Name, queue: Queue) -> usize {
        let number = self.reserved.remove(&new).or_else(|| self.dead_queue());
        self.put_queue(number, queue)
    }

    /// A number for a queue that is not there yet.
    pub(crate) fn reserve_queue(&mut self, queue: Queue) -> Option<usize> {
        let number = self.dead_queue();
        Some(self.put_queue(number, queue))
    }

    fn put_queue(&mut self, number: Option<usize>, mut queue: Queue) -> usize {
        if let Some(number) = number {
            queue.clock.advance(self.done.last(number));
            queue.barrier = queue.clock.clone();
        }
        put(&mut self.queues, number, queue)
    }

    fn dead_storage(&mut self) -> Option<usize> {
        let is_dead = |state: &Self, number: usize| {
            let storage: &Storage = &state.storages[number];
            storage.life != Life::Held && !storage.is_used(&state.done, |_| true)
        };
        self.dead(self.storages.len(), Numbered::Storage, is_dead)
    }

    fn dead_event(&mut self) -> Option<usize> {
        let is_dead = |state: &Self, number: usize| {
            let Signals { life, last, access, .. } = &state.events[number];
            let over = last.as_ref().is_none_or(|last| state.done.covers_all(last));
            *life != Life::Held && over && !access.is_used(&state.done, |_| true)
        };
        self.dead(self.events.len(), Numbered::Event, is_dead)
    }

    fn dead_queue(&mut self) -> Option<usize> {
        let is_dead = |state: &Self, number: usize| state.done.covers_all(&state.queues[number].clock);
        self.dead(self.queues.len(), Numbered::Queue, is_dead)
    }

    /// A number of those below this that nothing has any more.
    fn dead(
        &mut self,
        count: usize,
        numbered: fn(usize) -> Numbered,
        is_dead: impl Fn(&Self, usize) -> bool,
    ) -> Option<usize> {
        if count < MANY {
            return None;
        }
        let mut held = vec![false; count];
        for number in self.objects.values().filter_map(Object::number) {
            match (number, numbered(0)) {
                (Numbered::Storage(number), Numbered::Storage(_))
                | (Numbered::Event(number), Numbered::Event(_))
                | (Numbered::Queue(number), Numbered::Queue(_)) => held[number] = true,
                _ => {}
            }
        }
        // Those that steps of a section are going to make, whatever they are.
        for number in self.reserved.values().filter(|number| **number < count) {
            held[*number] = true;
        }
        let number = (0..count).find(|number| !held[*number] && is_dead(self, *number))?;
        self.gone.retain(|_, object| object.number() != Some(numbered(number)));
        Some(number)
    }

    /// Takes an object away, and remembers that it was there.
    pub(crate) fn remove(&mut self, name: Name) -> Option<Object> {
        let object = self.objects.remove(&name)?;
        self.gone.insert(name, object.clone());
        let first = Name { number: 0, ..name };
        let mut alike =
            self.gone.range(first..).map(|(name, _)| *name).take_while(|other| other.letter == name.letter);
        if let (Some(oldest), Some(_)) = (alike.next(), alike.nth(REMEMBERED)) {
            self.gone.remove(&oldest);
        }
        Some(object)
    }
}

/// Puts it under this number, or under a new one.
fn put<T>(all: &mut Vec<T>, number: Option<usize>, value: T) -> usize {
    match number {
        Some(number) => {
            all[number] = value;
            number
        }
        None => {
            all.push(value);
            all.len() - 1
        }
    }
}
