//! Events: signals and waits.

use super::Verb;
use super::physical::UNSUPPORTED;
use crate::generate::{Draft, ENOUGH};
use crate::state::{
    Clock, Kind, Life, ListedEvents, NotEnabled, Object, ObservedCapability, Order, Origin, Signals, State,
    why,
};
use crate::{Allowed, Call, Name, Observable, Observed, Process, QueueKind, Values, verb};
use ur_ipc_api::{EventStatus, Family, UrResult};

impl Verb for verb::Event {
    const FAMILY: Option<Family> = Some(Family::Event);

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.has_events()?;
        state.has_device(process, self.context, self.other)?;
        state.free_to_call(process)?;
        Ok(match (self.shared, state.device.event) {
            (false, _) => Allowed::default(),
            // The flag is refused, or the event cannot be exported.
            (true, false) => {
                Allowed::codes(&[UrResult::SUCCESS, UNSUPPORTED], &["event.create.ipc_unsupported"])
            }
            (true, true) => {
                let says = &["event.create.ipc_flag", "device_info.event_true_means_usable"];
                Allowed::success(says).rule(Observable::Address, Values::AllBut(vec![0]), says)
            }
        })
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let event = state.add_event(self.new, Signals::of(process, self.other));
        let origin = if self.shared && state.device.event { Origin::Shared } else { Origin::Plain };
        let address = observed.get(Observable::Address);
        let kind = Kind::Event { event, references: 1, origin, address };
        state.make_on(process, self.new, self.context, kind, self.other);
    }

    fn reserve(&self, state: &mut State, process: Process) -> Option<usize> {
        state.reserve_event(process)
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (context, shared, _) = draft.something(process)?;
        let held = draft.count(process, |kind| matches!(kind, Kind::Event { .. }));
        (held < ENOUGH).then(|| {
            let other = draft.other(context);
            Self { new: draft.name('e'), context, shared, other }
        })
    }
}

impl Verb for verb::Signal {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.has_events()?;
        let Self { event: name, queue, after, .. } = self;
        let (event, object) = state.event(process, *name)?;
        let (number, context) = state.queue(process, *queue)?;
        state.has_room(process, number)?;
        if object.context != context {
            return why(*name, "is in another context than the queue");
        }
        if let Some(same) = after.iter().find(|other| state.is_one_event(*name, **other)) {
            return why(*same, "would wait for itself");
        }
        let signals = &state.events[event];
        if signals.recorded {
            return why(*name, "is of a recording, and is signalled by that alone");
        }
        if signals.life != Life::Held {
            return why(*name, "has no source any more");
        }
        let (_, start) = state.start(process, *queue, after, self.order())?;
        if !signals.access.may_write(&start) {
            return why(*name, "has a signal or a wait that this is not ordered with");
        }
        let says = match &object.kind {
            Kind::Event { origin: Origin::Imported, .. } => {
                &["event.imported.signal_seen_by_source", "cross_process.event.consumer_signal"][..]
            }
            Kind::Event { origin: Origin::Shared, .. } => {
                &["event.put.keeps_source", "cross_process.event.producer_signal"]
            }
            _ => return Ok(Allowed::default()),
        };
        let listed = state.listed(process, number, after);
        if state.queues[number].other != signals.other || listed == ListedEvents::Unsaid {
            // It signals, or refuses to.
            return Ok(Allowed::default());
        }
        let (mut lists, kind) = (says.to_vec(), state.queues[number].kind);
        if kind == QueueKind::Profiling {
            // It signals, or refuses to.
            let (says, codes) = (&["event.imported.queue_kinds"], UrResult::NAMED);
            return Ok(Allowed::codes(codes, says).only(Observable::Kept, 1, says));
        }
        lists.extend((kind != QueueKind::InOrder).then_some("event.imported.queue_kinds"));
        if !after.is_empty() {
            lists.extend(["event.imported.signal_wait_list", "cross_process.event.signal_wait_list"]);
        }
        lists.extend((listed == ListedEvents::Elsewhere).then_some("cross_process.event.other_device"));
        Ok(Allowed::success(&lists).only(Observable::Kept, 1, says))
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let order = self.order();
        let Ok((number, start)) = state.start(process, self.queue, &self.after, order) else { return };
        let Ok((event, _)) = state.event(process, self.event) else { return };
        let (stamp, over) = state.enqueue(number, order, &start);
        state.note_waits(process, &self.after, stamp, &start);
        let (timed, by_other) =
            (state.queues[number].kind == QueueKind::Profiling, state.queues[number].other);
        let signals = &mut state.events[event];
        signals.access.write(stamp);
        signals.last = Some(over);
        signals.timed |= timed;
        signals.signaller = Some(process);
        signals.by_other = by_other;
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let event = draft.own(process, |kind| matches!(kind, Kind::Event { .. }))?;
        let queue = draft.queue_beside(event)?;
        let mut after = draft.wait_list(process, queue);
        after.retain(|other| !draft.state.is_one_event(event, *other));
        let low_power = draft.chance(4);
        Some(Self { event, queue, low_power, after })
    }
}

