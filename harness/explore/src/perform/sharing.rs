//! Handles: Get, Put, Open, Close.

use super::super::protocol::Relayed;
use super::placed::Placed;
use super::{Actor, KnownHandle, Missing, Outcome, Perform, Thing};
use std::ptr::null_mut;
use ur_ipc_fixtures::DevicePtr;
use ur_ipc_fixtures::api::Family::{Event, Memory, Physical};
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{Name, Observable, verb};

/// Handles are no larger than this, in bytes: what says it is is not believed.
const LARGEST: usize = 1 << 16;

impl Perform for verb::Get {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        actor.get(self.new, self.of, self.at as usize)
    }
}

impl Perform for verb::Put {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let Thing::Handle { data, family, context, .. } = *actor.thing(self.handle)? else {
            return Err(Missing::Otherwise(self.handle, "is no handle"));
        };
        let put = Outcome::of(actor.ur().ipc_put(family, context, data.raw()));
        actor.made(self.handle, put.is_good(), Thing::Handle { data, family, context, live: false });
        Ok(put)
    }
}

impl Perform for verb::Open {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let Self { new, handle, context, other } = *self;
        let device = actor.device_on(other)?;
        let (size, mut placed) = (actor.bytes_of(handle)?.bytes.len(), actor.placed(new, handle)?);
        let (outcome, thing) = actor.open(handle, (context, device), size, &mut placed)?;
        // SAFETY: it has all bytes of the handle.
        let now = unsafe { std::slice::from_raw_parts(placed.at().cast::<u8>(), size) };
        let kept = now == actor.bytes_of(handle)?.bytes;
        let outcome = outcome.and(Observable::Kept, u64::from(kept));
        actor.made(new, outcome.is_good(), thing);
        Ok(outcome)
    }
}

impl Perform for verb::OpenWrong {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let KnownHandle { family, bytes, .. } = actor.bytes_of(self.handle)?;
        let size = self.size.of(bytes.len());
        let mut placed = Placed::cut(*family, bytes, size)?;
        let place = (self.context, actor.device());
        actor.open(self.handle, place, size, &mut placed).map(|(outcome, _)| outcome)
    }
}

impl Perform for verb::Close {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ur = actor.ur();
        Ok(Outcome::of(match actor.thing(self.import)? {
            Thing::Memory { at, context, .. } => ur.ipc_close_mem_handle_exp(*context, at.raw()),
            Thing::Physical { object, context, .. } => ur.ipc_close_phys_mem_handle_exp(*context, *object),
            _ => return Err(Missing::Otherwise(self.import, "is nothing that is closed")),
        }))
    }
}

impl Actor {
    pub(super) fn bytes_of(&self, name: Name) -> Result<&KnownHandle, Missing> {
        self.bytes.get(&name).ok_or(Missing::Bytes(name))
    }

    /// The handle of something from this block on.
    fn get(&mut self, new: Name, of: Name, number: usize) -> Result<Outcome, Missing> {
        let ur = self.ur().clone();
        let (mut data, mut size) = (null_mut(), 0usize);
        let (family, context, object, block) = match *self.thing(of)? {
            Thing::Memory { at, block, context, .. } => (Memory, context, at.at(number * block).raw(), block),
            Thing::Physical { object, context, .. } => (Physical, context, object.0, 0),
            Thing::Event { event, context } => (Event, context, event.0, 0),
            _ => return Err(Missing::Otherwise(of, "has no handles")),
        };
        let called = ur.ipc_get(family, context, object, &raw mut data, &raw mut size);
        let outcome = Outcome::of(called);
        let mut outcome =
            outcome.and(Observable::Address, data.addr() as u64).and(Observable::HandleSize, size as u64);
        if outcome.is_good() && !data.is_null() && (1..=LARGEST).contains(&size) {
            let mut bytes = vec![0u8; size];
            // SAFETY: Get succeeded with this buffer and size, and the handle has not been put. Where that is not so, this
            // process may die of it, which is seen.
            unsafe { data.cast::<u8>().copy_to(bytes.as_mut_ptr(), size) };
            outcome.handle = Some(Relayed::new(new, family, &bytes, block));
            self.bytes.insert(new, KnownHandle { family, bytes, block });
        }
        let data = DevicePtr::from(data);
        self.made(new, outcome.is_good(), Thing::Handle { data, family, context, live: true });
        Ok(outcome)
    }

    /// Opens what stands there, in this context on this device, with this size.
    fn open(
        &mut self,
        handle: Name,
        (context, device): (Name, DeviceHandle),
        size: usize,
        placed: &mut Placed,
    ) -> Result<(Outcome, Thing), Missing> {
        let ur = self.ur().clone();
        let (context, KnownHandle { family, block, .. }) = (self.context(context)?, self.bytes_of(handle)?);
        let mut object = null_mut();
        let called = ur.ipc_open(*family, context, device, placed.at(), size, &raw mut object);
        let outcome = Outcome::of(called).and(Observable::Address, object.addr() as u64);
        let thing = match family {
            Memory => {
                Thing::Memory { at: DevicePtr::from(object), block: *block, context, device, pooled: false }
            }
            Physical => Thing::Physical { object: PhysicalMemHandle(object), context, device },
            Event => Thing::Event { event: EventHandle(object), context },
        };
        Ok((outcome, thing))
    }
}
