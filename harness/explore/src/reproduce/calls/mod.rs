//! A step as calls of UR in C, a file a subject as in the model.

mod commands;
mod events;
mod memory;
mod physical;
mod queues;
mod references;
mod sharing;
mod surroundings;

use crate::reproduce::checks::{self, Seen};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::{Script, Turn};
use crate::reproduce::things::ThingKind;
use std::collections::{BTreeMap, BTreeSet};
use ur_ipc_model::{BLOCK, Name, StepModifier, dispatch, verb};

/// A verb, as it is said in C.
trait InC {
    /// Returns the C lines of a step. The ends of processes are written elsewhere.
    fn lines(&self, _: &mut Calls<'_>, _: &Turn) -> Vec<String> {
        Vec::new()
    }
}

impl InC for verb::Stop {}
impl InC for verb::Resume {}
impl InC for verb::Kill {}
impl InC for verb::Exit {}

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
        let lines = dispatch!(&turn.step.call, verb => verb.lines(self, turn));
        self.surrounded(turn.step.modifier, lines)
    }

    /// The call, and the checks of what comes of it.
    fn called(&mut self, turn: &Turn, call: &str, seen: &[Seen]) -> Vec<String> {
        let checks = checks::of_result(turn);
        let starved = turn.step.modifier == StepModifier::Starved;
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

    /// Writes a call that makes an object. `NEW` in the call stands for its name.
    fn making(&mut self, kind: &str, new: Name, turn: &Turn, call: &str, seen: &[Seen]) -> Vec<String> {
        let space = if kind.ends_with('*') { "" } else { " " };
        let mut lines = vec![format!("{kind}{space}{new} = NULL;")];
        lines.extend(self.called(turn, &call.replace("NEW", &new.to_string()), seen));
        lines
    }

    /// The C name of the first device, or of the second one.
    fn device(&mut self, other: bool) -> &'static str {
        if !other {
            return "device";
        }
        self.used.insert(Helper::Second);
        "other_device"
    }

    /// The bytes of a block of this.
    fn block(&mut self, of: Name) -> String {
        match self.script.things.kind(of) {
            ThingKind::Memory => block_of(self.script.things.block(of)),
            _ => {
                self.used.insert(Helper::Granule);
                format!("granule({})", self.script.things.context(of))
            }
        }
    }
}

/// The bytes of a block, in C.
fn block_of(bytes: u32) -> String {
    if bytes == BLOCK { "BLOCK".to_owned() } else { bytes.to_string() }
}

/// With names of its own.
fn block(lines: Vec<String>) -> Vec<String> {
    let inner = lines.into_iter().map(|line| format!("    {line}"));
    ["{".to_owned()].into_iter().chain(inner).chain(["}".to_owned()]).collect()
}
