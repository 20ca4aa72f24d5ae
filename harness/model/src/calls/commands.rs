//! Commands on memory.

use super::Verb;
use crate::generate::Draft;
use crate::state::{Block, Clock, Kind, Life, ListedEvents, NotEnabled, Order, Stamp, State, why};
use crate::{Allowed, BLOCK, Blocks, Name, Observable, Observed, Process, QueueKind, Values, verb};
use ur_ipc_api::Family;

/// Blocks that a command uses, and whether it writes there: rows one by one.
type Used = (Blocks, bool);

impl Verb for verb::Fill {
    const LASTS: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        state.judge_command(process, self.queue, &self.after, &[(self.at, true)])
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        // Nobody knows how far one got that failed.
        let filled = |number| observed.succeeded().then(|| self.value.wrapping_add(number));
        state.take_command(process, self.queue, &self.after, &[(self.at, true)], filled);
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (at, queue, after) = draft.command(process)?;
        Some(Self { at, value: draft.value, queue, after })
    }
}

impl Verb for verb::Copy {
    const LASTS: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let allowed =
            state.judge_command(process, self.queue, &self.after, &[(self.from, false), (self.to, true)])?;
        let (_, context) = state.queue(process, self.queue)?;
        let (one, at) = state.reach(process, self.from, context, false)?;
        let (other, there) = state.reach(process, self.to, context, true)?;
        if one == other && at.abs_diff(there) < self.from.count() as usize {
            return why(self.to.of, "would overlap what is copied");
        }
        let sizes = [one, other].map(|storage| state.storages[storage].bytes);
        // A granule holds usual blocks, and so are other blocks of no matter there.
        if sizes[0] != sizes[1] && !sizes.iter().all(|bytes| [0, BLOCK].contains(bytes)) {
            return why(self.to.of, "has blocks of another size than what is copied");
        }
        if sizes[0] != sizes[1] {
            // It takes a command for each block that a granule has room for, and a queue that waits may be full of a thousand.
            state.free_to_call(process)?;
        }
        if self.from.count() != self.to.count() {
            return why(self.to.of, "gets another number of blocks than are copied");
        }
        Ok(allowed)
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let Ok((_, context)) = state.queue(process, self.queue) else { return };
        let Ok((storage, first)) = state.reach(process, self.from, context, false) else { return };
        let blocks = &state.storages[storage].blocks[first..first + self.from.count() as usize];
        let copied: Vec<Option<u32>> = blocks.iter().map(|block| block.value).collect();
        state.take_command(
            process,
            self.queue,
            &self.after,
            &[(self.from, false), (self.to, true)],
            |number| copied[number as usize].filter(|_| observed.succeeded()),
        );
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (from, queue, after) = draft.command(process)?;
        let context = draft.state.objects.get(&from.of)?.context;
        let to = draft.target(process, Some(context))?;
        let count = from.count().min(to.count());
        let cut = |blocks: Blocks| Blocks { to: blocks.from + count, ..blocks };
        Some(Self { from: cut(from), to: cut(to), queue, after })
    }
}

impl Verb for verb::Read {
    const LASTS: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        let mut allowed = state.judge_command(process, self.queue, &self.after, &[(self.at, false)])?;
        // The host waits for it.
        state.free_to_call(process)?;
        state.free_to_wait(&state.start(process, self.queue, &self.after, Order::Free)?.1)?;
        let (_, context) = state.queue(process, self.queue)?;
        let (storage, first) = state.reach(process, self.at, context, false)?;
        for (number, block) in (0..self.at.count()).zip(&state.storages[storage].blocks[first..]) {
            if let Some(value) = block.value {
                let says = state.contents_says(process, self.at.of, storage, block);
                allowed = allowed.rule(Observable::Block(number), Values::OneOf(vec![value.into()]), &says);
            }
        }
        Ok(allowed)
    }

    fn effect(&self, state: &mut State, process: Process, observed: &Observed) {
        let over = state.take_command(process, self.queue, &self.after, &[(self.at, false)], |_| None);
        if let Some(over) = over.filter(|_| observed.succeeded()) {
            state.done.join(&over);
        }
    }

    fn candidate(draft: &mut Draft<'_>, process: Process) -> Option<Self> {
        let (at, queue, after) = draft.command(process)?;
        Some(Self { at, queue, after })
    }
}

