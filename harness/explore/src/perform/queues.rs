//! Contexts and queues.

use super::gate::{Gate, occupy};
use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::null;
use std::sync::{Arc, PoisonError};
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{Name, QueueKind, verb};

impl Perform for verb::Context {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (mut devices, mut context) = (vec![actor.device()], ContextHandle::NULL);
        if self.both {
            devices.push(actor.device_on(true)?);
        }
        let (count, devices) = (u32::from(self.both) + 1, devices.as_ptr());
        let made = Outcome::of(actor.ur().context_create(count, devices, null(), &raw mut context));
        actor.made(self.new, made.is_good(), Thing::Context(context));
        Ok(made)
    }
}

impl Perform for verb::Queue {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut queue) = (actor.context(self.context)?, QueueHandle::NULL);
        let device = actor.device_on(self.other)?;
        let properties = QueueProperties::new(self.kind.flags());
        let usual = self.kind == QueueKind::InOrder;
        let properties = if usual { null() } else { &raw const properties };
        let made = Outcome::of(actor.ur().queue_create(context, device, properties, &raw mut queue));
        let batches = self.kind == QueueKind::Batched;
        let thing = Thing::Queue { queue, context, device, batches, gate: Arc::default() };
        actor.made(self.new, made.is_good(), thing);
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
        let held = Outcome::of(called);
        Ok(actor.submitted(self.queue, held))
    }
}

impl Perform for verb::Unblock {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        // Dropped, it lets go.
        actor.hold(self.queue, None);
        Ok(Outcome::good())
    }
}

impl Perform for verb::Busy {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let busy = Outcome::of(occupy(actor.ur(), actor.queue(self.queue)?));
        Ok(actor.submitted(self.queue, busy))
    }
}

impl Actor {
    /// Has a queue submit what it batches, so that nobody waits in vain for what was enqueued; one that never batches need not
    /// offer that.
    pub(super) fn submitted(&self, queue: Name, enqueued: Outcome) -> Outcome {
        match self.things.get(&queue) {
            Some(Thing::Queue { queue, batches: true, .. }) if enqueued.is_good() => {
                let flushed = self.ur().queue_flush(*queue);
                if flushed.result.is_unsupported() { enqueued } else { enqueued.then(flushed) }
            }
            _ => enqueued,
        }
    }

    /// Keeps what holds a queue, or lets it go.
    fn hold(&self, queue: Name, by: Option<Gate>) {
        if let Some(Thing::Queue { gate, .. }) = self.things.get(&queue) {
            *gate.lock().unwrap_or_else(PoisonError::into_inner) = by;
        }
    }
}
