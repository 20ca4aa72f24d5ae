//! USM memory.

use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{StructureType, UsmDesc, UsmPoolHandle};
use ur_ipc_model::{UsmKind, verb};

impl Perform for verb::Alloc {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let (context, mut at) = (actor.context(self.context)?, null_mut());
        let (device, block) = (actor.device_on(self.other)?, self.size as usize);
        let size = self.blocks as usize * block;
        let aligned = UsmDesc { stype: StructureType::USM_DESC, p_next: null(), hints: 0, align: self.align };
        let desc = if self.align == 0 { null() } else { &raw const aligned };
        let (ur, pooled) = (actor.ur(), self.kind == UsmKind::Pooled);
        let taken = if pooled { actor.pools.take(ur, context) } else { Ok(UsmPoolHandle::NULL) };
        let pool = match taken {
            Ok(pool) => pool,
            Err(refused) => return Ok(refused),
        };
        let called = match self.kind {
            UsmKind::Device | UsmKind::Pooled => {
                ur.usm_device_alloc(context, device, desc, pool, size, &raw mut at)
            }
            UsmKind::Host => ur.usm_host_alloc(context, desc, pool, size, &raw mut at),
            UsmKind::Shared => ur.usm_shared_alloc(context, device, desc, pool, size, &raw mut at),
        };
        let made = Outcome::of(called);
        if pooled && !made.is_good() {
            actor.pools.give_back(ur, context);
        }
        actor.made(self.new, made.is_good(), Thing::Memory { at: at.into(), block, context, device, pooled });
        Ok(made)
    }
}

impl Perform for verb::Free {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        match actor.thing(self.memory)? {
            Thing::Memory { at, context, pooled, .. } => {
                let freed = Outcome::of(actor.ur().usm_free(*context, at.raw()));
                if *pooled && freed.is_good() {
                    actor.pools.give_back(actor.ur(), *context);
                }
                Ok(freed)
            }
            Thing::Reserved { at, size, context } => {
                Ok(Outcome::of(actor.ur().virtual_mem_free(*context, at.raw(), *size)))
            }
            _ => Err(Missing::Otherwise(self.memory, "is no memory")),
        }
    }
}
