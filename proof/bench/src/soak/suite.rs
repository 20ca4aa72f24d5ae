//! One run of the suite, and what came out of it.

use super::compare::{self, Verdict, Verdicts};
use super::launch::Launch;
use crate::measure::{Problem, Seconds};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The part of a failed run's messages that is shown, in bytes.
const SHOWN: usize = 2000;

/// The suite on one backend.
pub struct Suite {
    /// `ur-ipc-cts`.
    pub program: PathBuf,
    /// Backend and profile.
    pub backend: String,
}

/// The order of the tests.
#[derive(Clone, Copy)]
pub enum Order {
    /// As they are listed.
    Listed,
    /// As drawn from a seed.
    Shuffled(u64),
}

/// The results of a run.
pub struct Results {
    /// Each test's verdict.
    pub verdicts: Verdicts,
    /// Whether the suite called it a good run.
    pub good: bool,
    /// Wall time.
    pub wall: Seconds,
    /// The time of the test that took longest.
    pub slowest_test: Seconds,
}

impl Suite {
    /// The verdicts of an undisturbed run in the listed order, which must conform.
    pub fn reference(&self, keep: &Path) -> Result<Results, Problem> {
        fs::create_dir_all(keep)
            .map_err(|error| Problem::Unexpected(format!("{} cannot be made: {error}", keep.display())))?;
        let file = keep.join(format!("{}-reference.json", self.backend));
        let results = self.run(&Launch::default(), Order::Listed, &file).map_err(Problem::Unexpected)?;
        let bad = compare::not_conforming(&results.verdicts);
        if !results.good || !bad.is_empty() {
            let bad: String = bad.iter().map(|deviation| format!("\n  {deviation}")).collect();
            let file = file.display();
            return Err(Problem::Unexpected(format!("undisturbed, the suite fails; see {file}{bad}")));
        }
        // It has been read.
        let _ = fs::remove_file(&file);
        Ok(results)
    }

    /// Runs the suite once. Its results stay in `file`.
    ///
    /// # Errors
    /// Why there are no results, in words: under pressure, that is an outcome like others.
    pub fn run(&self, launch: &Launch, order: Order, file: &Path) -> Result<Results, String> {
        let mut command = launch.command(&self.program);
        command.args(["run", "--backend", &self.backend]).arg("--json").arg(file);
        if let Order::Shuffled(seed) = order {
            command.args(["--shuffle", "--seed", &seed.to_string()]);
        }
        let begin = Instant::now();
        let output = command.output();
        let output = output.map_err(|error| format!("the suite cannot be started: {error}"))?;
        let wall = begin.elapsed().as_secs_f64();
        let good = match output.status.code() {
            Some(0) => true,
            Some(1) => false,
            _ => return Err(format!("the suite ended with {}: {}", output.status, tail(&output.stderr))),
        };
        let text = fs::read(file).map_err(|error| format!("no results: {error}"))?;
        let results =
            serde_json::from_slice(&text).map_err(|error| format!("results are no JSON: {error}"))?;
        read(&results, good, wall).ok_or_else(|| "the results lack names or outcomes".to_owned())
    }
}

/// The end of what a program printed.
fn tail(printed: &[u8]) -> String {
    String::from_utf8_lossy(&printed[printed.len().saturating_sub(SHOWN)..]).trim().to_owned()
}

fn read(results: &Value, good: bool, wall: Seconds) -> Option<Results> {
    let mut verdicts = Verdicts::new();
    let mut slowest: u64 = 0;
    for test in results["tests"].as_array()? {
        slowest = slowest.max(test["duration_us"].as_u64()?);
        let verdict = Verdict {
            outcome: test["outcome"].as_str()?.to_owned(),
            reason: test["reason"].as_str().unwrap_or_default().to_owned(),
        };
        verdicts.insert(test["name"].as_str()?.to_owned(), verdict);
    }
    Some(Results { verdicts, good, wall, slowest_test: slowest as f64 / 1e6 })
}

impl Results {
    /// Counts and times, in words.
    pub fn describe(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for verdict in self.verdicts.values() {
            *counts.entry(&verdict.outcome).or_default() += 1;
        }
        let counts: String = counts.iter().map(|(outcome, count)| format!(" {outcome}={count}")).collect();
        format!("tests={}{counts} wall_s={:.2}", self.verdicts.len(), self.wall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn results_are_read() {
        let results = json!({"tests": [
            {"name": "h::a", "outcome": "pass", "reason": null, "duration_us": 7},
            {"name": "h::b", "outcome": "fail", "reason": "no", "duration_us": 2_000_000},
        ]});
        let read = read(&results, false, 3.0).unwrap();
        assert_eq!(read.describe(), "tests=2 fail=1 pass=1 wall_s=3.00");
        assert_eq!((read.slowest_test, read.verdicts["h::b"].reason.as_str()), (2.0, "no"));
    }

    #[test]
    fn results_without_outcomes_are_none() {
        assert!(read(&json!({"tests": [{"name": "h::a", "duration_us": 7}]}), true, 0.0).is_none());
        assert!(read(&json!({}), true, 0.0).is_none());
    }
}
