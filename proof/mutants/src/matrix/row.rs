//! The result of one mutant.

use super::baseline::Baselines;
use super::suite_run::TestRecord;
use crate::{Manifestation, Mutant};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of a test of level may that passed, as such tests do, and noted something else than on the unbroken
/// backend.
const OBSERVED: &str = "observed";

/// The result of a mutant.
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
    /// The tests that killed it: they cite a requirement that it violates, and ended as its manifestation allows. A test of
    /// level may, which never fails, kills by noting something else than on the unbroken backend.
    pub killed_by: BTreeSet<String>,
    /// The checks at which those tests failed: file, line and column.
    pub killed_at: BTreeMap<String, Vec<String>>,
    /// The places at which any test failed.
    #[serde(skip)]
    pub failed_at: BTreeSet<String>,
    /// Every test that did not pass or skip, with its outcome; `observed` where a test of level may noted something else
    /// than on the unbroken backend.
    pub outcomes: BTreeMap<String, String>,
    /// Why its run gave no results, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Row {
    /// Makes the row of a mutant from the records of its tests.
    pub(super) fn new(mutant: &'static Mutant, tests: Vec<TestRecord>, baselines: &Baselines<'_>) -> Self {
        let mut row = Self::empty(mutant);
        tests.into_iter().for_each(|test| row.add(test, mutant, baselines));
        row
    }

    /// There is nothing to say, for this reason.
    pub(super) fn without_results(mutant: &'static Mutant, problem: String) -> Self {
        Self { problem: Some(problem), ..Self::empty(mutant) }
    }

    fn empty(mutant: &'static Mutant) -> Self {
        Self {
            id: &mutant.id,
            description: &mutant.description,
            source: mutant.source,
            violates: &mutant.violates,
            killed_by: BTreeSet::new(),
            killed_at: BTreeMap::new(),
            failed_at: BTreeSet::new(),
            outcomes: BTreeMap::new(),
            problem: None,
        }
    }

    fn add(&mut self, test: TestRecord, mutant: &Mutant, baselines: &Baselines<'_>) {
        let outcome = match test.seen() {
            "pass" if test.level == "may" && differs(&test, mutant, baselines) => OBSERVED.to_owned(),
            "pass" | "skip" => return,
            other => other.to_owned(),
        };
        self.failed_at.extend(test.failed_at.iter().cloned());
        let cited = test.requirements.iter().any(|id| self.violates.contains(&id.as_str()));
        if cited && counts(mutant.manifestation, &outcome) {
            self.killed_by.insert(test.test.clone());
            self.killed_at.insert(test.test.clone(), test.failed_at);
        }
        self.outcomes.insert(test.test, outcome);
    }

    /// True if no test killed the mutant.
    #[must_use]
    pub fn survived(&self) -> bool {
        self.killed_by.is_empty()
    }

    /// True if anything went otherwise than on the unbroken backend, for whatever reason.
    #[must_use]
    pub fn was_noticed(&self) -> bool {
        !self.outcomes.is_empty() || self.problem.is_some()
    }
}

fn differs(test: &TestRecord, mutant: &Mutant, baselines: &Baselines<'_>) -> bool {
    let baseline = baselines.of(mutant);
    baseline.get().and_then(|notes| notes.get(&test.key())) != Some(&test.notes)
}

fn counts(manifestation: Manifestation, outcome: &str) -> bool {
    match manifestation {
        Manifestation::Wrong => matches!(outcome, "fail" | OBSERVED),
        Manifestation::Crash => matches!(outcome, "fail" | OBSERVED | "crash"),
        Manifestation::Hang => matches!(outcome, "fail" | OBSERVED | "timeout"),
    }
}
