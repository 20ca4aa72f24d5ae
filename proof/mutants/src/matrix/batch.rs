//! A few mutants judged by one run of the suite: to start the processes of a run takes longer than most tests.

use super::row::Row;
use super::suite_run::{self, TestRecord};
use super::{Baselines, Scope};
use crate::{Manifestation, Mutant, Suite};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use ur_ipc_cts::fixtures::{Depth, Test};

/// So many at most: tests of all of them run at the same time.
const SIZE: usize = 6;

/// Mutants one after the other, as many as are run together.
pub(super) fn batches<'m>(mutants: &'m [&'static Mutant]) -> Vec<&'m [&'static Mutant]> {
    // A run has one time-out for all, and one depth.
    let alike = |a: &&Mutant, b: &&Mutant| {
        (a.manifestation == Manifestation::Hang) == (b.manifestation == Manifestation::Hang)
            && a.depth == b.depth
    };
    mutants.chunk_by(alike).flat_map(|alike| alike.chunks(SIZE)).collect()
}

/// A runner of batches.
pub(super) struct Runner<'p> {
    program: &'p Path,
    suite: Suite,
    scope: Scope,
    baselines: Baselines<'p>,
    tests: Vec<Arc<Test>>,
}

impl<'p> Runner<'p> {
    pub(super) fn new(program: &'p Path, suite: Suite, scope: Scope) -> Self {
        let tests = suite.tests();
        Self { program, suite, scope, baselines: Baselines::new(program), tests }
    }

    /// Runs the mutants, and returns a row for each. If one keeps the others from being run, each gets another run of
    /// its own. So does one on which a test had an accident.
    pub(super) fn run(&self, mutants: &[&'static Mutant]) -> Vec<Row> {
        match self.results(mutants) {
            Ok(mut results) => {
                let rows = |&mutant: &&'static Mutant| {
                    let tests = results.remove(mutant.id.as_str()).unwrap_or_default();
                    if mutants.len() > 1 && tests.iter().any(|test| is_accident(test, mutant.manifestation)) {
                        return self.run(&[mutant]);
                    }
                    vec![Row::new(mutant, tests, &self.baselines)]
                };
                mutants.iter().flat_map(rows).collect()
            }
            Err(problem) => match mutants {
                [mutant] => vec![Row::without_results(mutant, problem)],
                several => several.iter().flat_map(|&mutant| self.run(&[mutant])).collect(),
            },
        }
    }

    /// The records of the tests, by the mutants' ids.
    fn results(&self, mutants: &[&'static Mutant]) -> Result<HashMap<String, Vec<TestRecord>>, String> {
        let depth = mutants.first().map_or(Depth::Usual, |mutant| mutant.depth);
        let labels: Vec<&str> = mutants.iter().map(|mutant| mutant.id.as_str()).collect();
        let patterns: Vec<String> = mutants.iter().flat_map(|mutant| self.patterns(mutant)).collect();
        let mut options: Vec<&str> = patterns.iter().map(String::as_str).collect();
        if depth == Depth::Thorough {
            options.push("--thorough");
        }
        if self.scope == Scope::UrCts {
            options.extend(["--selection", "ur-cts"]);
        }
        if mutants.iter().any(|mutant| mutant.manifestation == Manifestation::Hang) {
            options.extend(["--timeout", "2"]);
        }
        let mut of_mutants = HashMap::<String, Vec<TestRecord>>::new();
        for test in suite_run::run(self.program, self.suite, &labels, &options)?.tests {
            of_mutants.entry(test.backend().to_owned()).or_default().push(test);
        }
        Ok(of_mutants)
    }

    /// The names of the tests that are run on a mutant, if not all are.
    fn patterns(&self, mutant: &Mutant) -> Vec<String> {
        if self.scope != Scope::Citing {
            return Vec::new();
        }
        let cites = |test: &Test| test.requirements.iter().any(|id| mutant.violates.contains(id));
        let is_in = |test: &Test| mutant.depth == Depth::Thorough || test.depth == Depth::Usual;
        let citing = self.tests.iter().filter(|test| cites(test) && is_in(test));
        citing.map(|test| format!("{}::dev*::{}", mutant.id, test.id)).collect()
    }
}

/// Whether a test ended in a way that says nothing of a mutant with this manifestation: the machine had a part
/// in it, or may have had.
fn is_accident(test: &TestRecord, manifestation: Manifestation) -> bool {
    match test.seen() {
        _ if test.is_of_the_machine() => true,
        "crash" => manifestation == Manifestation::Wrong,
        "timeout" => manifestation != Manifestation::Hang,
        _ => false,
    }
}
