//! Physical memory, and mapping it.

use super::Verb;
use crate::generate::{Draft, ENOUGH};
use crate::state::{Kind, Life, NotEnabled, Object, ObservedCapability, Origin, State, Storage, why};
use crate::{Allowed, Blocks, Name, Observable, Observed, Process, Rights, Span, Values, verb};
use ur_ipc_api::{Family, UrResult};

impl Verb for verb::Physical {
    const FAMILY: Option<Family> = Some(Family::Physical);

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.maps_memory(process)?;
        state.has_device(process, self.context, self.other)?;
        if !self.shared || !state.device.physical {
            // A device that does not share may refuse, or make what cannot be exported.
            return Ok(Allowed::default());
        }
        let says = &["physical_memory.create.enable_ipc", "device_info.physical_true_means_usable"];
        Ok(Allowed::success(says).rule(Observable::Address, Values::AllBut(vec![0]), says))
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let made = Storage { other: self.other, ..Storage::of(Family::Physical, process, self.blocks) };
        let storage = state.add_storage(self.new, made);
        let origin = if self.shared { Origin::Shared } else { Origin::Plain };
        let address = observed.get(Observable::Address);
        let kind = Kind::Physical { storage, references: 1, origin, address };
        state.make_on(process, self.new, self.context, kind, self.other);
    }

    fn reserve(&self, state: &mut State, process: Process) -> Option<usize> {
        state.reserve_storage(process)
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (context, shared, blocks) = draft.something(process)?;
        let held = draft.count(process, |kind| matches!(kind, Kind::Physical { .. }));
        (held < ENOUGH).then(|| {
            let other = draft.other(context);
            Self { new: draft.name('p'), blocks, context, shared, other }
        })
    }
}

impl Verb for verb::PhysicalWrong {
    const FAMILY: Option<Family> = Some(Family::Physical);

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.maps_memory(process)?;
        state.context(process, self.context)?;
        let codes = [UrResult::ERROR_INVALID_SIZE];
        Ok(Allowed::codes(&codes, &["physical_memory.create.size_granularity"]))
    }
}

impl Verb for verb::Reserve {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.maps_memory(process)?;
        state.context(process, self.context)?;
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        state.make(process, self.new, self.context, Kind::Reserved { blocks: self.blocks });
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (context, _, blocks) = draft.something(process)?;
        let held = draft.count(process, |kind| matches!(kind, Kind::Reserved { .. }));
        (held < FEW).then(|| Self { new: draft.name('r'), blocks: blocks + 1, context })
    }
}

impl Verb for verb::Map {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.maps_memory(process)?;
        let Self { blocks, access, .. } = self;
        let object = state.usable(process, blocks.of)?;
        if let Some(place) = self.place {
            state.judge_place(process, place, *blocks)?;
        }
        let Kind::Physical { storage, origin, .. } = object.kind else {
            return why(blocks.of, "is no physical memory");
        };
        let most = state.storages[storage].blocks.len() as u32;
        if blocks.to > most || blocks.from >= blocks.to {
            return why(blocks.of, "has not so many blocks");
        }
        let part = (blocks.from, blocks.to) != (0, most);
        let (twice, reads) = (state.mapping_of(blocks.of).is_some(), *access == Rights::Read);
        let mixed = reads || state.mapped_blocks(blocks.of).any(|(_, access)| access == Rights::Read);
        // A device may have no second mapping of one object, none to read alone, of those none of a part, and not both.
        let may_refuse = (twice && (mixed || !state.capabilities.contains(&ObservedCapability::MapsTwice)))
            || (reads && (part || !state.capabilities.contains(&ObservedCapability::MapsToRead)))
            || ((twice || reads) && origin != Origin::Imported);
        let says: &[_] = match origin {
            Origin::Plain => return Ok(Allowed::default()),
            // What was opened on another device than its source's may be mapped or not.
            _ if may_refuse || state.is_across([blocks.of]) => return Ok(Allowed::default()),
            _ if self.place.is_some() => &["physical_memory.map.after_unmap"],
            _ if twice || reads => &["physical_memory.map.offset_and_access"],
            _ if part => &["physical_memory.map.offset_and_access"],
            _ if state.storages[storage].life == Life::Died => &["cross_process.physical_memory.peer_death"],
            _ => &["physical_memory.map.aliases_source"],
        };
        Ok(Allowed::success(says))
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let Self { new, blocks, access, place } = *self;
        let Ok(object) = state.find(process, blocks.of) else { return };
        let (context, other, kind) = (object.context, object.other, &object.kind);
        let Kind::Physical { storage, origin, .. } = *kind else { return };
        if origin != Origin::Imported {
            let read = access == Rights::Read;
            state.capabilities.extend(read.then_some(ObservedCapability::MapsToRead));
            let overlaps = state
                .mapped_blocks(blocks.of)
                .any(|(other, access)| access == Rights::Write && (blocks.from..blocks.to).contains(&other));
            state.capabilities.extend((overlaps && !read).then_some(ObservedCapability::MapsTwice));
        }
        let (offset, of) = (blocks.from, blocks.of);
        let parts = vec![Some(access); blocks.count() as usize];
        let kind = Kind::Mapping { storage, offset, of, parts, place };
        state.make_on(process, new, context, kind, other);
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        if draft.has_enough(process, |kind| matches!(kind, Kind::Mapping { .. })) {
            return None;
        }
        let again = draft.mapped_already(process);
        let of = again.or_else(|| draft.own(process, |kind| matches!(kind, Kind::Physical { .. })))?;
        let Kind::Physical { storage, .. } = draft.state.objects[&of].kind else { return None };
        let most = draft.state.storages[storage].blocks.len() as u32;
        let whole = again.is_none() && !draft.chance(3);
        let blocks = if whole { Blocks { of, from: 0, to: most } } else { draft.blocks(of, most) };
        let place = draft.place(process, blocks);
        Some(Self { new: draft.name('v'), blocks, access: draft.rights(), place })
    }
}

