//! A step as calls of UR in C.

mod commands;
mod info;
mod sharing;

use crate::reproduce::checks::{self, Seen};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::{Script, Turn};
use crate::reproduce::things::Kind;
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_model::{Call, Manner, Name, What};

/// Writes steps, and takes note of what they use.
pub(super) struct Calls<'s> {
    pub script: &'s Script,
    pub used: BTreeSet<Helper>,
    /// The most blocks that are read at a time.
    pub most_read: u32,
    /// The number of the gate by which a queue is held, which differs for each.
    gates: BTreeMap<Name, usize>,
    held: usize,
}

impl<'s> Calls<'s> {
    pub(super) fn new(script: &'s Script) -> Self {
        Self { script, used: BTreeSet::new(), most_read: 0, gates: BTreeMap::new(), held: 0 }
    }

    /// The lines of a step, but for how a process ends.
    pub(super) fn lines(&mut self, turn: &Turn) -> Vec<String> {
        match &turn.step.call {
            Call::Context { .. }
            | Call::Queue { .. }
            | Call::Finish { .. }
            | Call::Hold { .. }
            | Call::Let { .. }
            | Call::Busy { .. }
            | Call::Retain { .. }
            | Call::Release { .. } => self.object(turn),
            Call::Alloc { .. }
            | Call::Free { .. }
            | Call::Physical { .. }
            | Call::PhysicalWrong { .. }
            | Call::Map { .. }
            | Call::Change { .. }
            | Call::Unmap { .. } => self.storage(turn),
            Call::Fill { .. } | Call::Copy { .. } | Call::Read { .. } => self.command(turn),
            Call::Event { .. } | Call::Signal { .. } | Call::Wait { .. } | Call::Status { .. } => {
                self.event(turn)
            }
            Call::Info { of } => self.info(turn, *of),
            Call::Ask { event, what } => self.ask(turn, *event, *what),
            Call::Get { new, of, at } => self.get(turn, *new, *of, *at),
            Call::Put { .. } | Call::Open { .. } | Call::OpenWrong { .. } | Call::Close { .. } => {
                self.share(turn)
            }
            Call::Stop | Call::Resume | Call::Kill | Call::Exit => Vec::new(),
        }
    }

    /// The call, and the checks of what comes of it.
    fn called(&mut self, turn: &Turn, call: &str, seen: &[Seen]) -> Vec<String> {
        let checks = checks::of_result(turn);
        let starved = turn.step.manner == Manner::Starved;
        let refusable = starved || turn.succeeds && checks::may_fail(turn);
        let mut lines = match (checks.is_empty() && !starved, call) {
            (true, "") => vec!["need(result);".to_owned()],
            (true, call) => vec![format!("need({call});")],
            (false, "") => Vec::new(),
            (false, call) => vec![format!("result = {call};")],
        };
        if checks.is_empty() && !starved {
            self.used.insert(Helper::Need);
        }
        if !checks.is_empty() {
            self.used.insert(Helper::Result);
        }
        if starved {
            self.used.insert(Helper::Starve);
            lines.insert(0, "open_descriptors(false);".to_owned());
            lines.push("open_descriptors(true);".to_owned());
        }
        lines.extend(checks);
        if refusable {
            self.used.insert(Helper::Refused);
            lines.push("may_refuse();".to_owned());
        }
        lines.extend(self.seen(turn, seen));
        lines
    }

    fn seen(&mut self, turn: &Turn, seen: &[Seen]) -> Vec<String> {
        let lines = if turn.succeeds { checks::of_seen(self.script, turn, seen) } else { Vec::new() };
        if !lines.is_empty() {
            self.used.insert(Helper::Expect);
        }
        lines
    }

    /// Contexts, queues and references.
    fn object(&mut self, turn: &Turn) -> Vec<String> {
        let call = match &turn.step.call {
            Call::Context { new } => {
                return self.making(
                    "ur_context_handle_t",
                    *new,
                    turn,
                    "urContextCreate(1, &device, NULL, &NEW)",
                    &[],
                );
            }
            Call::Queue { new, context } => {
                let call = format!("urQueueCreate({context}, device, NULL, &NEW)");
                return self.making("ur_queue_handle_t", *new, turn, &call, &[]);
            }
            Call::Hold { queue } => {
                self.held += 1;
                self.gates.insert(*queue, self.held);
                self.used.insert(Helper::Hold);
                let gate = self.held;
                let mut lines = vec![format!("sem_t gate{gate};"), format!("sem_init(&gate{gate}, 0, 0);")];
                let call = format!("urEnqueueHostTaskExp({queue}, hold, &gate{gate}, NULL, 0, NULL, NULL)");
                lines.extend(self.called(turn, &call, &[]));
                return lines;
            }
            Call::Let { queue } => {
                let gate = self.gates.get(queue).copied().unwrap_or_default();
                return vec![format!("sem_post(&gate{gate});")];
            }
            Call::Busy { queue } => {
                self.used.insert(Helper::Busy);
                format!("urEnqueueHostTaskExp({queue}, busy, NULL, NULL, 0, NULL, NULL)")
            }
            Call::Finish { queue } => format!("urQueueFinish({queue})"),
            Call::Retain { object } => format!("{}Retain({object})", self.counted(*object)),
            Call::Release { object } => format!("{}Release({object})", self.counted(*object)),
            _ => unreachable!("not about objects"),
        };
        self.called(turn, &call, &[])
    }

