//! Handles: Get, Put, Open, Close.

use super::Verb;
use super::physical::UNSUPPORTED;
use crate::generate::Draft;
use crate::state::{Handle, Kind, Life, NotEnabled, Object, ObservedCapability, Origin, State, why};
use crate::{Allowed, Name, Observable, Observed, Process, Values, WrongSize, verb};
use ur_ipc_api::Family::{Event, Memory, Physical};
use ur_ipc_api::{Family, UrResult};

/// The handle that Get of an object would give.
struct ExportSource {
    handle: Handle,
    origin: Origin,
}

impl State {
    fn source(&self, process: Process, name: Name, at: u32) -> Result<ExportSource, NotEnabled> {
        let kind = &self.usable(process, name)?.kind;
        let (family, source, offset, origin) = match *kind {
            Kind::Memory { storage, offset, imported } => {
                if at >= self.storages[storage].blocks.len() as u32 - offset {
                    return why(name, "has not so many blocks");
                }
                if self.storages[storage].life != Life::Held {
                    return why(name, "is left to be closed: what it was opened from is no more");
                }
                if !self.storages[storage].kind.is_on_device() {
                    return why(name, "is not on the device, and may have handles or none");
                }
                (Memory, storage, offset + at, if imported { Origin::Imported } else { Origin::Shared })
            }
            Kind::Physical { storage, origin, .. } => (Physical, storage, 0, origin),
            Kind::Event { event, origin, .. } => (Event, event, 0, origin),
            _ => return why(name, "is nothing that has handles"),
        };
        if family != Memory && at != 0 {
            return why(name, "has handles of the whole alone");
        }
        let again = origin == Origin::Imported;
        Ok(ExportSource { handle: Handle { family, source, offset, again, orphan: false }, origin })
    }

    /// The handle, whichever process' it is.
    fn handle(&self, name: Name) -> Result<(&Object, Handle), NotEnabled> {
        match self.objects.get(&name) {
            Some(object) => match object.kind {
                Kind::Handle(handle) => Ok((object, handle)),
                _ => why(name, "is no handle"),
            },
            None => why(name, "was put or never made"),
        }
    }

    fn source_is_pooled(&self, handle: Handle) -> bool {
        handle.family == Memory && self.storages[handle.source].is_pooled()
    }

    /// Opening a handle may take something of the process that made it.
    fn reachable(&self, handle: &Object) -> Result<(), NotEnabled> {
        if self.stopped.contains(&handle.process) {
            return Err(NotEnabled::not("the process that made the handle is stopped"));
        }
        Ok(())
    }

    fn life(&self, handle: Handle) -> Life {
        match handle.family {
            Event => self.events[handle.source].life,
            _ => self.storages[handle.source].life,
        }
    }

    /// Returns the addresses that no import of this handle can have: null, and those of the process's objects from
    /// other sources.
    fn other_addresses(&self, process: Process, handle: Handle) -> Vec<u64> {
        let own = self.objects.values().filter(|object| object.process == process);
        let addresses = own.filter_map(|object| match (handle.family, &object.kind) {
            (Physical, Kind::Physical { storage, address, .. }) if *storage != handle.source => *address,
            (Event, Kind::Event { event, address, .. }) if *event != handle.source => *address,
            _ => None,
        });
        std::iter::once(0).chain(addresses).collect()
    }

    /// The kinds of what is shared here.
    #[must_use]
    pub fn family_of(&self, name: Name) -> Option<Family> {
        match self.objects.get(&name)?.kind {
            Kind::Memory { .. } => Some(Memory),
            Kind::Physical { .. } | Kind::Mapping { .. } => Some(Physical),
            Kind::Event { .. } => Some(Event),
            Kind::Handle(handle) => Some(handle.family),
            Kind::Context { .. } | Kind::Queue { .. } | Kind::Reserved { .. } => None,
        }
    }
}

