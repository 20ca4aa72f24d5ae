//! One run of the suite on one backend.

use crate::Suite;
use serde::Deserialize;
use std::path::Path;
use std::process::{Command, Stdio};
use ur_ipc_cts::fixtures::Checked;
use ur_ipc_cts::harness::is_child;

/// The part of a result file that counts here.
#[derive(Deserialize)]
pub(crate) struct Results {
    summary: Summary,
    pub tests: Vec<TestRecord>,
    /// The exit code of the run, if it has one.
    #[serde(skip)]
    pub code: Option<i32>,
    /// Its messages on stderr.
    #[serde(skip)]
    pub said: String,
}

#[derive(Deserialize)]
struct Summary {
    complete: bool,
}

/// The record of a test on a device.
#[derive(Deserialize)]
pub(crate) struct TestRecord {
    pub name: String,
    pub test: String,
    pub device: String,
    pub requirements: Vec<String>,
    #[serde(default)]
    pub needs: Vec<String>,
    pub level: String,
    pub outcome: String,
    pub reason: Option<String>,
    /// The outcome without a skiplist, and if every requirement were binding; `None` if that is the same.
    pub seen: Option<String>,
    #[serde(default)]
    pub failed_at: Vec<String>,
    #[serde(default)]
    pub checked: Vec<Checked>,
    #[serde(default)]
    pub notes: Vec<String>,
}

impl TestRecord {
    /// Whether nobody who is bound failed it.
    pub fn is_good(&self) -> bool {
        matches!(self.outcome.as_str(), "pass" | "skip" | "deviates")
    }

    /// Whether it ended in a way that says nothing of the backend.
    pub fn is_of_the_machine(&self) -> bool {
        matches!(self.outcome.as_str(), "not-determined" | "harness-error" | "not-run")
    }

    /// The backend that it was run on.
    pub fn backend(&self) -> &str {
        self.device.split("::").next().unwrap_or_default()
    }

    /// The outcome, whether or not requirements are binding.
    pub(super) fn seen(&self) -> &str {
        self.seen.as_ref().unwrap_or(&self.outcome)
    }

    /// The test and the device, without the name of the backend.
    pub fn key(&self) -> (String, String) {
        let device = self.device.rsplit("::").next().unwrap_or_default();
        (self.test.clone(), device.to_owned())
    }
}

/// Whether this process, whose first argument this is, is meant for the suite, and not for the matrix: `run ...`, or one of its child
/// processes.
#[must_use]
pub fn is_for_the_suite(first: Option<&str>) -> bool {
    is_child() || first.is_some_and(is_command)
}

/// Whether this is a command of the suite's that is made on mutants.
#[must_use]
pub fn is_command(first: &str) -> bool {
    ["run", "explore", "replay"].contains(&first)
}

/// Runs a suite on the backends of these labels.
///
/// # Errors
/// Why there are no results.
pub(crate) fn run(
    program: &Path,
    suite: Suite,
    labels: &[&str],
    options: &[&str],
) -> Result<Results, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    let (variable, value) = suite.variable();
    command
        .env(variable, value)
        // Who kills a mutant is known of all tests, those behind its hangs too.
        .args(["run", "--no-second-look", "--max-hangs=0"])
        .args(labels.iter().flat_map(|label| ["--backend", label]))
        .args(options)
        .arg("--json")
        .arg(file.path());
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut results: Results = serde_json::from_str(&text).map_err(|error| format!("{error}\n{said}"))?;
    if !results.summary.complete {
        return Err(format!("the run was cut short\n{said}"));
    }
    (results.code, results.said) = (output.status.code(), said);
    for note in results.tests.iter_mut().flat_map(|test| &mut test.notes) {
        *note = without_sizes(note);
    }
    Ok(results)
}

/// A note without what is measured in KiB, which is not the same in every run.
#[must_use]
pub fn without_sizes(note: &str) -> String {
    let words: Vec<&str> = note.split(' ').collect();
    let unit = |index: usize| words.get(index + 1) == Some(&"KiB");
    let kept = words.iter().enumerate().map(|(index, word)| if unit(index) { "some" } else { word });
    kept.collect::<Vec<_>>().join(" ")
}