impl Verb for verb::Change {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let Self { span, access: wanted } = *self;
        let Kind::Mapping { storage, of, offset, parts, .. } = state.idle_mapping(process, span)? else {
            return why(span.of, "is no mapping");
        };
        let whole = (*offset, parts.len()) == (0, state.storages[*storage].blocks.len());
        let known = parts.iter().all(|part| *part == Some(wanted.other()))
            && whole
            && !state.is_across([*of])
            && state.capabilities.contains(&Self::changes(span, parts.len(), wanted))
            && state.is_imported(process, *of);
        let says = &["physical_memory.map.offset_and_access"];
        Ok(if known { Allowed::success(says) } else { Allowed::default() })
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let Self { span, access: wanted } = *self;
        if let Some(Object { kind: Kind::Mapping { parts, of, .. }, .. }) = state.objects.get_mut(&span.of) {
            let changes = parts.iter().all(|part| *part == Some(wanted.other()));
            let blocks = span.blocks(parts.len() as u32);
            parts[blocks.from as usize..blocks.to as usize].fill(Some(wanted));
            let (of, learnt) = (*of, Self::changes(span, parts.len(), wanted));
            let own = !state.is_imported(process, of);
            state.capabilities.extend((changes && own).then_some(learnt));
        }
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        Some(Self { span: draft.span(process)?, access: draft.rights() })
    }
}

impl verb::Change {
    const fn changes(span: Span, of: usize, wanted: Rights) -> ObservedCapability {
        if span.is_part(of) {
            ObservedCapability::ChangesPartTo(wanted)
        } else {
            ObservedCapability::ChangesTo(wanted)
        }
    }
}

impl Verb for verb::Unmap {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let span = self.span;
        let Kind::Mapping { storage, place, of, parts, .. } = state.idle_mapping(process, span)? else {
            return why(span.of, "is no mapping");
        };
        if span.part.is_some() && place.is_none() {
            return why(span.of, "has addresses of its own, which are given back as a whole");
        }
        let says = &["physical_memory.map.after_unmap", "lifetime.virtual_memory.cycles"];
        let exported = state.storages[*storage].exported;
        // A device may unmap what it has mapped, and no part of it.
        let known = !span.is_part(parts.len())
            || state.capabilities.contains(&ObservedCapability::UnmapsParts)
                && state.is_imported(process, *of);
        Ok(if exported && known { Allowed::success(says) } else { Allowed::default() })
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let span = self.span;
        let Some(Object { kind: Kind::Mapping { parts, of, .. }, .. }) = state.objects.get_mut(&span.of)
        else {
            return;
        };
        let blocks = span.blocks(parts.len() as u32);
        parts[blocks.from as usize..blocks.to as usize].fill(None);
        let (of, is_over) = (*of, parts.iter().all(Option::is_none));
        if is_over {
            state.remove(span.of);
        } else if !state.is_imported(process, of) {
            state.capabilities.insert(ObservedCapability::UnmapsParts);
        }
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        draft.span(process).map(|span| Self { span })
    }
}

/// A process has no more reserved addresses at a time.
const FEW: usize = 2;

