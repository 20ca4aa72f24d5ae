//! Events: signals and waits.

use super::physical::UNSUPPORTED;
use crate::state::{Clock, Kind, Life, Origin, Signals, State, Why, why};
use crate::{Allowed, Call, Name, Observed, Process, Values, What};
use ur_ipc_api::{EventStatus, Family, UrResult};

impl State {
    /// When the last signal of an event comes that may be waited for.
    pub(crate) fn signal_of(&self, name: Name, event: usize) -> Result<&Clock, Why> {
        let signals = &self.events[event];
        let Some(last) = &signals.last else { return why(name, "was never signalled") };
        if signals.life != Life::Held && !self.done.covers_all(last) {
            return why(name, "has a signal pending, and its source is no more");
        }
        Ok(last)
    }

    pub(super) fn judge_event(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        if !self.device.reusable_events {
            return Err(Why::not("the device has no reusable events"));
        }
        match call {
            Call::Event { context, shared, .. } => {
                self.context(process, *context)?;
                self.free_to_call(process)?;
                Ok(match (*shared, self.device.event) {
                    (false, _) => Allowed::default(),
                    // The flag is refused, or the event cannot be exported.
                    (true, false) => {
                        let codes = [UrResult::SUCCESS, UNSUPPORTED];
                        Allowed::codes(&codes, &["event.create.ipc_unsupported"])
                    }
                    (true, true) => {
                        let says = &["event.create.ipc_flag", "device_info.event_true_means_usable"];
                        Allowed::success(says).rule(What::Address, Values::AllBut(vec![0]), says)
                    }
                })
            }
            Call::Signal { event: name, queue, after } => {
                let (event, object) = self.event(process, *name)?;
                let (_, context) = self.queue(process, *queue)?;
                if object.context != context {
                    return why(*name, "is in another context than the queue");
                }
                let is_same =
                    |other: &&Name| self.event(process, **other).is_ok_and(|(other, _)| other == event);
                if let Some(same) = after.iter().find(is_same) {
                    return why(*same, "would wait for itself");
                }
                let signals = &self.events[event];
                if signals.life != Life::Held {
                    return why(*name, "has no source any more");
                }
                let (_, start) = self.start(process, *queue, after)?;
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
                let mut lists = says.to_vec();
                if !after.is_empty() {
                    lists.extend(["event.imported.signal_wait_list", "cross_process.event.signal_wait_list"]);
                }
                Ok(Allowed::success(&lists).only(What::Kept, 1, says))
            }
            Call::Wait { events } => {
                let mut says = Vec::new();
                for name in events {
                    let (event, object) = self.event(process, *name)?;
                    self.free_to_wait(self.signal_of(*name, event)?)?;
                    says.extend_from_slice(self.wait_says(object, event, process));
                    if object.is_imported() && !self.has_handle(Family::Event, event) {
                        says.push("event.put.keeps_opened");
                    }
                }
                let (_, first) = self.event(process, events[0])?;
                let together = events.iter().all(|name| {
                    self.event(process, *name).is_ok_and(|(_, object)| object.context == first.context)
                });
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
                let complete = u64::from(EventStatus::COMPLETE.0);
                Ok(Allowed::success(&says).only(What::Status, complete, &says))
            }
            Call::Status { event: name } => {
                let (event, object) = self.event(process, *name)?;
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
                let complete = u64::from(EventStatus::COMPLETE.0);
                Ok(match &self.events[event].last {
                    Some(last) if self.done.covers_all(last) => allowed.only(What::Status, complete, says),
                    Some(last) if self.is_held_back(last) => {
                        let pending = &["event.imported.pending_status", "event.imported.signal_wait_list"];
                        allowed.rule(What::Status, Values::AllBut(vec![complete]), pending)
                    }
                    _ => {
                        let known = [EventStatus::RUNNING, EventStatus::SUBMITTED, EventStatus::QUEUED];
                        let known = known.iter().map(|status| status.0.into()).chain([complete]).collect();
                        allowed.rule(What::Status, Values::OneOf(known), says)
                    }
                })
            }
            _ => unreachable!("not about events"),
        }
    }

    /// Which requirements say that a wait for this comes to its end.
    fn wait_says(
        &self,
        object: &crate::state::Object,
        event: usize,
        process: Process,
    ) -> &'static [&'static str] {
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

    pub(super) fn take_event(&mut self, process: Process, call: &Call, observed: &Observed) {
        match call {
            Call::Event { new, context, shared } => {
                let event = Self::number(&mut self.reserved, &mut self.events, *new, Signals::of(process));
                let origin = if *shared && self.device.event { Origin::Shared } else { Origin::Plain };
                let address = observed.get(What::Address);
                self.make(process, *new, *context, Kind::Event { event, references: 1, origin, address });
            }
            Call::Signal { event, queue, after } => {
                let Ok((number, start)) = self.start(process, *queue, after) else { return };
                let Ok((event, _)) = self.event(process, *event) else { return };
                let stamp = self.enqueue(number, &start);
                self.note_waits(process, after, stamp);
                let clock = self.queues[number].clock.clone();
                let signals = &mut self.events[event];
                signals.access.write(stamp);
                signals.last = Some(clock);
                signals.signaller = Some(process);
            }
            Call::Wait { events } => {
                for name in events {
                    if let Ok((event, _)) = self.event(process, *name)
                        && let Some(last) = self.events[event].last.clone()
                    {
                        self.done.join(&last);
                    }
                }
            }
            Call::Status { .. } => {}
            _ => unreachable!("not about events"),
        }
    }
}
