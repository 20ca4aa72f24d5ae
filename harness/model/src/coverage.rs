//! Coverage: the situations tried so far.

mod classes;

pub(crate) use classes::Classes;

use crate::state::{Kind, Life, Origin, State};
use crate::{Call, Name, QueueKind, Step, StepModifier, UsmKind};
use classes::{DeviceClass, PairCounts};
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use ur_ipc_api::situations::{BYTES, WAIT_LIST};

/// A call, the state of what it is about, the kind of its queue, how many events it waits for and which of them are pending, how
/// large its blocks are and where, whether another process had a hand in that, and whether others are made meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    verb: Discriminant<Call>,
    /// The modifier of the step.
    modifier: StepModifier,
    /// A bit for each thing that may be so of the object.
    state: u16,
    queue: Option<QueueKind>,
    /// A class of numbers of events that it waits for, and whether the first and a later one are pending.
    waits: u8,
    /// A class of bytes of a block of what it is about or makes, which is not known of physical memory.
    size: Option<usize>,
    /// The kind of the USM memory that it is about or makes.
    usm: UsmKind,
    /// The devices of what it makes and is given.
    devices: DeviceClass,
    foreign: bool,
}

/// Counts of situations, of pairs of situations that follow each other, and of pairs of classes in steps of each verb.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    single: HashMap<Situation, u64>,
    pairs: HashMap<(Situation, Situation), u64>,
    together: PairCounts,
}

impl Coverage {
    /// Returns the number of different situations that came about.
    #[must_use]
    pub fn situations(&self) -> usize {
        self.single.len()
    }

    /// Returns the number of different pairs of situations that followed each other.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    pub(crate) fn add(&mut self, before: Option<Situation>, now: Situation, classes: &Classes) {
        self.together.add(classes);
        *self.single.entry(now).or_default() += 1;
        if let Some(before) = before {
            *self.pairs.entry((before, now)).or_default() += 1;
        }
    }

    /// Returns how well a step is known: the counts of its rarest pair of classes, of its pair of situations, and of
    /// its situation. The least is the best to try next.
    pub(crate) fn known(
        &self,
        before: Option<Situation>,
        now: Situation,
        classes: &Classes,
    ) -> (u32, u64, u64) {
        let pair = before.and_then(|before| self.pairs.get(&(before, now))).copied().unwrap_or(0);
        (self.together.least(classes), pair, self.single.get(&now).copied().unwrap_or(0))
    }
}

