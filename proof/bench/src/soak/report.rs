//! Counting runs, and a line about them that people and programs can read.

use super::Pressure;
use super::compare;
use super::suite::Results;
use super::usage::Usage;
use crate::measure::Seconds;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The figures by which a pressure shows its effect, with their names.
pub type Evidence = Vec<(&'static str, String)>;

/// Locks it, even if a thread panicked meanwhile: the panic is reported where it happened.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The runs under one pressure.
pub struct Tally {
    pressure: Pressure,
    runs: u64,
    deviating: u64,
    sum: Seconds,
    longest: Seconds,
    slowest_test: Seconds,
}

impl Tally {
    /// No run yet.
    pub fn new(pressure: Pressure) -> Self {
        Self { pressure, runs: 0, deviating: 0, sum: 0.0, longest: 0.0, slowest_test: 0.0 }
    }

    /// Counts a run, prints in what it deviates, and keeps its results only if it does.
    pub fn add(&mut self, reference: &Results, seed: u64, ran: Result<Results, String>, file: &Path) {
        self.runs += 1;
        let found = match ran {
            Ok(results) => {
                self.sum += results.wall;
                self.longest = self.longest.max(results.wall);
                self.slowest_test = self.slowest_test.max(results.slowest_test);
                differences(reference, &results)
            }
            Err(reason) => vec![reason],
        };
        if found.is_empty() {
            // A file that stays says nothing wrong: the next run of this name replaces it.
            let _ = std::fs::remove_file(file);
            return;
        }
        self.deviating += 1;
        for difference in found {
            println!("deviation pressure={} seed={seed} {difference}", self.pressure);
        }
        println!("kept {}", file.display());
    }

    /// The number of runs that deviated.
    pub fn deviating(&self) -> u64 {
        self.deviating
    }

    /// Everything in a line.
    pub fn line(&self, wall: Duration, used: &Usage, evidence: &Evidence) -> String {
        let runs = self.runs.max(1) as f64;
        let mut line = format!(
            "pressure={} runs={} deviating={} wall_s={:.1} run_mean_s={:.2} run_max_s={:.2} test_max_s={:.2} \
             run_cpu_s={:.2} run_preemptions={:.0} run_major_faults={:.0}",
            self.pressure,
            self.runs,
            self.deviating,
            wall.as_secs_f64(),
            self.sum / runs,
            self.longest,
            self.slowest_test,
            used.processor / runs,
            used.preemptions as f64 / runs,
            used.major_faults as f64 / runs,
        );
        for (name, figure) in evidence {
            line += &format!(" {name}={figure}");
        }
        line
    }
}

/// In what a run deviates from the reference; a reference conforms, so that a run that does not deviates.
fn differences(reference: &Results, run: &Results) -> Vec<String> {
    let mut found: Vec<String> =
        compare::deviations(&reference.verdicts, &run.verdicts).iter().map(ToString::to_string).collect();
    if found.is_empty() && !run.good {
        found.push("the verdicts are those of the reference, but the suite calls the run bad".to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::compare::{Verdict, Verdicts};
    use std::fs;

    fn results(outcome: &str, good: bool, wall: Seconds) -> Results {
        let verdict = Verdict { outcome: outcome.to_owned(), reason: String::new() };
        let verdicts = Verdicts::from([("host::a".to_owned(), verdict)]);
        Results { verdicts, good, wall, slowest_test: wall / 2.0 }
    }

    #[test]
    fn only_deviating_runs_are_counted_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let reference = results("pass", true, 1.0);
        let mut tally = Tally::new(Pressure::Cpu);
        let ran = [
            ("good", Ok(results("pass", true, 2.0))),
            ("fails", Ok(results("fail", false, 4.0))),
            ("bad", Ok(results("pass", false, 3.0))),
            ("none", Err("the suite ended with exit status: 2".to_owned())),
        ];
        for ((name, ran), seed) in ran.into_iter().zip(1..) {
            let file = folder.path().join(name);
            fs::write(&file, "").unwrap();
            tally.add(&reference, seed, ran, &file);
            assert_eq!(file.exists(), name != "good", "{name}");
        }
        assert_eq!(tally.deviating(), 3);
        let used = Usage { processor: 8.0, preemptions: 400, major_faults: 4 };
        assert_eq!(
            tally.line(Duration::from_secs(9), &used, &vec![("busy_threads", "8".to_owned())]),
            "pressure=cpu runs=4 deviating=3 wall_s=9.0 run_mean_s=2.25 run_max_s=4.00 test_max_s=2.00 \
             run_cpu_s=2.00 run_preemptions=100 run_major_faults=1 busy_threads=8"
        );
    }
}
