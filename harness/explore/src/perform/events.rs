//! Events: signals and waits.

use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::null;
use ur_ipc_fixtures::api::*;
use ur_ipc_fixtures::objects::listed;
use ur_ipc_model::{Name, Observable, verb};

impl Perform for verb::Event {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut event) = (actor.context(self.context)?, EventHandle::NULL);
        let flags = if self.shared { ExpEventFlags::IPC_EXP } else { ExpEventFlags::NONE_SET };
        let (desc, device) = (ExpEventDesc::new(flags), actor.device_on(self.other)?);
        let called = actor.ur().event_create_exp(context, device, &raw const desc, &raw mut event);
        let made = Outcome::of(called);
        actor.made(self.new, made.is_good(), Thing::Event { event, context });
        Ok(made.and(Observable::Address, event.address() as u64))
    }
}

impl Perform for verb::Signal {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ((event, _), queue) = (actor.event(self.event)?, actor.queue(self.queue)?);
        let after = actor.events(&self.after)?;
        let ((count, list), mut kept) = (listed(&after), event);
        let hint = ExpEnqueueExtProperties::new(ExpEnqueueExtFlags::LOW_POWER_EVENTS_SUPPORT);
        let properties = if self.low_power { &raw const hint } else { null() };
        let ur = actor.ur();
        let called = ur.enqueue_events_wait_with_barrier_ext(queue, properties, count, list, &raw mut kept);
        let signals = Outcome::of(called).and(Observable::Kept, u64::from(kept == event));
        Ok(actor.submitted(self.queue, signals))
    }
}

impl Perform for verb::Timestamp {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, queue) = (actor.context_of_queue(self.queue)?, actor.queue(self.queue)?);
        let after = actor.events(&self.after)?;
        let ((count, list), mut event) = (listed(&after), EventHandle::NULL);
        let called = actor.ur().enqueue_timestamp_recording_exp(queue, false, count, list, &raw mut event);
        let recorded = Outcome::of(called).and(Observable::Address, event.address() as u64);
        actor.made(self.new, recorded.is_good(), Thing::Event { event, context });
        Ok(actor.submitted(self.queue, recorded))
    }
}

impl Perform for verb::Wait {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let events = actor.events(&self.events)?;
        let count = u32::try_from(events.len()).unwrap_or(u32::MAX);
        let waited = Outcome::of(actor.ur().event_wait(count, events.as_ptr()));
        let mut incomplete = 0;
        for name in self.events.iter().filter(|_| waited.is_good()) {
            let status = actor.status(*name)?;
            if !status.is_good() {
                return Ok(status);
            }
            incomplete = incomplete.max(status.observed.get(Observable::Status).unwrap_or_default());
        }
        Ok(waited.and(Observable::Status, incomplete))
    }
}

impl Perform for verb::Status {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        actor.status(self.event)
    }
}

impl Actor {
    pub(super) fn event(&self, name: Name) -> Result<(EventHandle, ContextHandle), Missing> {
        match self.thing(name)? {
            Thing::Event { event, context } => Ok((*event, *context)),
            _ => Err(Missing::Otherwise(name, "is no event")),
        }
    }

    pub(super) fn events(&self, names: &[Name]) -> Result<Vec<EventHandle>, Missing> {
        names.iter().map(|name| self.event(*name).map(|(event, _)| event)).collect()
    }
}
