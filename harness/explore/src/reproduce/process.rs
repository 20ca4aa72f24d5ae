//! The functions of the processes, and the code that starts and awaits them.

use super::calls::Calls;
use super::helpers::Helper;
use super::script::{Counted, Script, Turn};
use std::collections::BTreeMap;
use ur_ipc_model::{Call, Name, Process, verb};
use ur_ipc_report::c_comment;

/// So often a program is repeated to see whether something grows. What the first time leaves may stay, and a driver may keep what
/// it opened last, up to some number.
const ROUNDS: u32 = 24;

/// The lines of all processes and of the one that starts them.
pub(super) struct Parts {
    pub of: BTreeMap<Process, Vec<String>>,
    /// The lines of the process that starts them, after it has started them.
    pub main: Vec<String>,
}

/// Handles that were sent to a process and that it has not read yet.
type Unread = BTreeMap<Process, Vec<Name>>;

struct Sequence<'c, 's> {
    calls: &'c mut Calls<'s>,
    parts: Parts,
    unread: Unread,
}

/// Returns the C constant of a process.
pub(super) fn constant(process: Process) -> String {
    process.to_string().to_uppercase()
}

pub(super) fn parts(calls: &mut Calls<'_>) -> Parts {
    let script = calls.script;
    let of = script.processes().into_iter().map(|process| (process, Vec::new())).collect();
    let parts = Parts { of, main: Vec::new() };
    let mut sequence = Sequence { calls, parts, unread: Unread::new() };
    let (Some(first), Some(last)) = (script.turns.first(), script.turns.last()) else {
        return sequence.parts;
    };
    let (first, last) = (first.step.process, last.step.process);
    // Where all is repeated, the last gives the turn back to the first, which begins by taking it.
    let repeated = script.leak.is_some() && first != last;
    if repeated {
        sequence.parts.main.push(format!("turn_to({});", constant(first)));
        sequence.take_turn(first);
    }
    for (index, turn) in script.turns.iter().enumerate() {
        sequence.step(turn, &script.turns[..index], &script.turns[index + 1..]);
    }
    if repeated {
        sequence.give_turn(last, first);
    }
    match &script.leak {
        Some((counted, says)) => sequence.count(*counted, says, first, repeated),
        None if !last_of(script).step.call.ends_process() => {
            sequence.parts.main.push(format!("await({}, 0);", constant(last)));
            sequence.write(last, "_exit(GOOD);");
        }
        None => {}
    }
    sequence.parts
}

fn last_of(script: &Script) -> &Turn {
    &script.turns[script.turns.len() - 1]
}

impl Sequence<'_, '_> {
    fn write(&mut self, process: Process, line: impl Into<String>) {
        self.parts.of.entry(process).or_default().push(line.into());
    }

    fn give_turn(&mut self, from: Process, to: Process) {
        self.calls.used.insert(Helper::Turns);
        self.write(from, format!("turn_to({});", constant(to)));
    }

    fn take_turn(&mut self, process: Process) {
        self.calls.used.insert(Helper::Turns);
        self.write(process, "my_turn();");
    }

    fn step(&mut self, turn: &Turn, before: &[Turn], after: &[Turn]) {
        let process = turn.step.process;
        if let Some(previous) = before.last().filter(|previous| previous.step.process != process) {
            let from = previous.step.process;
            if previous.step.call.ends_process() {
                self.calls.used.insert(Helper::Turns);
                self.parts.main.push(format!("turn_to({});", constant(process)));
            } else {
                self.give_turn(from, process);
            }
            for handle in self.unread.remove(&process).unwrap_or_default() {
                self.write(process, format!("struct handle {handle};"));
                self.write(process, format!("hear(&{handle}, sizeof {handle});"));
            }
            self.take_turn(process);
        }
        if !self.parts.of.get(&process).is_none_or(Vec::is_empty) {
            self.write(process, "");
        }
        if let Some(remark) = &turn.remark {
            self.write(process, format!("/* {} */", c_comment(remark)));
        }
        self.write(process, format!("step(\"{}\");", turn.step));
        for line in self.calls.lines(turn) {
            self.write(process, line);
        }
        match turn.step.call {
            Call::Kill(_) => {
                self.write(process, "raise(SIGKILL);");
                self.parts.main.push(format!("await({}, SIGKILL);", constant(process)));
            }
            Call::Exit(_) => {
                for line in ["urAdapterRelease(adapter);", "urLoaderTearDown();", "exit(GOOD);"] {
                    self.write(process, line);
                }
                self.parts.main.push(format!("await({}, 0);", constant(process)));
            }
            Call::Get(verb::Get { new, .. }) if turn.succeeds => self.send(process, new, after),
            _ => {}
        }
    }

    /// Sends a handle to all others that are going to need it.
    fn send(&mut self, process: Process, handle: Name, after: &[Turn]) {
        let script = self.calls.script;
        let mut to: Vec<Process> = after
            .iter()
            .filter(|turn| turn.step.process != process && script.needs(turn).contains(&handle))
            .map(|turn| turn.step.process)
            .collect();
        to.sort_unstable();
        to.dedup();
        for other in to {
            self.calls.used.insert(Helper::Messages);
            self.write(process, format!("tell({}, &{handle}, sizeof {handle});", constant(other)));
            self.unread.entry(other).or_default().push(handle);
        }
    }

    /// Has everything repeated, and counted, one process after the other.
    fn count(&mut self, counted: Counted, says: &str, first: Process, repeated: bool) {
        let (helper, what) = match counted {
            Counted::Descriptors => (Helper::CountEntries, "/proc/self/fd"),
            Counted::Threads => (Helper::CountEntries, "/proc/self/task"),
            Counted::Mappings => (Helper::CountLines, "/proc/self/maps"),
        };
        self.calls.used.extend([helper, Helper::Expect]);
        let mut order: Vec<Process> = self.parts.of.keys().copied().collect();
        let begin = order.iter().position(|process| *process == first).unwrap_or(0);
        order.rotate_left(begin);
        let mut next = order.iter().skip(1);
        for process in &order {
            let lines = std::mem::take(self.parts.of.entry(*process).or_default());
            self.write(*process, "long before = 0;");
            self.write(*process, format!("for (int round = 1; round <= {ROUNDS}; round++) {{"));
            for line in lines {
                self.write(*process, if line.is_empty() { line } else { format!("    {line}") });
            }
            self.write(*process, "");
            self.write(*process, "    /* What the first round leaves may stay. */");
            self.write(*process, "    if (round == 1)");
            self.write(*process, format!("        before = count(\"{what}\");"));
            self.write(*process, "}");
            // The first one has the turn already, but where the last one gives it back.
            if *process != first || repeated {
                self.take_turn(*process);
            }
            self.write(*process, format!("long grown = count(\"{what}\") - before;"));
            self.write(*process, format!("step(\"{process}: {} after {ROUNDS} rounds\");", counted.word()));
            self.write(*process, format!("EXPECT(grown < {}, grown, \"{says}\");", ROUNDS - 1));
            if let Some(next) = next.next() {
                self.give_turn(*process, *next);
            }
            self.write(*process, "_exit(GOOD);");
            self.parts.main.push(format!("await({}, 0);", constant(*process)));
        }
    }
}
