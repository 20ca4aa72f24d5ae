//! Findings: observations that the model does not allow.

use super::protocol::Held;
use std::fmt::Write as _;
use ur_ipc_model::{Process, Program, Step, Violation};

/// The words about a leak, behind what leaks. Files of findings are known by them.
pub(crate) const HELD: &str = " held after each run of the program";

/// The form in which an error shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something was seen that may not be.
    Wrong(Violation),
    /// The process was lost: how it ended, or what it said instead.
    Lost(String),
    /// All steps were as they should be, and then a process came to a bad end that had nothing to do any more.
    Late { process: Process, how: String },
    /// There was no answer in time.
    Hang(String),
    /// Each time that the program is run, something more is held.
    Leak(Leak),
    /// A step of which nothing is required took the process with it.
    Undefined {
        /// The undefined part of the step.
        what: String,
        how: String,
    },
}

/// Resources that stay behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leak {
    /// "descriptors"
    pub what: &'static str,
    /// The numbers after each run.
    pub counts: Vec<usize>,
    /// Those that say that nothing stays.
    pub says: Vec<&'static str>,
}

/// A program that shows a fault.
#[derive(Clone, Debug)]
pub struct Finding {
    pub program: Program,
    pub fault: Fault,
    /// At which step, if it is about one.
    pub step: Option<Step>,
    /// Whether the step is one of those that release what the program leaves.
    pub at_end: bool,
    /// The call that went wrong, in the words of its process.
    pub call: Option<String>,
    /// Number of runs in which it came again, and number of tries.
    pub again: (u32, u32),
}

impl Finding {
    /// A fault of a program that is at no step, and that nobody has tried to see again.
    pub(super) const fn new(program: Program, fault: Fault) -> Self {
        Self { program, fault, step: None, at_end: false, call: None, again: (0, 0) }
    }

    /// Returns a text that findings of one cause share, as far as that can be told.
    pub fn signature(&self) -> String {
        let verb = self.step.as_ref().map_or("", |step| step.call.verb());
        match &self.fault {
            Fault::Wrong(violation) => {
                let what = match violation.rule.what {
                    ur_ipc_model::Observable::Block(_) => "contents".to_owned(),
                    ur_ipc_model::Observable::Result => format!("result {}", violation.seen),
                    other => other.to_string(),
                };
                format!("{verb}: {what}: {}", violation.rule.says.first().unwrap_or(&""))
            }
            Fault::Lost(how) => format!("{verb}: lost: {}", without_addresses(how)),
            Fault::Late { how, .. } => format!("late: {}", without_addresses(how)),
            Fault::Undefined { what, how } => format!("undefined {what}: {}", without_addresses(how)),
            Fault::Hang(_) => format!("{verb}: hang"),
            Fault::Leak(leak) => format!("leak: {}", leak.what),
        }
    }

    /// True if something is violated by it.
    pub const fn is_violation(&self) -> bool {
        !matches!(self.fault, Fault::Undefined { .. })
    }

    /// The failure, for people.
    pub fn describe(&self) -> String {
        let mut text = match &self.step {
            Some(step) if self.at_end => format!("after the last step, as all is released:\n{step}\n"),
            Some(step) => format!("{step}\n"),
            None => String::new(),
        };
        // Writing to a string cannot fail.
        let _ = match &self.fault {
            Fault::Wrong(violation) => writeln!(text, "{violation}"),
            Fault::Lost(how) => writeln!(text, "the process was lost: {how}"),
            Fault::Late { process, how } => writeln!(text, "process {process} after its last step: {how}"),
            Fault::Hang(how) => writeln!(text, "no answer came: {how}"),
            Fault::Undefined { what, how } => {
                writeln!(text, "{how}\nnothing is required here: {what}")
            }
            Fault::Leak(Leak { what, counts, says }) => {
                let counts: Vec<_> = counts.iter().map(ToString::to_string).collect();
                let says = says.join(", ");
                writeln!(
                    text,
                    "{what}{HELD}, with all of its objects released: {} ({says})",
                    counts.join(", ")
                )
            }
        };
        let at_once = self.step.as_ref().is_some_and(|step| step.place.is_some());
        if at_once && matches!(self.fault, Fault::Wrong(_)) {
            text.push_str("no order of the steps taken at once allows what they gave; this is where one that goes far ends\n");
        }
        if let Some(call) = &self.call {
            let _ = writeln!(text, "{call}");
        }
        let (times, of) = self.again;
        if of > 0 {
            let _ = writeln!(text, "seen again in {times} of {of} runs in fresh processes");
        }
        text
    }

    /// The program with all that is known, as a file that can be replayed.
    pub fn file(&self, origin: &str) -> String {
        let told = self.describe();
        let comments = origin.lines().chain(told.lines()).map(|line| format!("# {line}\n"));
        comments.chain([self.program.to_string()]).collect()
    }
}

/// The first line up to the call, if one is named: it has addresses in it.
pub(super) fn without_addresses(how: &str) -> &str {
    how.lines().next().unwrap_or_default().split('(').next().unwrap_or_default()
}

/// One of the numbers of what is held.
pub(super) type Count = fn(&Held) -> usize;

/// The resources that may leak, by name.
pub(super) const COUNTS: [(&str, Count); 5] = [
    ("descriptors", |held| held.descriptors),
    ("mappings", |held| held.mappings),
    ("threads", |held| held.threads),
    ("pages of addresses", |held| held.addresses),
    ("children", |held| held.children),
];
