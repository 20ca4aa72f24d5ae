//! Handles: Get, Put, Open, Close.

use super::physical::UNSUPPORTED;
use crate::state::{Handle, Kind, Learnt, Life, Object, Origin, State, Why, why};
use crate::{Allowed, Call, Name, Observed, Process, Values, What};
use ur_ipc_api::Family::{Event, Memory, Physical};
use ur_ipc_api::{Family, UrResult};

/// What Get of something would give.
struct Source {
    handle: Handle,
    origin: Origin,
}

impl State {
    fn source(&self, process: Process, name: Name, at: u32) -> Result<Source, Why> {
        let kind = &self.usable(process, name)?.kind;
        let (family, source, offset, origin) = match *kind {
            Kind::Memory { storage, offset, imported } => {
                if at >= self.storages[storage].blocks.len() as u32 - offset {
                    return why(name, "has not so many blocks");
                }
                if self.storages[storage].life != Life::Held {
                    return why(name, "is left to be closed: what it was opened from is no more");
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
        Ok(Source { handle: Handle { family, source, offset, again, orphan: false }, origin })
    }

    /// The handle, whichever process' it is.
    fn handle(&self, name: Name) -> Result<(&Object, Handle), Why> {
        match self.objects.get(&name) {
            Some(object) => match object.kind {
                Kind::Handle(handle) => Ok((object, handle)),
                _ => why(name, "is no handle"),
            },
            None => why(name, "is no handle, or none any more"),
        }
    }

    /// Opening a handle may take something of the process that made it.
    fn reachable(&self, handle: &Object) -> Result<(), Why> {
        if self.stopped.contains(&handle.process) {
            return Err(Why::not("the process that made the handle is stopped"));
        }
        Ok(())
    }

    fn life(&self, handle: Handle) -> Life {
        match handle.family {
            Event => self.events[handle.source].life,
            _ => self.storages[handle.source].life,
        }
    }

    pub(super) fn judge_sharing(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        match *call {
            Call::Get { of, at, .. } => self.judge_get(process, of, at),
            Call::Put { handle: name } => {
                self.find(process, name)?;
                let (object, handle) = self.handle(name)?;
                self.context(process, object.context)?;
                let says: &[_] = match handle.family {
                    // UR does not forbid it, and nothing that binds says what comes back.
                    _ if self.life(handle) != Life::Held => return Ok(Allowed::default()),
                    Memory => &["memory.put.success", "memory.put.takes_original_pointer"],
                    Physical => &["physical_memory.put.success"],
                    Event => &["event.put.success"],
                };
                Ok(Allowed::success(says))
            }
            Call::Open { handle, context, .. } => self.judge_open(process, handle, context),
            Call::OpenWrong { handle, context, size } => {
                self.context(process, context)?;
                let (object, handle) = self.handle(handle)?;
                self.reachable(object)?;
                let larger = matches!(
                    size,
                    crate::WrongSize::OneMore | crate::WrongSize::FourGibMore | crate::WrongSize::Largest
                );
                let says = match handle.family {
                    Memory if larger => "memory.open.size_too_large",
                    Memory => "memory.open.size_too_small",
                    Physical if larger => "physical_memory.open.size_too_large",
                    Physical => "physical_memory.open.size_too_small",
                    Event => "event.open.size_mismatch",
                };
                Ok(Allowed::codes(&[UrResult::ERROR_INVALID_VALUE], &[says]))
            }
            Call::Close { import } => {
                let object = self.usable(process, import)?;
                self.free_to_call(process)?;
                match object.kind {
                    Kind::Memory { storage, imported: true, .. } => {
                        let storage = &self.storages[storage];
                        if storage.is_used(&self.done, self.is_of(process)) {
                            return why(import, "may be in use");
                        }
                        Ok(Allowed::success(match storage.life {
                            Life::Died => &["cross_process.memory.producer_exit_while_open"],
                            _ => &["memory.close.success"],
                        }))
                    }
                    Kind::Physical { origin: Origin::Imported, references, storage, .. } => {
                        if references == 1 && self.mapping_of(import).is_some() {
                            return why(import, "is mapped");
                        }
                        let mut says = vec!["physical_memory.close.success"];
                        if references > 1 {
                            says.push("physical_memory.close.respects_refcount");
                        }
                        match self.storages[storage].life {
                            Life::Held => {}
                            Life::Released => says.push("cross_process.physical_memory.released_while_open"),
                            Life::Died => says.push("cross_process.physical_memory.peer_death"),
                        }
                        Ok(Allowed::success(&says))
                    }
                    _ => why(import, "is nothing that was opened and is closed"),
                }
            }
            _ => unreachable!("not about handles"),
        }
    }

    fn judge_get(&self, process: Process, of: Name, at: u32) -> Result<Allowed, Why> {
        let Source { handle, origin } = self.source(process, of, at)?;
        let family = handle.family;
        if !self.device.shares(family) {
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
            (Event, Origin::Imported) => {
                return Ok(Allowed::codes(&[UrResult::ERROR_INVALID_EVENT], &["event.get.imported"]));
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
            Event => self.events[handle.source].exported,
            _ => self.storages[handle.source].exported,
        };
        if exported {
            says.push(match family {
                Memory => "memory.get.repeated",
                Physical => "physical_memory.get.repeated",
                Event => "event.get.repeated",
            });
        }
        if family == Event && self.events[handle.source].last.is_none() {
            says.push("event.get.before_first_signal");
        }
        let allowed = Allowed::success(&says).rule(What::Address, Values::AllBut(vec![0]), &says);
        let allowed = allowed.rule(What::HandleSize, Values::AtLeast(1), &says);
        let (size, same) = match family {
            Memory => (self.storages[handle.source].handle_size, "memory.get.repeated"),
            Physical => (self.sizes[0], "cross_process.constant_handle_size"),
            Event => (self.sizes[1], "cross_process.constant_handle_size"),
        };
        Ok(match size {
            Some(size) => allowed.only(What::HandleSize, size, &[same]),
            None => allowed,
        })
    }

    fn judge_open(&self, process: Process, name: Name, context: Name) -> Result<Allowed, Why> {
        self.context(process, context)?;
        self.free_to_call(process)?;
        let (object, handle) = self.handle(name)?;
        self.reachable(object)?;
        let (life, own) = (self.life(handle), object.process == process);
        if handle.orphan {
            return why(name, "is of a process that has ended");
        }
        if life != Life::Held {
            return why(name, "is of what is no more");
        }
        let copy = match handle.family {
            Memory => "memory.open.byte_copy",
            Physical => "physical_memory.open.byte_copy",
            Event => "event.open.byte_copy",
        };
        // Handles of imports, if there are any, may open or not, and those of the process itself, until one did.
        if handle.again || (own && !self.learnt.contains(&Learnt::OpensOwn(handle.family))) {
            return Ok(Allowed::default().only(What::Kept, 1, &[copy]));
        }
        let kin = || self.kin(handle.family, handle.source).map(|(_, other)| other);
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
        says.push("cross_process.handle_bounds");
        let addresses = self.other_addresses(process, handle);
        let allowed = Allowed::success(&says).rule(What::Address, Values::AllBut(addresses), &says);
        Ok(allowed.only(What::Kept, 1, &[copy]))
    }

    /// What no import of this has for an address: null, and those of the process' objects that are of something else.
    fn other_addresses(&self, process: Process, handle: Handle) -> Vec<u64> {
        let own = self.objects.values().filter(|object| object.process == process);
        let addresses = own.filter_map(|object| match (handle.family, &object.kind) {
            (Physical, Kind::Physical { storage, address, .. }) if *storage != handle.source => *address,
            (Event, Kind::Event { event, address, .. }) if *event != handle.source => *address,
            _ => None,
        });
        std::iter::once(0).chain(addresses).collect()
    }

    pub(super) fn take_sharing(&mut self, process: Process, call: &Call, observed: &Observed) {
        match *call {
            Call::Get { new, of, at } => {
                let Ok(Source { handle, .. }) = self.source(process, of, at) else { return };
                let Ok(context) = self.find(process, of).map(|object| object.context) else { return };
                let size = observed.get(What::HandleSize);
                match handle.family {
                    Memory => self.storages[handle.source].handle_size = size,
                    Physical => self.sizes[0] = self.sizes[0].or(size),
                    Event => self.sizes[1] = self.sizes[1].or(size),
                }
                match handle.family {
                    Event => self.events[handle.source].exported = true,
                    _ => self.storages[handle.source].exported = true,
                }
                self.make(process, new, context, Kind::Handle(handle));
            }
            Call::Put { handle } => drop(self.remove(handle)),
            Call::Open { new, handle, context } => {
                let Ok((object, handle)) = self.handle(handle) else { return };
                // What was only expected has no address, and nothing was learnt of it.
                let learnt =
                    object.process == process && !handle.again && observed.get(What::Address).is_some();
                self.learnt.extend(learnt.then_some(Learnt::OpensOwn(handle.family)));
                let (source, address) = (handle.source, observed.get(What::Address));
                let (references, origin) = (1, Origin::Imported);
                let kind = match handle.family {
                    Memory => Kind::Memory { storage: source, offset: handle.offset, imported: true },
                    Physical => Kind::Physical { storage: source, references, origin, address },
                    Event => Kind::Event { event: source, references, origin, address },
                };
                self.make(process, new, context, kind);
            }
            Call::OpenWrong { .. } => {}
            Call::Close { import } => self.drop_reference(import),
            _ => unreachable!("not about handles"),
        }
    }

    /// The kinds of what is shared here.
    #[must_use]
    pub fn family_of(&self, name: Name) -> Option<Family> {
        match self.objects.get(&name)?.kind {
            Kind::Memory { .. } => Some(Memory),
            Kind::Physical { .. } | Kind::Mapping { .. } => Some(Physical),
            Kind::Event { .. } => Some(Event),
            Kind::Handle(handle) => Some(handle.family),
            Kind::Context { .. } | Kind::Queue { .. } => None,
        }
    }
}
