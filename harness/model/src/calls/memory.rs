//! USM memory.

use super::Verb;
use crate::generate::{Draft, ENOUGH};
use crate::state::{Clock, Kind, Life, NotEnabled, State, Storage, why};
use crate::{Allowed, Name, Observed, Process, UsmKind, verb};
use ur_ipc_api::Family;

impl Verb for verb::Alloc {
    const FAMILY: Option<Family> = Some(Family::Memory);

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.has_device(process, self.context, self.other)?;
        state.free_to_call(process)?;
        if self.other && self.kind == UsmKind::Host {
            return Err(NotEnabled::not("memory of the host is on no device"));
        }
        if self.blocks.checked_mul(self.size).is_none_or(|bytes| bytes > Storage::MOST_BYTES) {
            return Err(NotEnabled::not("this is more memory than a program has"));
        }
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        let made = Storage {
            bytes: self.size,
            kind: self.kind,
            other: self.other,
            ..Storage::of(Family::Memory, process, self.blocks)
        };
        let storage = state.add_storage(self.new, made);
        let kind = Kind::Memory { storage, offset: 0, imported: false };
        state.make_on(process, self.new, self.context, kind, self.other);
    }

    fn reserve(&self, state: &mut State, process: Process) -> Option<usize> {
        state.reserve_storage(process)
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (context, _, few) = draft.something(process)?;
        let held = draft.count(process, |kind| matches!(kind, Kind::Memory { imported: false, .. }));
        // Rows with others between them take some more.
        let blocks = if draft.chance(2) { 2 * few + 1 + draft.below(4) as u32 } else { few };
        let (size, most) = draft.bytes_of_block();
        (held < ENOUGH).then(|| {
            let (align, kind) = (draft.align(), draft.usm_kind(process));
            let other = kind != UsmKind::Host && draft.other(context);
            Self { new: draft.name('m'), blocks: blocks.min(most), size, align, context, kind, other }
        })
    }
}

impl Verb for verb::Free {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let memory = self.memory;
        state.free_to_call(process)?;
        let object = state.usable(process, memory)?;
        let (context, number) = match object.kind {
            Kind::Memory { storage, imported: false, .. } => (object.context, storage),
            Kind::Reserved { .. } if state.mapped_in(memory).next().is_some() => {
                return why(memory, "has a mapping");
            }
            Kind::Reserved { .. } => return Ok(Allowed::default()),
            _ => return why(memory, "is nothing that was allocated or reserved here"),
        };
        let mut kin = state.kin(Family::Memory, number);
        if kin.any(|(_, object)| object.process == process && object.is_imported()) {
            return why(memory, "is open here as well, and what was opened may have its address");
        }
        let storage = &state.storages[number];
        // The end of its pool may end what handles are of.
        if state.is_last_of_pool(process, memory) && state.has_handle_of_pool(process, context) {
            return why(memory, "is the last of its pool, of which there is a handle");
        }
        // Commands on imports, too: the memory behind them goes.
        if storage.is_used(&state.done, |_| true) {
            return why(memory, "may be in use");
        }
        Ok(if storage.exported {
            Allowed::success(&["memory.source_undisturbed"])
        } else {
            Allowed::default()
        })
    }

    fn effect(&self, state: &mut State, _: Process, _: &Observed) {
        if let Some(object) = state.remove(self.memory)
            && let Kind::Memory { storage, .. } = object.kind
        {
            state.storages[storage].life = Life::Released;
        }
    }
}

impl State {
    /// Whether this is allocated from a pool, and nothing else is.
    fn is_last_of_pool(&self, process: Process, memory: Name) -> bool {
        let context = self.objects.get(&memory).map(|object| object.context);
        let mut pooled = self.objects.iter().filter(|(_, object)| {
            object.process == process && Some(object.context) == context && self.is_of_pool(&object.kind)
        });
        pooled.next().is_some_and(|(name, _)| *name == memory) && pooled.next().is_none()
    }

    /// Whether this is memory that was allocated from a pool.
    pub(crate) fn is_of_pool(&self, kind: &Kind) -> bool {
        matches!(*kind, Kind::Memory { storage, imported: false, .. } if self.storages[storage].is_pooled())
    }

    /// Whether the process has a handle of memory of the context's pool, of which some may be freed.
    fn has_handle_of_pool(&self, process: Process, context: Name) -> bool {
        self.objects.values().any(|object| match object.kind {
            Kind::Handle(handle) if handle.family == Family::Memory => {
                self.storages[handle.source].is_pooled()
                    && object.process == process
                    && object.context == context
            }
            _ => false,
        })
    }
}

impl Storage {
    /// Whether it is memory from a pool.
    pub(crate) fn is_pooled(&self) -> bool {
        self.kind == UsmKind::Pooled
    }

    /// Whether commands of these queues use it that may not be over.
    pub(crate) fn is_used(&self, done: &Clock, queues: impl Fn(usize) -> bool) -> bool {
        self.blocks.iter().any(|block| block.access.is_used(done, &queues))
    }
}