impl State {
    /// When a command of the queue begins, with these events in its wait list.
    pub(super) fn start(
        &self,
        process: Process,
        queue: Name,
        after: &[Name],
        order: Order,
    ) -> Result<(usize, Clock), NotEnabled> {
        let (number, context) = self.queue(process, queue)?;
        let mut start = self.begins(number, order);
        for event in after {
            start.join(self.awaited(process, *event, context)?);
        }
        Ok((number, start))
    }

    /// When the signal of an event comes that may be waited for in this context.
    pub(super) fn awaited(&self, process: Process, name: Name, context: Name) -> Result<&Clock, NotEnabled> {
        let (event, object) = self.event(process, name)?;
        if object.context != context {
            return why(name, "is in another context");
        }
        self.signal_of(name, event)
    }

    /// Waits are over for the commands of the queue behind these events.
    pub(super) fn note_waits(&mut self, process: Process, after: &[Name], stamp: Stamp, start: &Clock) {
        for name in after {
            if let Ok((event, _)) = self.event(process, *name) {
                self.events[event].access.read(stamp, start);
            }
        }
    }

    pub(super) fn judge_command(
        &self,
        process: Process,
        queue: Name,
        after: &[Name],
        used: &[Used],
    ) -> Result<Allowed, NotEnabled> {
        let (number, context) = self.queue(process, queue)?;
        self.has_room(process, number)?;
        let (_, start) = self.start(process, queue, after, Order::Free)?;
        let mut says = Vec::new();
        for &(blocks, writes) in used {
            let (storage, first) = self.reach(process, blocks, context, writes)?;
            let mut there = self.storages[storage].blocks[first..].iter().take(blocks.count() as usize);
            let ordered = there.all(|block| match writes {
                true => block.access.may_write(&start),
                false => block.access.may_read(&start),
            });
            if !ordered {
                return why(blocks.of, "is in use by what this is not ordered with");
            }
            let object = self.find(process, blocks.of)?;
            if matches!(object.kind, Kind::Mapping { .. }) && object.other != self.queues[number].other {
                return why(blocks.of, "is a mapping of physical memory of another device than the queue's");
            }
            says.extend(self.usable_says(process, blocks.of, storage));
        }
        let listed = self.listed(process, number, after);
        let names = used.iter().map(|(blocks, _)| blocks.of).chain([queue]);
        if listed == ListedEvents::Unsaid || self.is_across(names) {
            // A device may use the memory of another one that it reaches, or refuse to.
            return Ok(Allowed::default());
        }
        let kind = self.queues[number].kind;
        if kind == QueueKind::Profiling && !after.is_empty() {
            // A queue that takes times waits for events, or refuses to.
            return Ok(Allowed::default());
        }
        let mut waits = after.iter().filter_map(|name| self.event(process, *name).ok());
        if waits.any(|(_, object)| object.is_imported()) {
            says.extend(["event.imported.in_wait_list", "cross_process.event.wait_list"]);
            says.extend((kind != QueueKind::InOrder).then_some("event.imported.queue_kinds"));
        }
        says.extend((listed == ListedEvents::Elsewhere).then_some("cross_process.event.other_device"));
        Ok(Allowed::success(&says))
    }