impl verb::Signal {
    /// A barrier waits for all before it where it waits for no events.
    const fn order(&self) -> Order {
        if self.after.is_empty() { Order::FullBarrier } else { Order::Barrier }
    }
}

impl Verb for verb::Timestamp {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        if !state.device.timestamps {
            return Err(NotEnabled::not("the device records no times"));
        }
        let waits = state.judge_command(process, self.queue, &self.after, &[])?;
        let (number, _) = state.queue(process, self.queue)?;
        // A device may record no times in queues of some kinds.
        let known = state.capabilities.contains(&ObservedCapability::Records(state.queues[number].kind));
        Ok(if known { waits } else { Allowed::default() })
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let Ok((number, context)) = state.queue(process, self.queue) else { return };
        let Ok((_, start)) = state.start(process, self.queue, &self.after, Order::Free) else { return };
        let (stamp, over) = state.enqueue(number, Order::Free, &start);
        state.note_waits(process, &self.after, stamp, &start);
        let other = state.queues[number].other;
        let mut signals = Signals::of(process, other);
        signals.access.write(stamp);
        let signals = Signals { last: Some(over), signaller: Some(process), recorded: true, ..signals };
        let event = state.add_event(self.new, signals);
        let address = observed.get(Observable::Address);
        let kind = Kind::Event { event, references: 1, origin: Origin::Plain, address };
        state.make_on(process, self.new, context, kind, other);
        if !self.after.iter().any(|name| state.is_imported(process, *name)) {
            state.capabilities.insert(ObservedCapability::Records(state.queues[number].kind));
        }
    }

    fn reserve(&self, state: &mut State, process: Process) -> Option<usize> {
        state.reserve_event(process)
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let queue = draft.own(process, |kind| matches!(kind, Kind::Queue { .. }))?;
        let after = draft.wait_list(process, queue);
        let held = draft.count(process, |kind| matches!(kind, Kind::Event { .. }));
        (held < ENOUGH).then(|| Self { new: draft.name('e'), queue, after })
    }
}

/// A new event, and a signal of it.
pub(crate) fn signalled(event: Name, context: Name, shared: bool, queue: Name) -> [Call; 2] {
    let signal = verb::Signal { event, queue, low_power: false, after: Vec::new() };
    [verb::Event { new: event, context, shared, other: false }.into(), signal.into()]
}

impl Verb for verb::Wait {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let events = &self.events;
        let mut says = Vec::new();
        for name in events {
            let (event, object) = state.event(process, *name)?;
            state.free_to_wait(state.signal_of(*name, event)?)?;
            says.extend_from_slice(state.wait_says(object, event, process));
            if object.is_imported() && !state.has_handle(Family::Event, event) {
                says.push("event.put.keeps_opened");
            }
        }
        let (_, first) = state.event(process, events[0])?;
        let together = events
            .iter()
            .all(|name| state.event(process, *name).is_ok_and(|(_, object)| object.context == first.context));
        if !together {
            return why(events[0], "is in another context than the others");
        }
        if events.len() > 1 {
            says.push("event.imported.wait_all");
        }
        if says.is_empty() {
            return Ok(Allowed::default());
        }
        // Who has waited for something finds it complete.
        says.extend(["event.imported.info_basic", "event.imported.signal_seen_by_source"]);
        Ok(Allowed::success(&says).only(Observable::Status, COMPLETE, &says))
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        for name in &self.events {
            if let Ok((event, _)) = state.event(process, *name)
                && let Some(last) = state.events[event].last.clone()
            {
                state.done.join(&last);
            }
        }
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let first = draft.own(process, |kind| matches!(kind, Kind::Event { .. }))?;
        let mut events = vec![first];
        if draft.chance(3) {
            let context = draft.state.objects.get(&first)?.context;
            events.extend(draft.events_of(process, context));
        }
        Some(Self { events })
    }
}