    fn counted(&self, object: Name) -> &'static str {
        match self.script.things.kind(object) {
            Kind::Queue => "urQueue",
            Kind::Physical => "urPhysicalMem",
            Kind::Event => "urEvent",
            _ => "urContext",
        }
    }

    /// What makes something: `NEW` in the call stands for its name.
    fn making(&mut self, kind: &str, new: Name, turn: &Turn, call: &str, seen: &[Seen]) -> Vec<String> {
        let space = if kind.ends_with('*') { "" } else { " " };
        let mut lines = vec![format!("{kind}{space}{new} = NULL;")];
        lines.extend(self.called(turn, &call.replace("NEW", &new.to_string()), seen));
        lines
    }

    /// The bytes of a block of this.
    fn block(&mut self, of: Name) -> String {
        match self.script.things.kind(of) {
            Kind::Memory => "BLOCK".to_owned(),
            _ => {
                self.used.insert(Helper::Granule);
                format!("granule({})", self.script.things.context(of))
            }
        }
    }

    /// Memory and mappings.
    fn storage(&mut self, turn: &Turn) -> Vec<String> {
        let things = &self.script.things;
        match &turn.step.call {
            Call::Alloc { new, blocks, context } => {
                let call = format!("urUSMDeviceAlloc({context}, device, NULL, NULL, {blocks} * BLOCK, &NEW)");
                self.making("void *", *new, turn, &call, &[])
            }
            Call::Free { memory } => {
                let call = format!("urUSMFree({}, {memory})", things.context(*memory));
                self.called(turn, &call, &[])
            }
            Call::Physical { new, blocks, context, shared } => {
                self.used.insert(Helper::Granule);
                let flags = if *shared { "UR_PHYSICAL_MEM_FLAG_ENABLE_IPC" } else { "0" };
                let mut lines = vec![format!(
                    "ur_physical_mem_properties_t {new}_properties = {{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL, {flags}}};"
                )];
                let call = format!(
                    "urPhysicalMemCreate({context}, device, {blocks} * granule({context}), &{new}_properties, &NEW)"
                );
                let seen = [Seen::new(What::Address, new.to_string())];
                lines.extend(self.making("ur_physical_mem_handle_t", *new, turn, &call, &seen));
                lines
            }
            Call::PhysicalWrong { context } => {
                let call = format!("urPhysicalMemCreate({context}, device, 1, NULL, &made)");
                let mut lines = vec!["ur_physical_mem_handle_t made = NULL;".to_owned()];
                lines.extend(self.called(turn, &call, &[]));
                block(lines)
            }
            Call::Map { new, blocks, access } => {
                let context = things.context(blocks.of);
                self.used.extend([Helper::Results, Helper::Granule]);
                let (size, offset) = (
                    format!("{} * granule({context})", blocks.count()),
                    format!("{} * granule({context})", blocks.from),
                );
                let mut lines = vec![
                    format!("void *{new} = NULL;"),
                    format!("result = urVirtualMemReserve({context}, NULL, {size}, &{new});"),
                    "if (result == UR_RESULT_SUCCESS)".to_owned(),
                    format!(
                        "    result = urVirtualMemMap({context}, {new}, {size}, {}, {offset}, {});",
                        blocks.of,
                        access.flags()
                    ),
                ];
                lines.extend(self.called(turn, "", &[]));
                lines
            }
            Call::Change { mapping, access } => {
                let context = things.context(*mapping);
                let Kind::Mapping(blocks) = things.kind(*mapping) else { return Vec::new() };
                self.used.insert(Helper::Granule);
                let size = format!("{blocks} * granule({context})");
                let access = access.flags();
                let call = format!("urVirtualMemSetAccess({context}, {mapping}, {size}, {access})");
                self.called(turn, &call, &[])
            }
            Call::Unmap { mapping } => {
                let context = things.context(*mapping);
                let Kind::Mapping(blocks) = things.kind(*mapping) else { return Vec::new() };
                self.used.extend([Helper::Results, Helper::Granule]);
                let of = format!("{context}, {mapping}, {blocks} * granule({context})");
                let mut lines = vec![
                    format!("result = urVirtualMemUnmap({of});"),
                    "if (result == UR_RESULT_SUCCESS)".to_owned(),
                    format!("    result = urVirtualMemFree({of});"),
                ];
                lines.extend(self.called(turn, "", &[]));
                lines
            }
            _ => unreachable!("not about memory"),
        }
    }
}

/// With names of its own.
fn block(lines: Vec<String>) -> Vec<String> {
    let inner = lines.into_iter().map(|line| format!("    {line}"));
    ["{".to_owned()].into_iter().chain(inner).chain(["}".to_owned()]).collect()
}
