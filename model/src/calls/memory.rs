//! USM memory.

use crate::state::{Kind, Life, State, Storage, Why, why};
use crate::{Allowed, Call, Process};
use ur_ipc_api::Family;

impl State {
    pub(super) fn judge_memory(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        match call {
            Call::Alloc { context, .. } => {
                self.context(process, *context)?;
                self.free_to_call(process)?;
                Ok(Allowed::default())
            }
            Call::Free { memory } => {
                let Kind::Memory { storage, imported: false, .. } = self.usable(process, *memory)?.kind
                else {
                    return why(*memory, "is no memory that was allocated here");
                };
                self.free_to_call(process)?;
                if self
                    .kin(Family::Memory, storage)
                    .any(|(_, object)| object.process == process && object.is_imported())
                {
                    return why(*memory, "is open here as well, and what was opened may have its address");
                }
                let storage = &self.storages[storage];
                // Commands on imports, too: the memory behind them goes.
                if storage.is_used(&self.done, |_| true) {
                    return why(*memory, "may be in use");
                }
                let says: &[_] = if storage.exported { &["memory.source_undisturbed"] } else { &[] };
                Ok(if says.is_empty() { Allowed::default() } else { Allowed::success(says) })
            }
            _ => unreachable!("not about memory"),
        }
    }

    pub(super) fn take_memory(&mut self, process: Process, call: &Call) {
        match *call {
            Call::Alloc { new, blocks, context } => {
                let made = Storage::of(Family::Memory, process, blocks);
                let storage = Self::number(&mut self.reserved, &mut self.storages, new, made);
                self.make(process, new, context, Kind::Memory { storage, offset: 0, imported: false });
            }
            Call::Free { memory } => {
                if let Some(object) = self.remove(memory)
                    && let Kind::Memory { storage, .. } = object.kind
                {
                    self.storages[storage].life = Life::Released;
                }
            }
            _ => unreachable!("not about memory"),
        }
    }
}

impl Storage {
    /// Whether commands of these queues use it that may not be over.
    pub(crate) fn is_used(&self, done: &crate::state::Clock, queues: impl Fn(usize) -> bool) -> bool {
        self.blocks.iter().any(|block| block.access.is_used(done, &queues))
    }
}
