//! Things behind the names of a program.

use std::collections::BTreeMap;
use ur_ipc_fixtures::api::Family;
use ur_ipc_model::{BLOCK, Call, Name, QueueKind, Step, UsmKind, verb};

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThingKind {
    Context,
    Queue,
    Memory,
    Physical,
    /// Addresses of so many blocks.
    Reserved(u32),
    /// Of so many blocks, and whether the addresses are its own.
    Mapping(u32, bool),
    Event,
    Handle(Family),
}

#[derive(Clone, Copy, Debug)]
struct Thing {
    kind: ThingKind,
    /// That it is in; a context is in itself.
    context: Name,
    /// Things that were opened have that of what they were opened from.
    source: u64,
    /// Of a queue: whether it submits commands late.
    batches: bool,
    /// It is on the second device.
    other: bool,
    /// It was allocated from a pool.
    pooled: bool,
    /// Of memory, what it was opened from, or a handle of it: the bytes of a block.
    block: u32,
}

/// Numbers to take for the address of something: one that nothing else has, and one that everything has which the process
/// could get of the same source.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    pub own: u64,
    pub shared: u64,
}

/// All that was made, and may be gone by now: names are used once.
#[derive(Debug, Default)]
pub(super) struct Things(BTreeMap<Name, Thing>);

impl Things {
    /// Takes note of what a step makes.
    pub(super) fn take(&mut self, step: &Step) -> Source {
        let Some(new) = step.call.makes() else { return Source::default() };
        let own = self.0.len() as u64 + 1;
        let of = |name: &Name| self.0.get(name).map_or((*name, own), |thing| (thing.context, thing.source));
        let (kind, (context, source)) = match &step.call {
            Call::Queue(verb::Queue { context, .. }) => (ThingKind::Queue, (*context, own)),
            Call::Alloc(verb::Alloc { context, .. }) => (ThingKind::Memory, (*context, own)),
            Call::Physical(verb::Physical { context, .. }) => (ThingKind::Physical, (*context, own)),
            Call::Event(verb::Event { context, .. }) => (ThingKind::Event, (*context, own)),
            Call::Timestamp(verb::Timestamp { queue, .. }) => (ThingKind::Event, (of(queue).0, own)),
            Call::Reserve(verb::Reserve { blocks, context, .. }) => {
                (ThingKind::Reserved(*blocks), (*context, own))
            }
            Call::Map(verb::Map { blocks, place, .. }) => {
                (ThingKind::Mapping(blocks.count(), place.is_none()), (of(&blocks.of).0, own))
            }
            Call::Get(verb::Get { of: object, .. }) => {
                let family = match self.kind(*object) {
                    ThingKind::Physical => Family::Physical,
                    ThingKind::Event => Family::Event,
                    _ => Family::Memory,
                };
                (ThingKind::Handle(family), of(object))
            }
            Call::Open(verb::Open { handle, context, .. }) => {
                let kind = match self.kind(*handle) {
                    ThingKind::Handle(Family::Physical) => ThingKind::Physical,
                    ThingKind::Handle(Family::Event) => ThingKind::Event,
                    _ => ThingKind::Memory,
                };
                (kind, (*context, of(handle).1))
            }
            _ => (ThingKind::Context, (new, own)),
        };
        let batches = matches!(step.call, Call::Queue(verb::Queue { kind: QueueKind::Batched, .. }));
        let other = match &step.call {
            Call::Queue(verb::Queue { other, .. })
            | Call::Alloc(verb::Alloc { other, .. })
            | Call::Physical(verb::Physical { other, .. })
            | Call::Open(verb::Open { other, .. }) => *other,
            _ => false,
        };
        let block = match &step.call {
            Call::Alloc(verb::Alloc { size, .. }) => *size,
            Call::Get(_) | Call::Open(_) => step.call.subject().map_or(BLOCK, |of| self.block(of)),
            _ => BLOCK,
        };
        let pooled = step.call.kind_of_memory() == Some(UsmKind::Pooled);
        self.0.insert(new, Thing { kind, context, source, batches, other, pooled, block });
        Source { own, shared: source }
    }

    /// The kind of a name in a defined step.
    pub(super) fn kind(&self, name: Name) -> ThingKind {
        self.0.get(&name).map_or(ThingKind::Context, |thing| thing.kind)
    }

    /// The bytes of a block of memory.
    pub(super) fn block(&self, name: Name) -> u32 {
        self.0.get(&name).map_or(BLOCK, |thing| thing.block)
    }

    /// True if it is a queue that submits commands late.
    pub(super) fn batches(&self, name: Name) -> bool {
        self.0.get(&name).is_some_and(|thing| thing.batches)
    }

    /// True if it was made or opened on the second device.
    pub(super) fn is_on_other(&self, name: Name) -> bool {
        self.0.get(&name).is_some_and(|thing| thing.other)
    }

    /// True if it was allocated from a pool.
    pub(super) fn is_pooled(&self, name: Name) -> bool {
        self.0.get(&name).is_some_and(|thing| thing.pooled)
    }

    /// The context that it is in.
    pub(super) fn context(&self, name: Name) -> Name {
        self.0.get(&name).map_or(name, |thing| thing.context)
    }
}
