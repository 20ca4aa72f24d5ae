//! The process that runs a program several times: without a fault, with it, and without it again.

use crate::absorbed::{is_last_attempt, may_be_silent, may_stay, words};
use crate::driver_log::{Call, Log, unbalanced};
use crate::faults::Fault;
use crate::journal::Journal;
use crate::process::{DESCRIPTORS, FAULT, LASTING, MANNER, PLAN, PROGRAM};
use crate::programs::{PROGRAMS, Program};
use crate::resources::{changes_since, held};
use crate::user::{Manner, User};
use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use ur_ipc_sys::descriptors::Limit;

/// Seconds after which a run counts as hanging.
const DEADLINE: u32 = 30;

/// The words that tell of a lack of descriptors: UR's, and those of the system where a feature is tried.
const NO_DESCRIPTORS: &[&str] = &["ERROR_OUT_OF_", "Too many open files"];

/// The name of the test below.
pub const TEST: &str = "child::runs_a_program_with_a_fault";

#[test]
#[ignore = "a process that the sweep starts"]
fn runs_a_program_with_a_fault() {
    // Kills the process when the time is over.
    nix::unistd::alarm::set(DEADLINE);
    let name = env::var(PROGRAM).expect("the sweep names a program");
    let (_, program) = PROGRAMS.iter().find(|(known, _)| *known == name).expect("a known program");
    let manner = if env::var(MANNER).as_deref() == Ok("careless") { Manner::Careless } else { Manner::Tidy };
    let child = Child { program: *program, manner, log: Log::of_this_process(), problems: Vec::new() };
    let problems = match env::var(LASTING) {
        Ok(words) => child.run_with_lasting_fault(&words.split(',').collect::<Vec<_>>()),
        Err(_) => child.run_with_one_fault(),
    };
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

struct Child {
    program: Program,
    manner: Manner,
    log: Log,
    problems: Vec<String>,
}

/// Whether faults are for the start, which all programs have.
fn is_start_up() -> bool {
    env::var(PROGRAM).as_deref() == Ok("start_up")
}

/// One run: what the user saw, and the calls of the driver from where to where.
struct Run {
    journal: Journal,
    start: usize,
    opened: usize,
    end: usize,
}

impl Child {
    /// With a fault that comes once, in the second run.
    fn run_with_one_fault(mut self) -> Vec<String> {
        let first = self.once(None);
        self.expect_no_failure("the run before the fault", &first);
        let before = held();
        let limit = env::var(DESCRIPTORS).ok().map(|number| number.parse().expect("a number"));
        let second = self.once(limit);
        let fault = env::var(FAULT).ok().map(|text| Fault::parse(&text));
        let refused =
            fault.as_ref().filter(|fault| is_last_attempt(&fault.function, self.manner, is_start_up()));
        if refused.is_none() {
            self.expect("what is held after the fault", changes_since(&before));
        }
        let between = held();
        let third = self.once(None);
        self.expect_no_failure("the run after the fault", &third);
        self.expect("what is held after the next run", changes_since(&between));
        let calls = self.log.calls();
        match (&fault, limit) {
            (Some(fault), _) => self.judge(fault, &calls, &first, &second),
            (None, None) => self.expect_no_failure("the run without a fault", &second),
            (None, Some(_)) => self.expect_reported(&first, &second, NO_DESCRIPTORS),
        }
        if let Ok(path) = env::var(PLAN) {
            fs::write(path, plan(&calls, &second)).expect("the plan can be written");
        }
        self.expect_balance(&calls[first.start..first.end], None);
        self.expect_balance(&calls[second.start..second.end], refused);
        self.expect_balance(&calls[third.start..third.end], None);
        self.finish(&[first, second, third])
    }

    /// With something that lacks all the time: the user is told in one of these words, if at all.
    fn run_with_lasting_fault(mut self, words: &[&str]) -> Vec<String> {
        let first = self.once(None);
        let before = held();
        let second = self.once(None);
        let changes = changes_since(&before);
        if env::var("LEVEL_ZERO_SOFT_KEEP_IMPORTS").is_ok() {
            // The backend closes what it opened, and the driver keeps it all the same, which must be seen here.
            self.problems.extend(changes.is_empty().then(|| "the driver released its imports".to_owned()));
        } else {
            self.expect("what is held after another run", changes);
        }
        for run in [&first, &second] {
            let calls = self.log.calls();
            self.expect_balance(&calls[run.start..run.end], None);
            if let Some(told) = run.journal.first_failure()
                && !words.iter().any(|word| told.contains(word))
            {
                self.problems.push(format!("the user is told {told:?}, not {words:?}"));
            }
        }
        if first.journal.first_failure() != second.journal.first_failure() {
            self.problems.push("two runs end in different ways".to_owned());
        }
        self.finish(&[first, second])
    }

    fn finish(mut self, runs: &[Run]) -> Vec<String> {
        self.problems.extend(runs.iter().flat_map(|run| run.journal.all_wrong()));
        self.problems
    }

    /// Runs the program with a backend of its own, and with a limited number of new descriptors.
    fn once(&self, descriptors: Option<u64>) -> Run {
        let journal = Journal::default();
        let start = self.log.calls().len();
        let mut opened = start;
        let limited = |more| Limit::of(more).expect("the limit can be lowered");
        let mut limit = descriptors.filter(|_| is_start_up()).map(limited);
        if let Some(user) = User::open(&journal, self.manner) {
            if limit.is_none() {
                opened = self.log.calls().len();
                limit = descriptors.map(limited);
            }
            // The journal has the answers.
            let _ = (self.program)(&user);
        }
        drop(limit);
        Run { journal, start, opened, end: self.log.calls().len() }
    }

    fn expect(&mut self, what: &str, changes: Vec<String>) {
        self.problems.extend(changes.into_iter().map(|change| format!("{what}: {change}")));
    }

    fn expect_no_failure(&mut self, what: &str, run: &Run) {
        self.problems.extend(run.journal.first_failure().map(|failure| format!("{what}: {failure}")));
    }

    /// As many objects of the driver were given back as made; beside one that it refused to take.
    fn expect_balance(&mut self, calls: &[Call], refused: Option<&Fault>) {
        for (kind, made, given_back) in unbalanced(calls) {
            let may_stay = refused.is_some_and(|fault| may_stay(kind, &fault.function));
            if !(may_stay && made == given_back + 1) {
                self.problems.push(format!("{}: {made} made, {given_back} given back", kind.name));
            }
        }
    }

    /// The failure has reached the user or may be silent, and led to no other one.
    fn judge(&mut self, fault: &Fault, calls: &[Call], clean: &Run, run: &Run) {
        let of_function: Vec<_> =
            (0..calls.len()).filter(|index| calls[*index].function == fault.function).collect();
        let Some(at) = of_function.get(fault.number - 1).filter(|at| (run.start..run.end).contains(at))
        else {
            self.problems.push(format!("{} was not called", fault.text()));
            return;
        };
        let call = &calls[*at];
        if call.answer != fault.answer {
            self.problems.push(format!("{} answered {}", fault.text(), call.answer));
        }
        let told = self.reported_failure(clean, run);
        if told.is_none() && !may_be_silent(call, self.manner) {
            self.problems.push("nobody heard of the fault".to_owned());
        }
        if told.is_some() {
            self.expect_reported(clean, run, &words(&call.function, &call.answer));
        }
        let failures = |run: &Run| {
            let all = calls[run.start..run.end].iter();
            all.filter(|call| call.failed()).map(|call| call.function.clone()).collect::<Vec<_>>()
        };
        let known = failures(clean);
        for function in failures(run) {
            if function != fault.function && !known.contains(&function) {
                self.problems.push(format!("{function} failed as well"));
            }
        }
    }

    /// The message that reached the user: a failure, or a detail in the backend's description of itself.
    fn reported_failure(&self, clean: &Run, run: &Run) -> Option<String> {
        let known = clean.journal.details();
        let news = run.journal.details().into_iter().find(|detail| !known.contains(detail));
        news.or_else(|| run.journal.first_failure())
    }

    fn expect_reported(&mut self, clean: &Run, run: &Run, words: &[&str]) {
        if let Some(told) = self.reported_failure(clean, run)
            && !words.iter().any(|word| told.contains(word))
        {
            self.problems.push(format!("the user is told {told:?}, not {words:?}"));
        }
    }
}

/// The calls of a run that a sweep has fail, a line for each: the function and its number in this process. What all
/// programs do at the start counts for one of them, and what fails anyway does not count.
fn plan(calls: &[Call], run: &Run) -> String {
    let from = if is_start_up() { run.start } else { run.opened };
    let mut numbers = BTreeMap::<&str, usize>::new();
    let mut text = String::new();
    for (index, call) in calls[..run.end].iter().enumerate() {
        let number = numbers.entry(&call.function).or_default();
        *number += 1;
        if index >= from && !call.failed() {
            writeln!(text, "{} {number}", call.function).expect("a string takes any text");
        }
    }
    text
}