impl Verb for verb::Get {
    const STARVES: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let Self { of, at, .. } = *self;
        let ExportSource { handle, origin } = state.source(process, of, at)?;
        let family = handle.family;
        if !state.device.shares(family) {
            let invalid = UrResult::ERROR_INVALID_EVENT;
            return Ok(match (family, origin) {
                (Memory, _) => {
                    Allowed::codes(&[UNSUPPORTED], &["device_info.memory_false_means_unsupported"])
                }
                (Physical, _) => {
                    // The object cannot be exported for more than one reason.
                    let codes = [UNSUPPORTED, UrResult::ERROR_INVALID_ARGUMENT];
                    Allowed::codes(&codes, &["device_info.physical_false_means_unsupported"])
                }
                (Event, _) => {
                    Allowed::codes(&[UNSUPPORTED, invalid], &["device_info.event_false_get_unsupported"])
                }
            });
        }
        let mut says = match (family, origin) {
            // It works, or is refused.
            (Memory | Physical, Origin::Imported) => return Ok(Allowed::default()),
            (Event, _) if state.events[handle.source].timed => {
                let says = &["event.get.success"];
                let address = Allowed::default().rule(Observable::Address, Values::AllBut(vec![0]), says);
                return Ok(address.rule(Observable::HandleSize, Values::AtLeast(1), says));
            }
            (Event, Origin::Imported) => {
                return Ok(Allowed::codes(&[UrResult::ERROR_INVALID_EVENT], &["event.get.imported"]));
            }
            (Event, Origin::Plain) if state.events[handle.source].recorded => {
                // No flag to share it, and a time: either may be what is told.
                let codes = [UNSUPPORTED, UrResult::ERROR_INVALID_EVENT];
                return Ok(Allowed::codes(&codes, &["event.get.profiling_or_timestamp"]));
            }
            (Event, Origin::Plain) => {
                return Ok(Allowed::codes(&[UrResult::ERROR_INVALID_EVENT], &["event.get.non_ipc"]));
            }
            (Physical, Origin::Plain) => {
                let codes = [UrResult::ERROR_INVALID_ARGUMENT];
                return Ok(Allowed::codes(&codes, &["physical_memory.get.not_exportable"]));
            }
            (Memory, _) if at > 0 => vec!["memory.get.interior_pointer", "memory.get.success"],
            (Memory, _) => vec!["memory.get.success"],
            (Physical, _) => vec!["physical_memory.get.success"],
            (Event, _) => vec!["event.get.success"],
        };
        let exported = match family {
            Event => state.events[handle.source].exported,
            _ => state.storages[handle.source].exported,
        };
        if exported {
            says.push(match family {
                Memory => "memory.get.repeated",
                Physical => "physical_memory.get.repeated",
                Event => "event.get.repeated",
            });
        }
        if family == Event && state.events[handle.source].last.is_none() {
            says.push("event.get.before_first_signal");
        }
        says.extend(state.source_is_other(family, handle.source).then_some(OF_CONTEXT));
        says.extend(state.source_is_pooled(handle).then_some(OF_POOL));
        let allowed = Allowed::success(&says).rule(Observable::Address, Values::AllBut(vec![0]), &says);
        let allowed = allowed.rule(Observable::HandleSize, Values::AtLeast(1), &says);
        let (size, same) = match family {
            Memory => (state.storages[handle.source].handle_size, "memory.get.repeated"),
            Physical => (state.sizes[0], "cross_process.constant_handle_size"),
            Event => (state.sizes[1], "cross_process.constant_handle_size"),
        };
        Ok(match size {
            Some(size) => allowed.only(Observable::HandleSize, size, &[same]),
            None => allowed,
        })
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let Ok(ExportSource { handle, .. }) = state.source(process, self.of, self.at) else { return };
        let Ok(context) = state.find(process, self.of).map(|object| object.context) else { return };
        let size = observed.get(Observable::HandleSize);
        match handle.family {
            Memory => state.storages[handle.source].handle_size = size,
            Physical => state.sizes[0] = state.sizes[0].or(size),
            Event => state.sizes[1] = state.sizes[1].or(size),
        }
        match handle.family {
            Event => state.events[handle.source].exported = true,
            _ => state.storages[handle.source].exported = true,
        }
        state.make(process, self.new, context, Kind::Handle(handle));
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        if draft.has_enough(process, |kind| matches!(kind, Kind::Handle(_))) {
            return None;
        }
        let of = draft.own(process, |kind| {
            matches!(kind, Kind::Memory { .. } | Kind::Physical { .. } | Kind::Event { .. })
        })?;
        // Most devices refuse that, and what depends on it would be left out, which is all there is after a while.
        if draft.is_long && draft.state.objects[&of].is_imported() {
            return None;
        }
        let at = draft.block_within(of);
        Some(Self { new: draft.name('h'), of, at })
    }
}

