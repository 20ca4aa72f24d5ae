//! Contexts and queues.

use super::Verb;
use crate::generate::{Draft, ENOUGH};
use crate::state::{Kind, NotEnabled, Order, Queue, State, why};
use crate::{Allowed, Observed, Process, verb};

impl Verb for verb::Context {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.free_to_call(process)?;
        if self.both && !state.device.second {
            return Err(NotEnabled::not(
                "the platform has no second device of the same capabilities where each of the two reaches the other",
            ));
        }
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        state.make(process, self.new, self.new, Kind::Context { references: 1, both: self.both });
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let few = draft.count(process, |kind| matches!(kind, Kind::Context { .. })) < 2;
        few.then(|| Self { new: draft.name('c'), both: draft.both() })
    }
}

impl Verb for verb::Queue {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.has_device(process, self.context, self.other)?;
        state.free_to_call(process)?;
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let queue = state.add_queue(self.new, Queue::of(process, self.context, self.kind, self.other));
        state.make_on(process, self.new, self.context, Kind::Queue { queue, references: 1 }, self.other);
    }

    fn reserve(&self, state: &mut State, process: Process) -> Option<usize> {
        state.reserve_queue(Queue::of(process, self.context, self.kind, self.other))
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        if draft.count(process, |kind| matches!(kind, Kind::Queue { .. })) >= ENOUGH {
            return None;
        }
        let kind = draft.queue_kind();
        let context = draft.in_context(process)?;
        Some(Self { new: draft.name('q'), context, kind, other: draft.other(context) })
    }
}

impl Verb for verb::Finish {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let (number, _) = state.queue(process, self.queue)?;
        state.free_to_wait(&state.queues[number].clock)?;
        Ok(match state.shares_something(process) {
            true => Allowed::success(&["memory.source_undisturbed", "physical_memory.put.keeps_source"]),
            false => Allowed::default(),
        })
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        if let Ok((queue, _)) = state.queue(process, self.queue) {
            let clock = state.queues[queue].clock.clone();
            state.done.join(&clock);
        }
    }
}

impl Verb for verb::Hold {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let (number, _) = state.queue(process, self.queue)?;
        state.has_host_tasks()?;
        if state.is_held_back(&state.queues[number].clock) {
            return why(self.queue, "has work that is held back");
        }
        state.has_room(process, number)?;
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        if let Ok((queue, _)) = state.queue(process, self.queue) {
            let (stamp, _) = state.enqueue(queue, Order::Free, &state.begins(queue, Order::Free));
            state.holds.push((self.queue, stamp));
            // What is the same in another order is to look the same.
            state.holds.sort_by_key(|(name, _)| *name);
        }
    }
}

impl Verb for verb::Unblock {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        if !state.holds.iter().any(|(held, _)| *held == self.queue) {
            return why(self.queue, "is not held");
        }
        state.queue(process, self.queue)?;
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        state.holds.retain(|(held, _)| *held != self.queue);
    }
}

impl Verb for verb::Busy {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let (number, _) = state.queue(process, self.queue)?;
        state.has_host_tasks()?;
        state.has_room(process, number)?;
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        if let Ok((queue, _)) = state.queue(process, self.queue) {
            state.enqueue(queue, Order::Free, &state.begins(queue, Order::Free));
        }
    }
}

impl State {
    fn has_host_tasks(&self) -> Result<(), NotEnabled> {
        if self.device.host_tasks { Ok(()) } else { Err(NotEnabled::not("the device has no host functions")) }
    }

    /// Whether the process holds a handle, or something that was opened.
    fn shares_something(&self, process: Process) -> bool {
        let shared = |kind: &Kind| match kind {
            Kind::Handle(_) => true,
            Kind::Memory { imported, .. } => *imported,
            _ => false,
        };
        self.objects.values().any(|object| object.process == process && shared(&object.kind))
    }
}
