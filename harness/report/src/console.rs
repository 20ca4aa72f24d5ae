//! The console output of a run.

use super::escape::{counted, one_line};
use super::fold::columns;
use super::streams::{notice, print};
use crate::options::ExecutionOptions;
use crate::outcome::{Outcome, Record, Tries};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::OnceCell;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// The amount of output of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Failures and the verdict.
    Brief,
    /// Enough for a person who looks once.
    #[default]
    Usual,
    /// All test lines and all notes.
    Full,
}

/// Prints test lines as `cargo test` does, or a progress bar on a terminal.
pub struct Console {
    bar: Option<ProgressBar>,
    /// Whether lines go to the standard error, because the standard output is a machine's.
    to_stderr: bool,
    detail: Detail,
    /// Why something could not be printed, the first time. That is no reason to stop testing.
    trouble: OnceCell<String>,
}

impl Console {
    /// `to_stderr` keeps the standard output free.
    pub fn new(to_stderr: bool, detail: Detail) -> Self {
        Self { bar: None, to_stderr, detail, trouble: OnceCell::new() }
    }

    /// The run begins.
    pub fn start(&mut self, tests: usize, devices: usize, execution: &ExecutionOptions, shuffled: bool) {
        self.aside(&start_line(tests, devices, execution, shuffled));
        if io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}");
            let bar = ProgressBar::new(tests as u64);
            self.bar = Some(style.map_or(bar.clone(), |style| bar.with_style(style)));
        }
    }

    /// A test begins.
    pub fn started(&self, name: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(name.to_owned());
        }
    }

    /// Prints a warning above the bar.
    pub fn warn(&self, text: &str) {
        let warn = || notice(text);
        match &self.bar {
            Some(bar) => bar.suspend(warn),
            None => warn(),
        }
    }

    /// A test has ended.
    pub fn finished(&self, record: &Record) {
        // The end of the run says of all of them together.
        if record.is_unreached() {
            return;
        }
        let line = test_line(record);
        match &self.bar {
            Some(bar) => {
                bar.inc(1);
                if self.detail == Detail::Full || !record.outcome().is_good() {
                    bar.suspend(|| self.line(&line));
                }
            }
            None if self.detail == Detail::Brief && record.outcome().is_good() => {}
            None => self.line(&line),
        }
    }

    /// Prints the line of a test again, because its record has changed after its end.
    pub fn amended(&self, record: &Record) {
        self.line(&test_line(record));
    }

    /// The last test has ended.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Prints a line that a brief report does without.
    pub fn aside(&self, text: &str) {
        if self.detail != Detail::Brief {
            self.line(text);
        }
    }

    /// Prints a line.
    pub fn line(&self, text: &str) {
        if self.to_stderr {
            notice(text);
        } else if let Err(why) = print(&format!("{text}\n")) {
            self.trouble.get_or_init(|| why.to_string());
        }
    }

    /// Maximum width of a line.
    pub fn columns(&self) -> usize {
        if self.to_stderr { columns(io::stderr()) } else { columns(io::stdout()) }
    }

    /// Why something could not be printed, if so.
    pub fn trouble(&self) -> Option<&String> {
        self.trouble.get()
    }
}

/// `running 9 tests on 1 device, each 2 times, shuffled (seed 1)`.
fn start_line(tests: usize, devices: usize, execution: &ExecutionOptions, shuffled: bool) -> String {
    let &ExecutionOptions { repeat, seed, .. } = execution;
    let times = if repeat > 1 { format!(", each {repeat} times") } else { String::new() };
    let order = if shuffled { ", shuffled" } else { "" };
    let (tests, devices) = (counted(tests, "test"), counted(devices, "device"));
    format!("\nrunning {tests} on {devices}{times}{order} (seed {seed})")
}

/// The warning about a test that takes long.
#[must_use]
pub fn slow_line(name: &str, time: Duration) -> String {
    format!("warning: {name} has been running for {time:?}")
}

/// The warning about a device of which so many tests in a row hung.
#[must_use]
pub fn given_up_line(device: &str, hangs: usize) -> String {
    let tests = counted(hangs, "test");
    format!(
        "warning: {device}: {tests} in a row hung; the other tests of the device do not run (--max-hangs)"
    )
}

/// `test NAME ... ok`.
fn test_line(record: &Record) -> String {
    let first = one_line(record.execution.first_line());
    let outcome = match (record.outcome(), record.flaky()) {
        (_, Some(Tries { failed, of })) => format!("FAILED (flaky, {failed} of {of} times)"),
        (Outcome::Pass, _) => "ok".to_owned(),
        (Outcome::ExpectedFail, _) => format!("ok (expected to fail: {first})"),
        (Outcome::Deviates, _) => format!("ok (a deviation that does not count: {first})"),
        (Outcome::Skip, _) => format!("ignored, {first}"),
        (Outcome::Fail, _) => "FAILED".to_owned(),
        (other, _) => format!("FAILED ({other})"),
    };
    format!("test {} ... {outcome}", record.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::usual(1, false, "running 9 tests on 1 device (seed 7)")]
    #[case::repeated(2, false, "running 9 tests on 1 device, each 2 times (seed 7)")]
    #[case::shuffled(1, true, "running 9 tests on 1 device, shuffled (seed 7)")]
    #[case::both(2, true, "running 9 tests on 1 device, each 2 times, shuffled (seed 7)")]
    fn the_first_line_says_how_tests_run(#[case] repeat: u32, #[case] shuffled: bool, #[case] line: &str) {
        let execution = ExecutionOptions { repeat, seed: 7, ..ExecutionOptions::default() };
        assert_eq!(start_line(9, 1, &execution, shuffled).trim_start(), line);
    }
}
