//! A step as calls of UR in C.

use super::checks::{self, Seen};
use super::helpers::Helper;
use super::script::{Script, Turn};
use super::things::Kind;
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_api::Family;
use ur_ipc_model::{Blocks, Call, Name, What, WrongSize};

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
            | Call::Retain { .. }
            | Call::Release { .. } => self.object(turn),
            Call::Alloc { .. }
            | Call::Free { .. }
            | Call::Physical { .. }
            | Call::Map { .. }
            | Call::Unmap { .. } => self.storage(turn),
            Call::Fill { .. } | Call::Copy { .. } | Call::Read { .. } => self.command(turn),
            Call::Event { .. } | Call::Signal { .. } | Call::Wait { .. } | Call::Status { .. } => {
                self.event(turn)
            }
            Call::Info { of } => self.info(turn, *of),
            Call::Get { new, of, at } => self.get(turn, *new, *of, *at),
            Call::Put { .. } | Call::Open { .. } | Call::OpenWrong { .. } | Call::Close { .. } => {
                self.share(turn)
            }
            Call::Kill | Call::Exit => Vec::new(),
        }
    }

    /// The call, and the checks of what comes of it.
    fn called(&mut self, turn: &Turn, call: &str, seen: &[Seen]) -> Vec<String> {
        let checks = checks::of_result(turn);
        if checks.is_empty() {
            let mut lines =
                vec![if call.is_empty() { "need(result);".to_owned() } else { format!("need({call});") }];
            self.used.insert(Helper::Need);
            lines.extend(self.seen(turn, seen));
            return lines;
        }
        self.used.insert(Helper::Result);
        let mut lines: Vec<String> =
            if call.is_empty() { Vec::new() } else { vec![format!("result = {call};")] };
        lines.extend(checks);
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
            Call::Finish { queue } => format!("urQueueFinish({queue})"),
            Call::Retain { object } => format!("{}Retain({object})", self.counted(*object)),
            Call::Release { object } => format!("{}Release({object})", self.counted(*object)),
            _ => unreachable!("not about objects"),
        };
        self.called(turn, &call, &[])
    }

    const fn counted_as(kind: Kind) -> &'static str {
        match kind {
            Kind::Queue => "urQueue",
            Kind::Physical => "urPhysicalMem",
            Kind::Event => "urEvent",
            _ => "urContext",
        }
    }

    fn counted(&self, object: Name) -> &'static str {
        Self::counted_as(self.script.things.kind(object))
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
            Call::Map { new, blocks } => {
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
                        "    result = urVirtualMemMap({context}, {new}, {size}, {}, {offset}, UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE);",
                        blocks.of
                    ),
                ];
                lines.extend(self.called(turn, "", &[]));
                lines
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

    /// Where blocks begin.
    fn place(&mut self, blocks: Blocks) -> String {
        match blocks.from {
            0 => blocks.of.to_string(),
            from => format!("(char *){} + {from} * {}", blocks.of, self.block(blocks.of)),
        }
    }

    fn command(&mut self, turn: &Turn) -> Vec<String> {
        let call = match &turn.step.call {
            Call::Fill { at, value, queue, after } => {
                self.used.insert(Helper::Fill);
                let (place, block) = (self.place(*at), self.block(at.of));
                format!("fill({queue}, {place}, {block}, {}, {value}, {})", at.count(), listed(after))
            }
            Call::Copy { from, to, queue, after } => {
                let (source, target) = (self.place(*from), self.place(*to));
                let (block, other) = (self.block(to.of), self.block(from.of));
                let (count, list) = (from.count(), listed(after));
                if block == other {
                    format!(
                        "urEnqueueUSMMemcpy({queue}, false, {target}, {source}, {count} * {block}, {list}, NULL)"
                    )
                } else {
                    self.used.insert(Helper::Copy);
                    format!("copy({queue}, {target}, {block}, {source}, {other}, {count}, {list})")
                }
            }
            Call::Read { at, queue, after } => {
                self.used.insert(Helper::Read);
                self.most_read = self.most_read.max(at.count());
                let (place, block) = (self.place(*at), self.block(at.of));
                format!("read_blocks({queue}, {place}, {block}, {}, {})", at.count(), listed(after))
            }
            _ => unreachable!("no command"),
        };
        let seen: Vec<Seen> = (0..self.most_read)
            .map(|block| Seen::new(What::Block(block), format!("word[{block}]")))
            .collect();
        self.called(turn, &call, &seen)
    }

    fn event(&mut self, turn: &Turn) -> Vec<String> {
        match &turn.step.call {
            Call::Event { new, context, shared } => {
                let flags = if *shared { "UR_EXP_EVENT_FLAG_IPC_EXP" } else { "0" };
                let mut lines = vec![format!(
                    "ur_exp_event_desc_t {new}_desc = {{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, NULL, {flags}}};"
                )];
                let call = format!("urEventCreateExp({context}, device, &{new}_desc, &NEW)");
                let seen = [Seen::new(What::Address, new.to_string())];
                lines.extend(self.making("ur_event_handle_t", *new, turn, &call, &seen));
                lines
            }
            Call::Signal { event, queue, after } => {
                let call =
                    format!("urEnqueueEventsWaitWithBarrierExt({queue}, NULL, {}, &kept)", listed(after));
                let seen = [Seen::new(What::Kept, "kept").meaning(format!("kept == {event}"))];
                let mut lines = vec![format!("ur_event_handle_t kept = {event};")];
                lines.extend(self.called(turn, &call, &seen));
                block(lines)
            }
            Call::Wait { events } => {
                let call = format!("urEventWait({})", listed(events));
                self.called(turn, &call, &[])
            }
            Call::Status { event } => {
                let call = format!(
                    "urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL)"
                );
                let mut lines = vec!["ur_event_status_t status = UR_EVENT_STATUS_FORCE_UINT32;".to_owned()];
                lines.extend(self.called(turn, &call, &[Seen::new(What::Status, "status")]));
                block(lines)
            }
            _ => unreachable!("not about events"),
        }
    }

    /// The queries about something, one after the other as long as they succeed.
    fn info(&mut self, turn: &Turn, of: Name) -> Vec<String> {
        let context = self.script.things.context(of);
        let handles = ["ur_context_handle_t within = NULL;", "ur_device_handle_t of = NULL;"];
        let (query, names, mut lines): (String, &[(&str, &str)], Vec<&str>) = match self.script.things.kind(of) {
            Kind::Physical => (
                format!("urPhysicalMemGetInfo({of}, UR_PHYSICAL_MEM_INFO_"),
                &[
                    ("CONTEXT", "within"),
                    ("DEVICE", "of"),
                    ("SIZE", "size"),
                    ("PROPERTIES", "properties"),
                    ("REFERENCE_COUNT", "references"),
                ],
                [
                    &handles[..],
                    &[
                        "size_t size = 0;",
                        "ur_physical_mem_properties_t properties = {UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL, 0};",
                        "uint32_t references = UINT32_MAX;",
                    ],
                ]
                .concat(),
            ),
            Kind::Event => (
                format!("urEventGetInfo({of}, UR_EVENT_INFO_"),
                &[("CONTEXT", "within"), ("REFERENCE_COUNT", "references")],
                vec![handles[0], "uint32_t references = UINT32_MAX;"],
            ),
            _ => (
                format!("urUSMGetMemAllocInfo({context}, {of}, UR_USM_ALLOC_INFO_"),
                &[("TYPE", "type"), ("DEVICE", "of"), ("BASE_PTR", "base"), ("SIZE", "size")],
                vec![
                    "ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;",
                    handles[1],
                    "void *base = NULL;",
                    "size_t size = 0;",
                ],
            ),
        };
        let mut lines: Vec<String> = lines.drain(..).map(str::to_owned).collect();
        for (number, (name, value)) in names.iter().enumerate() {
            let call = format!("result = {query}{name}, sizeof {value}, &{value}, NULL);");
            if number > 0 {
                lines.push("if (result == UR_RESULT_SUCCESS)".to_owned());
            }
            lines.push(if number == 0 { call } else { format!("    {call}") });
        }
        let is_memory = self.script.things.kind(of) == Kind::Memory;
        let size = match is_memory {
            true => Seen::new(What::Size, "behind").meaning("BLOCK"),
            false => Seen::new(What::Size, "size").meaning(format!("granule({context})")),
        };
        let seen = [
            Seen::new(What::SameContext, "within").meaning(format!("within == {context}")),
            Seen::new(What::SameDevice, "of").meaning("of == device"),
            Seen::new(What::Shared, "properties.flags")
                .meaning("properties.flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC"),
            Seen::new(What::References, "references"),
            Seen::new(What::MemoryType, "type"),
            Seen::new(What::Before, "base").meaning(format!("(char *)base <= (char *){of}")),
            size,
        ];
        if turn.allowed.0.iter().any(|rule| rule.what == What::Size) && !is_memory {
            self.used.insert(Helper::Granule);
        }
        self.used.insert(Helper::Results);
        lines.extend(self.called(turn, "", &seen));
        if is_memory {
            // Between the check that it is known and those of what it says.
            let at = lines.iter().position(|line| line.starts_with("EXPECT(behind")).unwrap_or(lines.len());
            lines.insert(at, format!("size_t behind = size - (size_t)((char *){of} - (char *)base);"));
        }
        block(lines)
    }

    fn get(&mut self, turn: &Turn, new: Name, of: Name, at: u32) -> Vec<String> {
        let to = format!("&{new}_data, &{new}.size");
        let call = match self.script.things.kind(of) {
            Kind::Physical => {
                format!("urIPCGetPhysMemHandleExp({}, {of}, {to})", self.script.things.context(of))
            }
            Kind::Event => format!("urIPCGetEventHandleExp({of}, {to})"),
            _ => {
                let place = if at == 0 { of.to_string() } else { format!("(char *){of} + {at} * BLOCK") };
                format!("urIPCGetMemHandleExp({}, {place}, {to})", self.script.things.context(of))
            }
        };
        self.used.insert(Helper::Handle);
        let seen = [
            Seen::new(What::Address, format!("{new}_data")),
            Seen::new(What::HandleSize, format!("{new}.size")),
        ];
        let mut lines = vec![format!("void *{new}_data = NULL;"), format!("struct handle {new} = {{0}};")];
        lines.extend(self.called(turn, &call, &seen));
        if turn.succeeds {
            lines.push(format!("keep(&{new}, {new}_data);"));
        }
        lines
    }

    fn share(&mut self, turn: &Turn) -> Vec<String> {
        let things = &self.script.things;
        match turn.step.call {
            Call::Put { handle } => {
                let Kind::Handle(family) = things.kind(handle) else { return Vec::new() };
                let call =
                    format!("urIPCPut{}HandleExp({}, {handle}_data)", word(family), things.context(handle));
                self.called(turn, &call, &[])
            }
            Call::Close { import } => {
                let family = if things.kind(import) == Kind::Memory { "Mem" } else { "PhysMem" };
                let call = format!("urIPCClose{family}HandleExp({}, {import})", things.context(import));
                self.called(turn, &call, &[])
            }
            Call::Open { new, handle, context } => {
                let Kind::Handle(family) = things.kind(handle) else { return Vec::new() };
                let from = format!("{new}_from");
                let mut lines = vec![format!("struct handle {from} = {handle};")];
                let call = open(family, context, &from, &format!("{from}.size"), "NEW");
                let seen = [
                    Seen::new(What::Address, new.to_string()),
                    Seen::new(What::Kept, "0")
                        .meaning(format!("memcmp({from}.bytes, {handle}.bytes, {handle}.size) == 0")),
                ];
                lines.extend(self.making(kind(family), new, turn, &call, &seen));
                lines
            }
            Call::OpenWrong { handle, context, size } => {
                let Kind::Handle(family) = things.kind(handle) else { return Vec::new() };
                let size = match size {
                    WrongSize::Zero => "0".to_owned(),
                    WrongSize::OneLess => format!("{handle}.size - 1"),
                    WrongSize::OneMore => format!("{handle}.size + 1"),
                    WrongSize::FourGibMore => format!("{handle}.size + ((size_t)1 << 32)"),
                    WrongSize::Largest => "SIZE_MAX".to_owned(),
                };
                let call = open(family, context, &handle.to_string(), &size, "opened");
                let kind = kind(family);
                let space = if kind.ends_with('*') { "" } else { " " };
                let mut lines = vec![format!("{kind}{space}opened = NULL;")];
                lines.extend(self.called(turn, &call, &[]));
                block(lines)
            }
            _ => unreachable!("not about handles"),
        }
    }
}

