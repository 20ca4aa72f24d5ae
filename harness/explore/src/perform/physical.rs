//! Physical memory, and mapping it.

use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::DevicePtr;
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{Observable, Span, verb};

impl Perform for verb::Physical {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut object) = (actor.context(self.context)?, PhysicalMemHandle::NULL);
        let flags = if self.shared { PhysicalMemFlags::ENABLE_IPC } else { PhysicalMemFlags::NONE_SET };
        let properties = PhysicalMemProperties::new(flags);
        let (device, size) = (actor.device_on(self.other)?, self.blocks as usize * actor.granule(context));
        if self.other {
            actor.same_granules(context, device)?;
        }
        let properties = &raw const properties;
        let called = actor.ur().physical_mem_create(context, device, size, properties, &raw mut object);
        let made = Outcome::of(called);
        actor.made(self.new, made.is_good(), Thing::Physical { object, context, device });
        Ok(made.and(Observable::Address, object.address() as u64))
    }
}

impl Perform for verb::PhysicalWrong {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut object) = (actor.context(self.context)?, PhysicalMemHandle::NULL);
        let device = actor.device();
        Ok(Outcome::of(actor.ur().physical_mem_create(context, device, 1, null(), &raw mut object)))
    }
}

impl Perform for verb::Reserve {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut at) = (actor.context(self.context)?, null_mut());
        let size = self.blocks as usize * actor.granule(context);
        let made = Outcome::of(actor.ur().virtual_mem_reserve(context, null(), size, &raw mut at));
        actor.made(self.new, made.is_good(), Thing::Reserved { at: at.into(), size, context });
        Ok(made)
    }
}

impl Perform for verb::Map {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let Self { new, blocks, access, place } = *self;
        let Thing::Physical { object, context, .. } = *actor.thing(blocks.of)? else {
            return Err(Missing::Otherwise(blocks.of, "is no physical memory"));
        };
        let (ur, granule) = (actor.ur().clone(), actor.granule(context));
        let (offset, size) = (blocks.from as usize * granule, blocks.count() as usize * granule);
        if let Some(place) = place {
            let Thing::Reserved { at, .. } = *actor.thing(place.of)? else {
                return Err(Missing::Otherwise(place.of, "is nothing that was reserved"));
            };
            let at = at.at(place.from as usize * granule);
            let called = ur.virtual_mem_map(context, at.raw(), size, object, offset, access.flags());
            let mapped = Outcome::of(called);
            actor.made(new, mapped.is_good(), Thing::Mapping { at, size, context, own: false });
            return Ok(mapped);
        }
        let mut at = null_mut();
        let mut reserve =
            |from: DevicePtr| Outcome::of(ur.virtual_mem_reserve(context, from.raw(), size, &raw mut at));
        // Side by side with another mapping, if that is given; what one is unmapped the other does not feel.
        let beside = actor.end_of_a_mapping(context).filter(|_| new.number % 2 == 1).map(&mut reserve);
        let reserved = beside.filter(Outcome::is_good).unwrap_or_else(|| reserve(DevicePtr::NULL));
        if !reserved.is_good() {
            return Ok(reserved);
        }
        let mapped = Outcome::of(ur.virtual_mem_map(context, at, size, object, offset, access.flags()));
        if !mapped.is_good() {
            // What it says is of no more use to anybody.
            let _ = ur.virtual_mem_free(context, at, size);
        }
        actor.made(new, mapped.is_good(), Thing::Mapping { at: at.into(), size, context, own: true });
        Ok(mapped)
    }
}

impl Perform for verb::Change {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (at, size, context) = actor.part(self.span)?;
        let called = actor.ur().virtual_mem_set_access(context, at.raw(), size, self.access.flags());
        Ok(Outcome::of(called))
    }
}

impl Perform for verb::Unmap {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (at, size, context) = actor.part(self.span)?;
        let unmapped = Outcome::of(actor.ur().virtual_mem_unmap(context, at.raw(), size));
        let own = matches!(actor.thing(self.span.of)?, Thing::Mapping { own: true, .. });
        if !unmapped.is_good() || !own {
            return Ok(unmapped);
        }
        Ok(Outcome::of(actor.ur().virtual_mem_free(context, at.raw(), size)))
    }
}

impl Actor {
    /// Returns the address, the size in bytes and the context of a mapping or a part of one.
    fn part(&mut self, span: Span) -> Result<(DevicePtr, usize, ContextHandle), Missing> {
        let Thing::Mapping { at, size, context, .. } = *self.thing(span.of)? else {
            return Err(Missing::Otherwise(span.of, "is no mapping"));
        };
        let Some((from, to)) = span.part else { return Ok((at, size, context)) };
        let granule = self.granule(context);
        Ok((at.at(from as usize * granule), to.saturating_sub(from) as usize * granule, context))
    }

    /// The granularity of physical memory in this context, in bytes.
    pub(super) fn granule(&mut self, context: ContextHandle) -> usize {
        if self.granule == 0 {
            self.granule = self.granule_on(context, self.device()).unwrap_or(0);
        }
        // Where it is not told, creating fails or not, as it may.
        self.granule.max(1)
    }

    /// The granularity on a device, if it is told.
    fn granule_on(&self, context: ContextHandle, device: DeviceHandle) -> Option<usize> {
        let (mut bytes, name) = (0usize, VirtualMemGranularityInfo::MINIMUM);
        let (size, value) = (size_of::<usize>(), (&raw mut bytes).cast());
        let called =
            self.ur().virtual_mem_granularity_get_info(context, device, 1, name, size, value, null_mut());
        called.result.is_success().then_some(bytes)
    }

    /// Whether a block is as large on this device as on the first one.
    fn same_granules(&mut self, context: ContextHandle, device: DeviceHandle) -> Result<(), Missing> {
        let first = self.granule(context);
        match self.granule_on(context, device) {
            Some(other) if other != first => Err(Missing::Granules(first, other)),
            _ => Ok(()),
        }
    }

    /// Returns the end of the mapping in this context that has the last name, of those with addresses of their own.
    fn end_of_a_mapping(&self, context: ContextHandle) -> Option<DevicePtr> {
        let ends = self.things.iter().filter_map(|(name, thing)| match thing {
            Thing::Mapping { at, size, context: of, own: true } if *of == context => {
                Some((*name, at.at(*size)))
            }
            _ => None,
        });
        ends.max_by_key(|(name, _)| *name).map(|(_, end)| end)
    }
}