impl Verb for verb::Put {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.find(process, self.handle)?;
        let (object, handle) = state.handle(self.handle)?;
        state.context(process, object.context)?;
        let says: &[_] = match handle.family {
            // UR does not forbid it, and nothing that binds says what comes back.
            _ if state.life(handle) != Life::Held => return Ok(Allowed::default()),
            Memory => &["memory.put.success", "memory.put.takes_original_pointer"],
            Physical => &["physical_memory.put.success"],
            Event => &["event.put.success"],
        };
        Ok(Allowed::success(says))
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        state.remove(self.handle);
    }
}

/// The requirement about memory from a pool.
const OF_POOL: &str = "memory.get.custom_pool_allocation";
/// The requirement about objects of the second device of a context.
const OF_CONTEXT: &str = "cross_process.device_of_context";

impl Draft<'_> {
    /// Draws whether a handle is opened on the second device of a context: mostly that of its source.
    fn device_to_open(&mut self, handle: Name, context: Name) -> bool {
        let Ok((_, handle)) = self.state.handle(handle) else { return false };
        if handle.family == Event || !self.state.is_of_both(context) {
            return false;
        }
        self.state.source_is_other(handle.family, handle.source) != self.chance(5)
    }
}

/// A context, and a handle to open in it, mostly of another process.
fn to_open(draft: &mut Draft<'_>, process: Process) -> Option<(Name, Name)> {
    let context = draft.in_context(process)?;
    let foreign = !draft.chance(4);
    let handle = draft.pick(|_, _, object| {
        matches!(object.kind, Kind::Handle(_)) && (object.process != process) == foreign
    })?;
    Some((handle, context))
}

impl Verb for verb::Open {
    const STARVES: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let Self { handle: name, context, other, .. } = *self;
        state.has_device(process, context, other)?;
        state.free_to_call(process)?;
        let (object, handle) = state.handle(name)?;
        state.reachable(object)?;
        let (life, own) = (state.life(handle), object.process == process);
        if handle.orphan {
            return why(name, "is of a process that has ended");
        }
        if life != Life::Held {
            return why(name, "is of what is no more");
        }
        if handle.family == Event && other {
            return why(name, "is of an event, which is opened for all devices of a context");
        }
        let across = state.opens_across(handle, context, other);
        if handle.family == Event && across {
            return why(name, "is of an event of another device than the context's");
        }
        let copy = match handle.family {
            Memory => "memory.open.byte_copy",
            Physical => "physical_memory.open.byte_copy",
            Event => "event.open.byte_copy",
        };
        // Handles of imports, if there are any, may open or not, those of the process itself, until one did, and any on another
        // device than the source's.
        if across
            || handle.again
            || (own && !state.capabilities.contains(&ObservedCapability::OpensOwn(handle.family)))
        {
            return Ok(Allowed::default().only(Observable::Kept, 1, &[copy]));
        }
        let kin = || state.kin(handle.family, handle.source).map(|(_, other)| other);
        let again = kin().any(|other| other.process == process);
        let mut says = match handle.family {
            Memory => vec![
                "device_info.memory_true_means_usable",
                "cross_process.memory.bytes_only_transport",
                "memory.open.byte_copy",
            ],
            Physical => vec!["device_info.physical_true_means_usable", "physical_memory.open.byte_copy"],
            Event => vec!["device_info.event_true_means_usable", "event.open.byte_copy"],
        };
        if again {
            says.push(match handle.family {
                Memory => "memory.open.multiple",
                Physical => "physical_memory.open.multiple",
                Event => "event.open.multiple",
            });
        }
        if handle.family == Memory && kin().any(|other| other.process == process && other.context != context)
        {
            says.push("memory.open.two_contexts");
        }
        if kin().any(|other| other.process != process && other.is_imported()) {
            match handle.family {
                Memory => says.push("cross_process.memory.multiple_consumers"),
                Physical => says.push("cross_process.physical_memory.multi_range"),
                Event => says.push("cross_process.event.multiple_consumers"),
            }
        }
        says.extend(state.source_is_other(handle.family, handle.source).then_some(OF_CONTEXT));
        says.push("cross_process.handle_bounds");
        let addresses = state.other_addresses(process, handle);
        let allowed = Allowed::success(&says).rule(Observable::Address, Values::AllBut(addresses), &says);
        Ok(allowed.only(Observable::Kept, 1, &[copy]))
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let Ok((object, handle)) = state.handle(self.handle) else { return };
        // What was only expected has no address, and nothing was learnt of it.
        let across = state.opens_across(handle, self.context, self.other);
        let learnt = object.process == process
            && !handle.again
            && !across
            && observed.get(Observable::Address).is_some();
        state.capabilities.extend(learnt.then_some(ObservedCapability::OpensOwn(handle.family)));
        let (source, address) = (handle.source, observed.get(Observable::Address));
        let (references, origin) = (1, Origin::Imported);
        let kind = match handle.family {
            Memory => Kind::Memory { storage: source, offset: handle.offset, imported: true },
            Physical => Kind::Physical { storage: source, references, origin, address },
            Event => Kind::Event { event: source, references, origin, address },
        };
        state.make_on(process, self.new, self.context, kind, self.other);
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (handle, context) = to_open(draft, process)?;
        let imported = |kind: &Kind| match kind {
            Kind::Memory { imported, .. } => *imported,
            Kind::Physical { origin, .. } | Kind::Event { origin, .. } => *origin == Origin::Imported,
            _ => false,
        };
        if draft.has_enough(process, imported) {
            return None;
        }
        let other = draft.device_to_open(handle, context);
        Some(Self { new: draft.name('i'), handle, context, other })
    }
}