impl Draft<'_> {
    /// A mapping, or a part of one, as can be where a part is unmapped already.
    fn span(&mut self, process: Process) -> Option<Span> {
        let of = self.own(process, |kind| matches!(kind, Kind::Mapping { .. }))?;
        let Kind::Mapping { parts, .. } = &self.state.objects[&of].kind else { return None };
        let (most, broken) = (parts.len() as u32, parts.contains(&None));
        if most == 1 || !broken && !self.chance(3) {
            return Some(Span::whole(of));
        }
        let Blocks { from, to, .. } = self.blocks(of, most);
        Some(Span { of, part: Some((from, to)) })
    }

    /// What is mapped already into addresses that were reserved before, now and then: two mappings of it may get beside each
    /// other.
    fn mapped_already(&mut self, process: Process) -> Option<Name> {
        let mapping = self.own(process, |kind| matches!(kind, Kind::Mapping { place: Some(_), .. }))?;
        let Kind::Mapping { of, .. } = self.state.objects[&mapping].kind else { return None };
        (self.state.objects.contains_key(&of) && self.chance(3)).then_some(of)
    }

    /// Addresses for a mapping of these blocks that were reserved before, as often as not, if there are some.
    fn place(&mut self, process: Process, blocks: Blocks) -> Option<Blocks> {
        let context = self.state.objects.get(&blocks.of)?.context;
        let of = self.pick(|_, _, object| {
            object.process == process
                && object.context == context
                && matches!(object.kind, Kind::Reserved { blocks: most } if most >= blocks.count())
        })?;
        let Kind::Reserved { blocks: most } = self.state.objects[&of].kind else { return None };
        let mapped: Vec<u32> = self.state.mapped_in(of).collect();
        let (count, is_mapped) = (blocks.count(), |block: u32| mapped.contains(&block));
        let free = (0..=most - count).filter(|from| !(*from..from + count).any(is_mapped));
        // Right behind or right before another mapping, or between two, as often as not.
        let (beside, apart): (Vec<u32>, Vec<u32>) =
            free.partition(|from| is_mapped(from + count) || *from > 0 && is_mapped(from - 1));
        let all = if beside.is_empty() || self.chance(2) { [beside, apart].concat() } else { beside };
        let from = *all.get(self.below(all.len()))?;
        self.chance(2).then_some(Blocks { of, from, to: from + blocks.count() })
    }
}

impl State {
    /// Whether so many blocks can be mapped there.
    fn judge_place(&self, process: Process, place: Blocks, blocks: Blocks) -> Result<(), NotEnabled> {
        let object = self.usable(process, place.of)?;
        let Kind::Reserved { blocks: most } = object.kind else {
            return why(place.of, "is nothing that was reserved");
        };
        if object.context != self.usable(process, blocks.of)?.context {
            return why(place.of, "is in another context than what is mapped");
        }
        if place.to > most || place.from >= place.to {
            return why(place.of, "has not so many blocks");
        }
        if place.count() != blocks.count() {
            return why(place.of, "gets another number of blocks than are mapped");
        }
        if self.mapped_in(place.of).any(|block| (place.from..place.to).contains(&block)) {
            return why(place.of, "has a mapping there");
        }
        Ok(())
    }

    /// Whether something is mapped right behind these addresses, so that what goes too far shows.
    pub(crate) fn has_next(&self, place: Blocks) -> bool {
        self.mapped_in(place.of).any(|block| block == place.to)
    }

    /// The blocks of reserved addresses where something is mapped.
    pub(crate) fn mapped_in(&self, reserved: Name) -> impl Iterator<Item = u32> {
        let parts = self.objects.values().filter_map(move |object| match &object.kind {
            Kind::Mapping { place: Some(place), parts, .. } if place.of == reserved => {
                Some((place.from..).zip(parts))
            }
            _ => None,
        });
        parts.flatten().filter(|(_, access)| access.is_some()).map(|(block, _)| block)
    }

    /// That calls about physical memory and mappings may be made.
    fn maps_memory(&self, process: Process) -> Result<(), NotEnabled> {
        if !self.device.virtual_memory {
            return Err(NotEnabled::not("the device has no virtual memory"));
        }
        self.free_to_call(process)
    }

    /// A mapping that nothing of the process uses, in which all of this is mapped.
    fn idle_mapping(&self, process: Process, span: Span) -> Result<&Kind, NotEnabled> {
        self.maps_memory(process)?;
        let kind = &self.usable(process, span.of)?.kind;
        if let Kind::Mapping { storage, parts, .. } = kind {
            if self.storages[*storage].is_used(&self.done, self.is_of(process)) {
                return why(span.of, "may be in use");
            }
            let blocks = span.blocks(parts.len() as u32);
            match parts.get(blocks.from as usize..blocks.to as usize) {
                None => return why(span.of, "has not so many blocks"),
                Some(parts) if parts.contains(&None) => return why(span.of, "is unmapped there"),
                Some(_) => {}
            }
        }
        Ok(kind)
    }

    /// Finds the mapping of this object.
    pub(crate) fn mapping_of(&self, physical: Name) -> Option<Name> {
        let maps = |kind: &Kind| matches!(kind, Kind::Mapping { of, .. } if *of == physical);
        self.objects.iter().find(|(_, object)| maps(&object.kind)).map(|(name, _)| *name)
    }

    /// The blocks of this object that are mapped, and what for.
    fn mapped_blocks(&self, physical: Name) -> impl Iterator<Item = (u32, Rights)> {
        let parts = self.objects.values().filter_map(move |object| match &object.kind {
            Kind::Mapping { of, offset, parts, .. } if *of == physical => Some((*offset..).zip(parts)),
            _ => None,
        });
        parts.flatten().filter_map(|(block, access)| Some((block, (*access)?)))
    }
}

/// The result of a device that does not share a family, where a requirement says so.
pub(super) const UNSUPPORTED: UrResult = UrResult::ERROR_UNSUPPORTED_FEATURE;