    /// Why commands take this: nothing says so of what is not shared.
    fn usable_says(&self, process: Process, name: Name, storage: usize) -> Vec<&'static str> {
        let imported = self.is_imported(process, name);
        match (self.storages[storage].family, imported, self.storages[storage].exported) {
            (Family::Memory, true, _) => vec!["memory.open.usable_in_enqueue"],
            (Family::Memory, false, true) => vec!["memory.source_undisturbed"],
            (Family::Physical, true, _) => vec!["physical_memory.map.aliases_source"],
            (Family::Physical, false, true) => vec!["physical_memory.put.keeps_source"],
            _ => Vec::new(),
        }
    }

    /// Lists the requirements which say that this block shows the data of its writer.
    fn contents_says(
        &self,
        process: Process,
        name: Name,
        storage: usize,
        block: &Block,
    ) -> Vec<&'static str> {
        let (writer, number) = (block.writer, storage);
        let foreign = writer.is_some_and(|writer| writer != process);
        let (imported, storage) = (self.is_imported(process, name), &self.storages[storage]);
        let from_maker = writer == Some(storage.maker);
        let mut says = match (storage.family, foreign, imported) {
            (Family::Memory, true, true) if from_maker => {
                vec!["cross_process.memory.read", "cross_process.memory.reopen_new_allocation"]
            }
            (Family::Memory, true, true) => vec!["cross_process.memory.multiple_consumers"],
            (Family::Memory, true, false) => vec!["cross_process.memory.write_back"],
            (Family::Memory, false, true) => {
                vec!["memory.open.usable_in_enqueue", "memory.close.one_of_two_opens"]
            }
            (Family::Memory, false, false) => vec!["memory.source_undisturbed"],
            (_, true, true) if from_maker => vec!["cross_process.physical_memory.read"],
            (_, true, true) => vec!["cross_process.physical_memory.multi_range"],
            (_, true, false) => vec!["cross_process.physical_memory.write_back"],
            (_, false, true) => vec!["physical_memory.map.aliases_source"],
            (_, false, false) => vec!["physical_memory.map.after_unmap"],
        };
        if !block.access.may_read(&self.done) && foreign {
            says.push(match storage.family {
                Family::Physical => "cross_process.physical_memory.orders_data",
                _ => "cross_process.event.orders_data",
            });
        }
        if writer.is_some_and(|writer| self.has_ended(writer)) && storage.family == Family::Memory {
            says.push("cross_process.memory.consumer_killed");
        }
        if imported && !self.has_handle(storage.family, number) {
            says.push(match storage.family {
                Family::Physical => "physical_memory.put.keeps_source",
                _ => "cross_process.memory.opened_survives_put",
            });
        }
        match (storage.family, storage.life) {
            (Family::Physical, Life::Released) => {
                says.push("cross_process.physical_memory.released_while_open");
            }
            (Family::Physical, Life::Died) => says.push("cross_process.physical_memory.peer_death"),
            _ => {}
        }
        says
    }

    /// Whether it was opened, or is a mapping of what was.
    pub(super) fn is_imported(&self, process: Process, name: Name) -> bool {
        match self.find(process, name) {
            Ok(object) => match object.kind {
                Kind::Mapping { of, .. } => self.is_imported(process, of),
                _ => object.is_imported(),
            },
            Err(_) => false,
        }
    }

    /// Applies a command that writes these values, by the numbers of the written blocks. Returns the clock at its end.
    pub(super) fn take_command(
        &mut self,
        process: Process,
        queue: Name,
        after: &[Name],
        used: &[Used],
        written: impl Fn(u32) -> Option<u32>,
    ) -> Option<Clock> {
        let (_, context) = self.queue(process, queue).ok()?;
        let (queue, start) = self.start(process, queue, after, Order::Free).ok()?;
        let (stamp, over) = self.enqueue(queue, Order::Free, &start);
        self.note_waits(process, after, stamp, &start);
        let mut written_before = 0;
        for &(blocks, writes) in used {
            let Ok((storage, first)) = self.reach(process, blocks, context, writes) else { continue };
            for number in 0..blocks.count() {
                let block = &mut self.storages[storage].blocks[first + number as usize];
                if !writes {
                    block.access.read(stamp, &start);
                    continue;
                }
                block.access.write(stamp);
                block.writer = Some(process);
                block.value = written(written_before + number);
            }
            written_before += if writes { blocks.count() } else { 0 };
        }
        Some(over)
    }
}