impl Verb for verb::Status {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let (event, object) = state.event(process, self.event)?;
        let says = match &object.kind {
            Kind::Event { origin: Origin::Imported, .. } => {
                &["event.imported.info_basic", "event.imported.sees_source_signal"][..]
            }
            Kind::Event { origin: Origin::Shared, .. } => {
                &["event.put.keeps_source", "event.imported.signal_seen_by_source"]
            }
            _ => return Ok(Allowed::default()),
        };
        let allowed = Allowed::success(says);
        Ok(match &state.events[event].last {
            Some(last) if state.done.covers_all(last) => allowed.only(Observable::Status, COMPLETE, says),
            Some(last) if state.is_held_back(last) => {
                let pending = &["event.imported.pending_status", "event.imported.signal_wait_list"];
                allowed.rule(Observable::Status, Values::AllBut(vec![COMPLETE]), pending)
            }
            _ => {
                let known = [EventStatus::RUNNING, EventStatus::SUBMITTED, EventStatus::QUEUED];
                let known = known.iter().map(|status| status.0.into()).chain([COMPLETE]).collect();
                allowed.rule(Observable::Status, Values::OneOf(known), says)
            }
        })
    }
}

const COMPLETE: u64 = EventStatus::COMPLETE.0 as u64;

impl State {
    fn has_events(&self) -> Result<(), NotEnabled> {
        match self.device.reusable_events {
            true => Ok(()),
            false => Err(NotEnabled::not("the device has no reusable events")),
        }
    }

    /// Whether two names lead to one event.
    fn is_one_event(&self, one: Name, other: Name) -> bool {
        let event = |name| match self.objects.get(&name).map(|object| &object.kind) {
            Some(Kind::Event { event, .. }) => Some(*event),
            _ => None,
        };
        event(one).is_some_and(|one| event(other) == Some(one))
    }

    /// An event of the process in this context by whose signal all is over that is by then: one that was not opened, which stays as
    /// long as its signal is pending, and its context with it.
    pub(crate) fn teller(&self, process: Process, context: Name, clock: &Clock) -> Option<Name> {
        let mut own = self.objects.iter().filter(|(_, object)| {
            object.process == process && object.context == context && !object.is_imported()
        });
        let tells = |name: Name, kind: &Kind| match kind {
            Kind::Event { event, .. } => self.signal_of(name, *event).is_ok_and(|last| {
                let mut over = self.done.clone();
                over.join(last);
                over.covers_all(clock)
            }),
            _ => false,
        };
        own.find(|(name, object)| tells(**name, &object.kind)).map(|(name, _)| *name)
    }

    /// When the last signal of an event comes that may be waited for.
    pub(crate) fn signal_of(&self, name: Name, event: usize) -> Result<&Clock, NotEnabled> {
        let signals = &self.events[event];
        let Some(last) = &signals.last else { return why(name, "was never signalled") };
        if signals.life != Life::Held && !self.done.covers_all(last) {
            return why(name, "has a signal pending, and its source is no more");
        }
        Ok(last)
    }

    /// Lists the requirements which say that a wait for this event ends.
    fn wait_says(&self, object: &Object, event: usize, process: Process) -> &'static [&'static str] {
        let signals = &self.events[event];
        let foreign = signals.signaller != Some(process);
        match (&object.kind, signals.life) {
            (Kind::Event { origin: Origin::Plain, .. }, _) => &[],
            (_, Life::Died) => &["cross_process.event.producer_death"],
            (_, Life::Released) => &["lifetime.event.import_survives_source", "lifetime.event.not_recycled"],
            _ if signals.signaller.is_some_and(|signaller| self.has_ended(signaller)) => {
                &["cross_process.event.consumer_death"]
            }
            (Kind::Event { origin: Origin::Imported, .. }, _) if foreign => &[
                "event.imported.wait_signalled",
                "cross_process.event.producer_signal",
                "cross_process.event.repeated_signals",
            ],
            (Kind::Event { origin: Origin::Imported, .. }, _) => &["event.imported.wait_signalled"],
            _ if foreign => &["cross_process.event.consumer_signal", "event.imported.resignal"],
            _ => &["event.put.keeps_source"],
        }
    }
}
