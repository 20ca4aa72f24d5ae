//! Contexts and queues.

use crate::state::{Clock, Kind, Queue, Stamp, State, Why, why};
use crate::{Allowed, Call, Process};

impl State {
    pub(super) fn judge_queues(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        match call {
            Call::Context { .. } => self.free_to_call(process)?,
            Call::Queue { context, .. } => {
                self.context(process, *context)?;
                self.free_to_call(process)?;
            }
            Call::Finish { queue } => {
                let (number, _) = self.queue(process, *queue)?;
                self.free_to_wait(&self.queues[number].clock)?;
                if self.shares_something(process) {
                    return Ok(Allowed::success(&[
                        "memory.source_undisturbed",
                        "physical_memory.put.keeps_source",
                    ]));
                }
            }
            Call::Hold { queue } => {
                let (number, _) = self.queue(process, *queue)?;
                if !self.device.host_tasks {
                    return Err(Why::not("the device has no host functions"));
                }
                if self.is_held_back(&self.queues[number].clock) {
                    return why(*queue, "has work that is held back");
                }
            }
            Call::Busy { queue } => {
                self.queue(process, *queue)?;
                if !self.device.host_tasks {
                    return Err(Why::not("the device has no host functions"));
                }
            }
            Call::Let { queue } => {
                if !self.holds.iter().any(|(held, _)| held == queue) {
                    return why(*queue, "is not held");
                }
                self.queue(process, *queue)?;
            }
            _ => unreachable!("not about queues"),
        }
        Ok(Allowed::default())
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

    pub(super) fn take_queues(&mut self, process: Process, call: &Call) {
        match *call {
            Call::Context { new } => self.make(process, new, new, Kind::Context { references: 1 }),
            Call::Queue { new, context } => {
                let made = Queue { process, clock: Clock::default() };
                let queue = Self::number(&mut self.reserved, &mut self.queues, new, made);
                self.make(process, new, context, Kind::Queue { queue });
            }
            Call::Finish { queue } => {
                if let Ok((queue, _)) = self.queue(process, queue) {
                    let clock = self.queues[queue].clock.clone();
                    self.done.join(&clock);
                }
            }
            Call::Hold { queue: name } => {
                if let Ok((queue, _)) = self.queue(process, name) {
                    let stamp: Stamp = self.enqueue(queue, &self.done.clone());
                    self.holds.push((name, stamp));
                    // What is the same in another order is to look the same.
                    self.holds.sort_by_key(|(name, _)| *name);
                }
            }
            Call::Busy { queue } => {
                if let Ok((queue, _)) = self.queue(process, queue) {
                    self.enqueue(queue, &self.done.clone());
                }
            }
            Call::Let { queue } => self.holds.retain(|(held, _)| *held != queue),
            _ => unreachable!("not about queues"),
        }
    }
}
