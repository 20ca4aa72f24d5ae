//! The record of a finding in its program's file.

use super::finding::{Finding, HELD, without_addresses};
use ur_ipc_model::{Program, Step};

/// A program whose finding is known.
#[derive(Debug)]
pub struct Known {
    /// Its file.
    pub name: String,
    /// The program.
    pub program: Program,
    /// The finding that its file records.
    pub record: Record,
}

/// The observation and its step: only facts that are the same each time that the program shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    step: Option<Step>,
    what: String,
}

impl Record {
    /// Reads the record from the comments of a file, as `Finding::file` writes them.
    pub fn read(text: &str) -> Option<Self> {
        let comments: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix('#')).map(str::trim).collect();
        Self::of(&comments)
    }

    /// True if a finding is the one that is recorded.
    pub(super) fn is_of(&self, finding: &Finding) -> bool {
        let told = finding.describe();
        Self::of(&told.lines().collect::<Vec<_>>()).as_ref() == Some(self)
    }

    /// The first of these lines that says what went wrong, and the step before it, if there is one.
    fn of(lines: &[&str]) -> Option<Self> {
        (0..lines.len()).find_map(|at| match (lines[at].parse::<Step>(), lines.get(at + 1)) {
            (Ok(step), Some(first)) => {
                let what = wrong(first).or_else(|| undefined(first, &lines[at + 2..]))?;
                Some(Self { step: Some(step), what })
            }
            _ => wrong(lines[at]).map(|what| Self { step: None, what }),
        })
    }
}

/// Returns the failure that a line tells, without durations, amounts and addresses.
fn wrong(line: &str) -> Option<String> {
    if let Some(how) = line.strip_prefix("the process was lost: ") {
        return Some(format!("lost: {}", without_addresses(how)));
    }
    if let Some((_, how)) = line.split_once(" after its last step: ") {
        return Some(format!("late: {}", without_addresses(how)));
    }
    if line.starts_with("no answer came: ") {
        return Some("hang".to_owned());
    }
    if let Some((what, _)) = line.split_once(HELD) {
        return Some(format!("leak: {what}"));
    }
    let (what, rest) = line.split_once(": seen ")?;
    let (seen, allowed) = rest.split_once(", allowed ")?;
    let (_, requirements) = allowed.rsplit_once(" (")?;
    Some(match (what, seen) {
        // What stands in memory that was not written is another thing each time.
        _ if what.starts_with("contents of block ") => format!("contents ({requirements}"),
        ("handle or pointer" | "queue of the command", _) if seen != "null" => {
            format!("{what}: an address ({requirements}")
        }
        _ => format!("{what}: {seen} ({requirements}"),
    })
}

/// The result of a step of which nothing is required.
fn undefined(first: &str, rest: &[&str]) -> Option<String> {
    let what = rest.iter().find_map(|line| line.strip_prefix("nothing is required here: "))?;
    Some(format!("undefined {what}: {}", without_addresses(first)))
}

#[cfg(test)]
mod tests {
    use super::super::finding::{Fault, Leak};
    use super::*;
    use rstest::rstest;
    use ur_ipc_model::{Observable, Process, Rule, Values, Violation};

    fn violation(what: Observable, seen: u64, says: &'static str) -> Fault {
        Fault::Wrong(Violation {
            rule: Rule { what, values: Values::AllBut(vec![1]), says: vec![says] },
            seen,
        })
    }

    fn finding(step: Option<&str>, fault: Fault) -> Finding {
        let program = "a: c1 = context\n".parse().unwrap();
        let step = step.map(|step| step.parse().unwrap());
        Finding { program, fault, step, at_end: true, call: Some("urF(x = 1)".to_owned()), again: (3, 3) }
    }

    const STEP: Option<&str> = Some("a: put h1");

    #[rstest]
    #[case::result(STEP, violation(Observable::Result, 4, "event.put.success"))]
    #[case::contents(STEP, violation(Observable::Block(2), 7, "cross_process.memory.read"))]
    #[case::address(STEP, violation(Observable::Address, 0x7f00, "memory.get.success"))]
    #[case::lost(STEP, Fault::Lost("SIGSEGV in urF(0x1)\nmore: seen".to_owned()))]
    #[case::lost_somewhere(None, Fault::Lost("SIGKILL".to_owned()))]
    #[case::late(None, Fault::Late { process: Process(1), how: "SIGABRT in urF(0x1)".to_owned() })]
    #[case::hang(STEP, Fault::Hang("within 3s".to_owned()))]
    #[case::leak(None, Fault::Leak(Leak { what: "descriptors", counts: vec![1, 2], says: vec!["a.b"] }))]
    #[case::at_once(Some("b.2 +30us: close i1"), violation(Observable::Result, 4, "event.put.success"))]
    #[case::misuse(
        Some("a: put h1 although undefined"),
        Fault::Undefined { what: "put: a second time".to_owned(), how: "SIGABRT\nin urF".to_owned() }
    )]
    fn a_file_says_of_a_finding_what_it_is(#[case] step: Option<&str>, #[case] fault: Fault) {
        let finding = finding(step, fault);
        let record = Record::read(&finding.file("host: a device, seed 1, program 7")).expect("it says so");
        assert!(record.is_of(&finding), "{record:?}");
        assert_eq!(record.step.map(|step| step.to_string()).as_deref(), step);
    }

    #[rstest]
    #[case::another_code(STEP, violation(Observable::Result, 5, "event.put.success"))]
    #[case::another_requirement(STEP, violation(Observable::Result, 4, "event.put.keeps_opened"))]
    #[case::another_step(Some("a: put h2"), violation(Observable::Result, 4, "event.put.success"))]
    #[case::another_thing(STEP, violation(Observable::References, 4, "event.put.success"))]
    #[case::no_step(None, violation(Observable::Result, 4, "event.put.success"))]
    #[case::lost(STEP, Fault::Lost("SIGSEGV".to_owned()))]
    #[case::late(None, Fault::Late { process: Process(0), how: "SIGSEGV".to_owned() })]
    #[case::hang(STEP, Fault::Hang("within 3s".to_owned()))]
    fn what_differs_in_anything_is_another_finding(#[case] step: Option<&str>, #[case] fault: Fault) {
        let known = finding(STEP, violation(Observable::Result, 4, "event.put.success"));
        assert!(!Record::read(&known.file("host")).unwrap().is_of(&finding(step, fault)));
    }

    /// Addresses, and contents that nobody has written, differ from run to run.
    #[rstest]
    #[case::address(Observable::Address, 0x7f00, 0x7f10, true)]
    #[case::null(Observable::Address, 0x7f00, 0, false)]
    #[case::queue(Observable::Queue, 0x7f00, 0x7f10, true)]
    #[case::contents(Observable::Block(0), 3, 4, true)]
    #[case::count(Observable::References, 3, 4, false)]
    fn what_changes_each_time_is_no_difference(
        #[case] what: Observable,
        #[case] before: u64,
        #[case] now: u64,
        #[case] same: bool,
    ) {
        let of = |seen| finding(STEP, violation(what, seen, "a.b"));
        assert_eq!(Record::read(&of(before).file("host")).unwrap().is_of(&of(now)), same);
    }

    #[rstest]
    #[case::nothing("a: c1 = context\n")]
    #[case::a_title("# Finding 16. It cannot be opened.\n# shows with: --adapter v2\na: c1 = context\n")]
    #[case::a_step_alone("# a: c1 = context\na: c1 = context # result: seen 1, allowed 0 (a.b)\n")]
    fn a_file_may_say_nothing(#[case] text: &str) {
        assert_eq!(Record::read(text), None);
    }
}
