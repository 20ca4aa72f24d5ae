//! Commands on memory.

use crate::state::{Block, Clock, Kind, Life, Stamp, State, Why, why};
use crate::{Allowed, Blocks, Call, Name, Observed, Process, Values, What};
use ur_ipc_api::Family;

impl State {
    /// When a command of the queue begins, with these events in its wait list.
    pub(super) fn start(&self, process: Process, queue: Name, after: &[Name]) -> Result<(usize, Clock), Why> {
        let (number, context) = self.queue(process, queue)?;
        let mut start = self.queues[number].clock.clone();
        start.join(&self.done);
        for event in after {
            start.join(self.awaited(process, *event, context)?);
        }
        Ok((number, start))
    }

    /// When the signal of an event comes that may be waited for in this context.
    pub(super) fn awaited(&self, process: Process, name: Name, context: Name) -> Result<&Clock, Why> {
        let (event, object) = self.event(process, name)?;
        if object.context != context {
            return why(name, "is in another context");
        }
        self.signal_of(name, event)
    }

    /// Waits are over for the commands of the queue behind these events.
    pub(super) fn note_waits(&mut self, process: Process, after: &[Name], stamp: Stamp) {
        for name in after {
            if let Ok((event, _)) = self.event(process, *name) {
                self.events[event].access.read(stamp);
            }
        }
    }

    pub(super) fn judge_command(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        let (queue, after) = command_of(call);
        let (_, context) = self.queue(process, queue)?;
        let (_, start) = self.start(process, queue, after)?;
        let mut says = Vec::new();
        for (blocks, writes) in ranges(call) {
            let (storage, first) = self.reach(process, blocks, context, writes)?;
            let used = &self.storages[storage].blocks[first..first + blocks.count() as usize];
            let ordered = used.iter().all(|block| match writes {
                true => block.access.may_write(&start),
                false => block.access.may_read(&start),
            });
            if !ordered {
                return why(blocks.of, "is in use by what this is not ordered with");
            }
            says.extend(self.usable_says(process, blocks.of, storage));
        }
        if let Call::Copy { from, to, .. } = call {
            let (one, at) = self.reach(process, *from, context, false)?;
            let (other, there) = self.reach(process, *to, context, true)?;
            if one == other && at.abs_diff(there) < from.count() as usize {
                return why(to.of, "would overlap what is copied");
            }
            if from.count() != to.count() {
                return why(to.of, "gets another number of blocks than are copied");
            }
        }
        let mut waits = after.iter().filter_map(|name| self.event(process, *name).ok());
        if waits.any(|(_, object)| object.is_imported()) {
            says.extend(["event.imported.in_wait_list", "cross_process.event.wait_list"]);
        }
        let mut allowed = if says.is_empty() { Allowed::default() } else { Allowed::success(&says) };
        if let Call::Read { at, .. } = call {
            // The host waits for it.
            self.free_to_call(process)?;
            self.free_to_wait(&start)?;
            let (storage, first) = self.reach(process, *at, context, false)?;
            for (number, block) in (0..at.count()).zip(&self.storages[storage].blocks[first..]) {
                if let Some(value) = block.value {
                    let says = self.contents_says(process, at.of, storage, block);
                    let values = Values::OneOf(vec![value.into()]);
                    allowed = allowed.rule(What::Block(number), values, &says);
                }
            }
        }
        Ok(allowed)
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

    /// Which requirements say that this shows what that process has written.
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

    pub(super) fn take_command(&mut self, process: Process, call: &Call, observed: &Observed) {
        let (name, after) = command_of(call);
        let Ok((queue, context)) = self.queue(process, name) else { return };
        let Ok((_, start)) = self.start(process, name, after) else { return };
        let stamp = self.enqueue(queue, &start);
        self.note_waits(process, after, stamp);
        let copied: Option<Vec<_>> = match call {
            Call::Copy { from, .. } => {
                self.reach(process, *from, context, false).ok().map(|(storage, first)| {
                    let blocks = &self.storages[storage].blocks[first..first + from.count() as usize];
                    blocks.iter().map(|block| block.value).collect()
                })
            }
            _ => None,
        };
        for (blocks, writes) in ranges(call) {
            let Ok((storage, first)) = self.reach(process, blocks, context, writes) else { continue };
            for number in 0..blocks.count() {
                let block = &mut self.storages[storage].blocks[first + number as usize];
                if !writes {
                    block.access.read(stamp);
                    continue;
                }
                block.access.write(stamp);
                block.writer = Some(process);
                block.value = match (call, &copied) {
                    // Nobody knows how far it got.
                    _ if !observed.succeeded() => None,
                    (Call::Fill { value, .. }, _) => Some(value.wrapping_add(number)),
                    (_, Some(copied)) => copied[number as usize],
                    _ => None,
                };
            }
        }
        if matches!(call, Call::Read { .. }) && observed.succeeded() {
            let clock = self.queues[queue].clock.clone();
            self.done.join(&clock);
        }
    }
}

fn command_of(call: &Call) -> (Name, &[Name]) {
    match call {
        Call::Fill { queue, after, .. }
        | Call::Copy { queue, after, .. }
        | Call::Read { queue, after, .. } => (*queue, after),
        _ => unreachable!("no command"),
    }
}

/// What a command uses, and whether it writes there.
fn ranges(call: &Call) -> Vec<(Blocks, bool)> {
    match call {
        Call::Fill { at, .. } => vec![(*at, true)],
        Call::Copy { from, to, .. } => vec![(*from, false), (*to, true)],
        Call::Read { at, .. } => vec![(*at, false)],
        _ => unreachable!("no command"),
    }
}
