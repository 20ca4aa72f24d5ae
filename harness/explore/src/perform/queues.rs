//! Contexts and queues.

use super::gate::{Gate, occupy};
use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::null;
use std::sync::{Arc, PoisonError};
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{Name, verb};

impl Perform for verb::Context {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (device, mut context) = (actor.device(), ContextHandle::NULL);
        let made = Outcome::of(actor.ur().context_create(1, &raw const device, null(), &raw mut context));
        actor.made(self.new, made.is_good(), Thing::Context(context));
        Ok(made)
    }
}

impl Perform for verb::Queue {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut queue) = (actor.context(self.context)?, QueueHandle::NULL);
        let made = Outcome::of(actor.ur().queue_create(context, actor.device(), null(), &raw mut queue));
        actor.made(self.new, made.is_good(), Thing::Queue { queue, gate: Arc::default() });
        Ok(made)
    }
}

impl Perform for verb::Finish {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        Ok(Outcome::of(actor.ur().queue_finish(actor.queue(self.queue)?)))
    }
}

impl Perform for verb::Hold {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (gate, called) = Gate::close(actor.ur(), actor.queue(self.queue)?);
        actor.hold(self.queue, gate);
        Ok(Outcome::of(called))
    }
}

impl Perform for verb::Let {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        // Dropped, it lets go.
        actor.hold(self.queue, None);
        Ok(Outcome::good())
    }
}

impl Perform for verb::Busy {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        Ok(Outcome::of(occupy(actor.ur(), actor.queue(self.queue)?)))
    }
}

impl Actor {
    /// Keeps what holds a queue, or lets it go.
    fn hold(&self, queue: Name, by: Option<Gate>) {
        if let Some(Thing::Queue { gate, .. }) = self.things.get(&queue) {
            *gate.lock().unwrap_or_else(PoisonError::into_inner) = by;
        }
    }
}