impl Verb for verb::OpenWrong {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.context(process, self.context)?;
        let (object, handle) = state.handle(self.handle)?;
        state.reachable(object)?;
        if state.opens_across(handle, self.context, false) {
            return why(self.handle, "is of another device than that on which it would be opened");
        }
        let larger = matches!(self.size, WrongSize::OneMore | WrongSize::FourGibMore | WrongSize::Largest);
        let says = match handle.family {
            Memory if larger => "memory.open.size_too_large",
            Memory => "memory.open.size_too_small",
            Physical if larger => "physical_memory.open.size_too_large",
            Physical => "physical_memory.open.size_too_small",
            Event => "event.open.size_mismatch",
        };
        Ok(Allowed::codes(&[UrResult::ERROR_INVALID_VALUE], &[says]))
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (handle, context) = to_open(draft, process)?;
        let size = WrongSize::ALL[draft.below(WrongSize::ALL.len())];
        Some(Self { handle, context, size })
    }
}

impl Verb for verb::Close {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let import = self.import;
        let object = state.usable(process, import)?;
        state.free_to_call(process)?;
        match object.kind {
            Kind::Memory { storage, imported: true, .. } => {
                let storage = &state.storages[storage];
                if storage.is_used(&state.done, state.is_of(process)) {
                    return why(import, "may be in use");
                }
                Ok(Allowed::success(match storage.life {
                    Life::Died => &["cross_process.memory.producer_exit_while_open"],
                    _ => &["memory.close.success"],
                }))
            }
            Kind::Physical { origin: Origin::Imported, references, storage, .. } => {
                if references == 1 && state.mapping_of(import).is_some() {
                    return why(import, "is mapped");
                }
                let mut says = vec!["physical_memory.close.success"];
                if references > 1 {
                    says.push("physical_memory.close.respects_refcount");
                }
                match state.storages[storage].life {
                    Life::Held => {}
                    Life::Released => says.push("cross_process.physical_memory.released_while_open"),
                    Life::Died => says.push("cross_process.physical_memory.peer_death"),
                }
                Ok(Allowed::success(&says))
            }
            _ => why(import, "is nothing that was opened and is closed"),
        }
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        state.drop_reference(self.import);
    }
}
