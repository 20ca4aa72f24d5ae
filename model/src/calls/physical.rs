//! Physical memory, and mapping it.

use crate::state::{Kind, Learnt, Life, Object, Origin, State, Storage, Why, why};
use crate::{Allowed, Call, Name, Observed, Process, Rights, Values, What};
use ur_ipc_api::{Family, UrResult};

impl State {
    pub(super) fn judge_physical(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        if !self.device.virtual_memory {
            return Err(Why::not("the device has no virtual memory"));
        }
        self.free_to_call(process)?;
        match call {
            Call::Physical { context, shared, .. } => {
                self.context(process, *context)?;
                if !shared || !self.device.physical {
                    // A device that does not share may refuse, or make what cannot be exported.
                    return Ok(Allowed::default());
                }
                let says = &["physical_memory.create.enable_ipc", "device_info.physical_true_means_usable"];
                Ok(Allowed::success(says).rule(What::Address, Values::AllBut(vec![0]), says))
            }
            Call::PhysicalWrong { context } => {
                self.context(process, *context)?;
                let codes = [UrResult::ERROR_INVALID_SIZE];
                Ok(Allowed::codes(&codes, &["physical_memory.create.size_granularity"]))
            }
            Call::Map { blocks, access, .. } => {
                let object = self.usable(process, blocks.of)?;
                let Kind::Physical { storage, origin, .. } = object.kind else {
                    return why(blocks.of, "is no physical memory");
                };
                let most = self.storages[storage].blocks.len() as u32;
                if blocks.to > most || blocks.from >= blocks.to {
                    return why(blocks.of, "has not so many blocks");
                }
                let part = (blocks.from, blocks.to) != (0, most);
                let (twice, reads) = (self.mapping_of(blocks.of).is_some(), *access == Rights::Read);
                let mixed = reads || self.mappings(blocks.of).any(|(_, access)| access == Rights::Read);
                // A device may have no second mapping of one object, none to read alone, of those none of a part, and not both.
                let may_refuse = (twice && (mixed || !self.learnt.contains(&Learnt::MapsTwice)))
                    || (reads && (part || !self.learnt.contains(&Learnt::MapsToRead)))
                    || ((twice || reads) && origin != Origin::Imported);
                let says: &[_] = match origin {
                    Origin::Plain => return Ok(Allowed::default()),
                    _ if may_refuse => return Ok(Allowed::default()),
                    _ if twice || reads => &["physical_memory.map.offset_and_access"],
                    _ if part => &["physical_memory.map.offset_and_access"],
                    _ if self.storages[storage].life == Life::Died => {
                        &["cross_process.physical_memory.peer_death"]
                    }
                    _ => &["physical_memory.map.aliases_source"],
                };
                Ok(Allowed::success(says))
            }
            Call::Change { mapping, access: wanted } => {
                let Kind::Mapping { storage, of, offset, blocks, access } =
                    self.usable(process, *mapping)?.kind
                else {
                    return why(*mapping, "is no mapping");
                };
                if self.storages[storage].is_used(&self.done, self.is_of(process)) {
                    return why(*mapping, "may be in use");
                }
                let whole = (offset, blocks as usize) == (0, self.storages[storage].blocks.len());
                let known = access != *wanted
                    && whole
                    && self.learnt.contains(&Learnt::ChangesTo(*wanted))
                    && self.is_imported(process, of);
                let says = &["physical_memory.map.offset_and_access"];
                Ok(if known { Allowed::success(says) } else { Allowed::default() })
            }
            Call::Unmap { mapping } => {
                let Kind::Mapping { storage, .. } = self.usable(process, *mapping)?.kind else {
                    return why(*mapping, "is no mapping");
                };
                if self.storages[storage].is_used(&self.done, self.is_of(process)) {
                    return why(*mapping, "may be in use");
                }
                let exported = self.storages[storage].exported;
                let says = &["physical_memory.map.after_unmap", "lifetime.virtual_memory.cycles"];
                Ok(if exported { Allowed::success(says) } else { Allowed::default() })
            }
            _ => unreachable!("not about physical memory"),
        }
    }

    /// What maps this object.
    pub(crate) fn mapping_of(&self, physical: Name) -> Option<Name> {
        let maps = |kind: &Kind| matches!(kind, Kind::Mapping { of, .. } if *of == physical);
        self.objects.iter().find(|(_, object)| maps(&object.kind)).map(|(name, _)| *name)
    }

    /// The blocks of each mapping of this object, and what it is for.
    fn mappings(&self, physical: Name) -> impl Iterator<Item = (std::ops::Range<u32>, Rights)> {
        self.objects.values().filter_map(move |object| match object.kind {
            Kind::Mapping { of, offset, blocks, access, .. } if of == physical => {
                Some((offset..offset + blocks, access))
            }
            _ => None,
        })
    }

    pub(super) fn take_physical(&mut self, process: Process, call: &Call, observed: &Observed) {
        match *call {
            Call::Physical { new, blocks, context, shared } => {
                let made = Storage::of(Family::Physical, process, blocks);
                let storage = Self::number(&mut self.reserved, &mut self.storages, new, made);
                let origin = if shared { Origin::Shared } else { Origin::Plain };
                let address = observed.get(What::Address);
                self.make(process, new, context, Kind::Physical { storage, references: 1, origin, address });
            }
            Call::Map { new, blocks, access } => {
                let Ok(object) = self.find(process, blocks.of) else { return };
                let (context, kind) = (object.context, &object.kind);
                let Kind::Physical { storage, origin, .. } = *kind else { return };
                if origin != Origin::Imported {
                    let read = access == Rights::Read;
                    self.learnt.extend(read.then_some(Learnt::MapsToRead));
                    let mut others = self.mappings(blocks.of);
                    let overlaps = others.any(|(other, access)| {
                        access == Rights::Write && other.start < blocks.to && blocks.from < other.end
                    });
                    drop(others);
                    self.learnt.extend((overlaps && !read).then_some(Learnt::MapsTwice));
                }
                let (offset, count, of) = (blocks.from, blocks.count(), blocks.of);
                self.make(
                    process,
                    new,
                    context,
                    Kind::Mapping { storage, offset, blocks: count, of, access },
                );
            }
            Call::PhysicalWrong { .. } => {}
            Call::Change { mapping, access: wanted } => {
                if let Some(Object { kind: Kind::Mapping { access, of, .. }, .. }) =
                    self.objects.get_mut(&mapping)
                {
                    let changes = std::mem::replace(access, wanted) != wanted;
                    let of = *of;
                    let own = !self.is_imported(process, of);
                    self.learnt.extend((changes && own).then_some(Learnt::ChangesTo(wanted)));
                }
            }
            Call::Unmap { mapping } => {
                self.remove(mapping);
            }
            _ => unreachable!("not about physical memory"),
        }
    }
}

/// What a device that does not share a family answers, with the requirement, if something is said.
pub(super) const UNSUPPORTED: UrResult = UrResult::ERROR_UNSUPPORTED_FEATURE;
