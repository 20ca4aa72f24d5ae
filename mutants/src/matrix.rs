//! The kill matrix: which tests fail on which mutants.

use crate::{Manner, Mutant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Which tests are run on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that cite a requirement which the mutant violates: they alone can kill it.
    Citing,
    /// All.
    Full,
}

/// What became of a mutant.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// [`Mutant::id`].
    pub id: &'static str,
    /// [`Mutant::description`].
    pub description: &'static str,
    /// [`Mutant::source`].
    pub source: Option<&'static str>,
    /// [`Mutant::violates`].
    pub violates: &'static [&'static str],
    /// The tests that killed it: they cite a requirement that it violates, and ended as its manner allows.
    pub killed_by: Vec<String>,
    /// Every test that did not pass or skip, with its outcome.
    pub outcomes: BTreeMap<String, String>,
    /// Why its run gave no results, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The part of a result file that counts here.
#[derive(Deserialize)]
struct Results {
    tests: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    test: String,
    requirements: Vec<String>,
    outcome: String,
}

impl Row {
    /// Whether no test killed the mutant.
    #[must_use]
    pub fn survived(&self) -> bool {
        self.killed_by.is_empty()
    }
}

/// Runs the suite on each mutant, a few at a time. `program` is one whose `main` passes [`arguments`] on to
/// [`ur_ipc_cts::command`] with the mutants as backends.
///
/// [`arguments`]: is_for_the_suite
#[must_use]
pub fn run(program: &Path, mutants: &[&'static Mutant], scope: Scope) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(|| {
                while let Some((index, mutant)) = take(&next, mutants) {
                    let row = run_one(program, mutant, scope);
                    rows.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((index, row));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    rows.sort_by_key(|(index, _)| *index);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn take(next: &AtomicUsize, mutants: &[&'static Mutant]) -> Option<(usize, &'static Mutant)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    mutants.get(index).map(|mutant| (index, *mutant))
}

/// Whether these arguments of a program are meant for the suite, and not for the matrix: `run ...`, or those of one of
/// its child processes.
#[must_use]
pub fn is_for_the_suite(first: Option<&str>) -> bool {
    first.is_some_and(|first| first == "run" || first.starts_with("__ur-ipc-"))
}

fn run_one(program: &Path, mutant: &'static Mutant, scope: Scope) -> Row {
    let mut row = Row {
        id: mutant.id,
        description: mutant.description,
        source: mutant.source,
        violates: mutant.violates,
        killed_by: Vec::new(),
        outcomes: BTreeMap::new(),
        problem: None,
    };
    match results(program, mutant, scope) {
        Err(problem) => row.problem = Some(problem),
        Ok(results) => {
            for test in results.tests {
                if matches!(test.outcome.as_str(), "pass" | "skip") {
                    continue;
                }
                let cited = test.requirements.iter().any(|id| mutant.violates.contains(&id.as_str()));
                if cited && counts(mutant.manner, &test.outcome) {
                    row.killed_by.push(test.test.clone());
                }
                row.outcomes.insert(test.test, test.outcome);
            }
        }
    }
    row.killed_by.sort();
    row.killed_by.dedup();
    row
}

fn counts(manner: Manner, outcome: &str) -> bool {
    match manner {
        Manner::Wrong => outcome == "fail",
        Manner::Crash => matches!(outcome, "fail" | "crash"),
        Manner::Hang => matches!(outcome, "fail" | "timeout"),
    }
}

fn results(program: &Path, mutant: &'static Mutant, scope: Scope) -> Result<Results, String> {
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["run", "--backend", mutant.id, "--json"]).arg(file.path());
    if scope == Scope::Citing {
        for id in mutant.violates {
            command.args(["--requirement", id]);
        }
    }
    if mutant.manner == Manner::Hang {
        command.args(["--timeout", "2"]);
    }
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
    serde_json::from_str(&text)
        .map_err(|error| format!("{error}\n{}", String::from_utf8_lossy(&output.stderr)))
}
