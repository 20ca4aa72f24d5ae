//! A program with its settings, and the sweep over its calls.

use crate::absorbed::{gives_back, hides_the_end, words};
use crate::child::TEST;
use crate::faults::ANSWERS;
use crate::process::{FAULT, LASTING, MANNER, OFFER, PLAN, PROGRAM, again, finish};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A variable of the environment.
pub type Variable<'v> = (&'v str, &'v str);

/// A program, and what it is run with.
pub struct Subject {
    program: &'static str,
    manner: &'static str,
    settings: Vec<(String, String)>,
    directory: TempDir,
}

impl Subject {
    /// A program whose user releases what was made in this manner.
    pub fn new(program: &'static str, manner: &'static str) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        Self { program, manner, settings: Vec::new(), directory }
    }

    /// With settings of the software driver.
    pub fn with(mut self, settings: &[Variable<'_>]) -> Self {
        let owned = |(name, value): &Variable<'_>| ((*name).to_owned(), (*value).to_owned());
        self.settings.extend(settings.iter().map(owned));
        self
    }

    /// With what another process exports.
    pub fn with_offer(self, offer: &str) -> Self {
        self.with(&[(OFFER, offer)])
    }

    /// Runs the program with these variables beside its own, on another loader than the software driver if one is named.
    pub fn run(&self, loader: Option<&Path>, variables: &[Variable<'_>]) -> Result<(), String> {
        let log = self.directory.path().join("log");
        // Of the run before, if there was one.
        let _ = fs::remove_file(&log);
        let log = log.to_string_lossy();
        let mut all = vec![(PROGRAM, self.program), (MANNER, self.manner), ("LEVEL_ZERO_SOFT_LOG", &*log)];
        all.extend(self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        all.extend(variables.iter().copied());
        finish(again(TEST, loader, &all))
    }

    /// The calls of a run without a fault: the function, and which call of it in the process.
    fn calls(&self) -> Vec<(String, usize)> {
        let plan = self.directory.path().join("plan");
        self.run(None, &[(PLAN, &plan.to_string_lossy())]).expect("the program succeeds without a fault");
        let text = fs::read_to_string(plan).expect("the run writes its plan");
        let parse = |line: &str| {
            let (function, number) = line.split_once(' ')?;
            Some((function.to_owned(), number.parse().ok()?))
        };
        let calls: Vec<_> = text.lines().map(|line| parse(line).expect("a name and a number")).collect();
        assert!(!calls.is_empty(), "the program calls the driver");
        calls
    }

    /// The functions that a run without a fault calls.
    pub fn functions(&self) -> BTreeSet<String> {
        self.calls().into_iter().map(|(function, _)| function).collect()
    }

    /// Has every call fail once, with every answer; or one of so many of these faults.
    pub fn sweep(&self, every: usize) {
        let calls = self.calls();
        let faults = calls.iter().flat_map(|(function, number)| {
            ANSWERS.iter().map(move |answer| format!("{function}:{number}:{answer}"))
        });
        expect_none(faults.step_by(every).filter_map(|fault| {
            let outcome = self.run(None, &[(FAULT, &fault), ("LEVEL_ZERO_SOFT_FAIL", &fault)]);
            outcome.err().map(|problem| format!("{fault}: {problem}"))
        }));
    }

    /// Has all calls of every entry point fail, with every answer; but not those that give something back, since then
    /// nothing would be.
    pub fn sweep_lasting(&self) {
        let functions = self.functions();
        let failing = functions.iter().filter(|function| !gives_back(function));
        let faults = failing.flat_map(|function| ANSWERS.iter().map(move |answer| (function, *answer)));
        let faults = faults.filter(|(function, answer)| !hides_the_end(function, answer));
        expect_none(faults.filter_map(|(function, answer)| {
            let fault = format!("{function}:*:{answer}");
            // A feature that cannot be tried is none.
            let words = [words(function, answer).as_slice(), &["ERROR_UNSUPPORTED_"]].concat().join(",");
            let outcome = self.run(None, &[(LASTING, &words), ("LEVEL_ZERO_SOFT_FAIL", &fault)]);
            outcome.err().map(|problem| format!("{fault}: {problem}"))
        }));
    }
}

/// Shows some of the problems, if there are any.
pub fn expect_none(problems: impl Iterator<Item = String>) {
    let problems: Vec<_> = problems.collect();
    let count = problems.len();
    assert!(count == 0, "{count} problems:\n{}", problems[..count.min(12)].join("\n"));
}