impl State {
    /// The situation that a step is taken in.
    #[must_use]
    pub fn situation(&self, step: &Step) -> Situation {
        let (verb, modifier) = (discriminant(&step.call), step.modifier);
        let object = step.call.subject().and_then(|name| Some((name, self.objects.get(&name)?)));
        let together = u16::from(step.place.is_some()) << 15;
        let Some((name, object)) = object else {
            return Situation {
                verb,
                modifier,
                state: together,
                queue: None,
                waits: 0,
                size: None,
                usm: UsmKind::Device,
                devices: self.device_class(&step.call),
                foreign: false,
            };
        };
        let source = match object.kind {
            Kind::Memory { storage, .. } | Kind::Physical { storage, .. } | Kind::Mapping { storage, .. } => {
                Some((false, storage))
            }
            Kind::Event { event, .. } => Some((true, event)),
            Kind::Handle(handle) => Some((handle.family == ur_ipc_api::Family::Event, handle.source)),
            Kind::Context { .. } | Kind::Queue { .. } | Kind::Reserved { .. } => None,
        };
        let mut foreign = object.process != step.process;
        let mut state = match object.kind {
            Kind::Context { references, .. } => u16::from(references > 1),
            Kind::Queue { queue, .. } => 2 + u16::from(self.done.covers_all(&self.queues[queue].clock)),
            Kind::Memory { imported, .. } => 4 + u16::from(imported),
            Kind::Physical { origin, references, .. } => 6 + of(origin) + 3 * u16::from(references > 1),
            Kind::Mapping { ref parts, .. } if parts.contains(&None) => 29,
            Kind::Mapping { ref parts, .. } if parts.iter().any(|part| *part != parts[0]) => 30,
            Kind::Mapping { place: None, .. } => 12,
            Kind::Mapping { place: Some(place), .. } => {
                if self.has_next(place) {
                    28
                } else {
                    25
                }
            }
            Kind::Reserved { .. } => 26 + u16::from(self.mapped_in(name).next().is_some()),
            Kind::Event { origin, references, .. } => 13 + of(origin) + 3 * u16::from(references > 1),
            Kind::Handle(handle) => 19 + 2 * handle.family as u16 + u16::from(handle.again),
        };
        state |= together;
        let mut bit = |at: u16, is: bool| state |= u16::from(is) << at;
        if let Some((is_event, source)) = source {
            let (life, exported) = if is_event {
                let signals = &self.events[source];
                foreign |= signals.signaller.is_some_and(|signaller| signaller != step.process);
                bit(5, signals.last.is_some());
                bit(6, signals.last.as_ref().is_some_and(|last| !self.done.covers_all(last)));
                bit(7, signals.last.as_ref().is_some_and(|last| self.is_held_back(last)));
                (signals.life, signals.exported)
            } else {
                let storage = &self.storages[source];
                foreign |= storage.blocks[0].writer.is_some_and(|writer| writer != step.process);
                bit(5, storage.is_used(&self.done, |_| true));
                bit(6, self.mapping_of(name).is_some());
                bit(7, storage.blocks.len() > 1);
                (storage.life, storage.exported)
            };
            bit(8, life == Life::Released);
            bit(9, life == Life::Died);
            bit(10, exported);
            let imports = self.objects.values().filter(|other| match other.kind {
                Kind::Memory { storage, imported, .. } => !is_event && imported && storage == source,
                Kind::Physical { storage, origin, .. } => {
                    !is_event && origin == Origin::Imported && storage == source
                }
                Kind::Event { event, origin, .. } => {
                    is_event && origin == Origin::Imported && event == source
                }
                _ => false,
            });
            let imports = imports.count();
            bit(11, imports > 0);
            bit(12, imports > 1);
        }
        bit(13, !self.objects.contains_key(&object.context));
        bit(14, !self.holds.is_empty());
        let queue = self.kind_of_queue(&step.call);
        let awaited = step.call.awaited();
        let pending = |name: &Name| match self.objects.get(name).map(|object| &object.kind) {
            Some(Kind::Event { event, .. }) => {
                self.events[*event].last.as_ref().is_some_and(|last| !self.done.covers_all(last))
            }
            _ => false,
        };
        let first = u8::from(awaited.first().is_some_and(pending)) << 4;
        let later = u8::from(awaited.iter().skip(1).any(pending)) << 5;
        let waits = class_of_list(&awaited) | first | later;
        let size = step.call.bytes_of_block().or_else(|| match source {
            Some((false, storage)) => Some(self.storages[storage].bytes),
            _ => None,
        });
        let size = size.filter(|bytes| *bytes > 0).map(|bytes| BYTES.class_of(bytes.into()));
        let usm = step.call.kind_of_memory().unwrap_or(match source {
            Some((false, storage)) => self.storages[storage].kind,
            _ => UsmKind::Device,
        });
        let devices = self.device_class(&step.call);
        Situation { verb, modifier, state, queue, waits, size, usm, devices, foreign }
    }
}

/// The class of a wait list, and whether one event is in it twice.
fn class_of_list(events: &[Name]) -> u8 {
    let twice = (1..events.len()).any(|at| events[..at].contains(&events[at]));
    let class = WAIT_LIST.class_of(events.len() as u64) as u8;
    if twice { class + 8 } else { class }
}

fn of(origin: Origin) -> u16 {
    match origin {
        Origin::Plain => 0,
        Origin::Shared => 1,
        Origin::Imported => 2,
    }
}