fn open(family: Family, context: Name, from: &str, size: &str, to: &str) -> String {
    let device = if family == Family::Event { "" } else { "device, " };
    format!("urIPCOpen{}HandleExp({context}, {device}{from}.bytes, {size}, &{to})", word(family))
}

/// As the functions are named.
const fn word(family: Family) -> &'static str {
    match family {
        Family::Memory => "Mem",
        Family::Physical => "PhysMem",
        Family::Event => "Event",
    }
}

/// What opening gives.
const fn kind(family: Family) -> &'static str {
    match family {
        Family::Memory => "void *",
        Family::Physical => "ur_physical_mem_handle_t",
        Family::Event => "ur_event_handle_t",
    }
}

/// The number of events and their list.
fn listed(events: &[Name]) -> String {
    if events.is_empty() {
        return "0, NULL".to_owned();
    }
    let names: Vec<String> = events.iter().map(ToString::to_string).collect();
    format!("{}, (ur_event_handle_t[]){{{}}}", names.len(), names.join(", "))
}

/// With names of its own.
fn block(lines: Vec<String>) -> Vec<String> {
    let inner = lines.into_iter().map(|line| format!("    {line}"));
    ["{".to_owned()].into_iter().chain(inner).chain(["}".to_owned()]).collect()
}
