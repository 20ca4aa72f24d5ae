//! Observations without a defect.

use super::suite_run;
use crate::{Mutant, UNCHANGED};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The notes of each test of level may on each device, by both.
type Notes = HashMap<(String, String), Vec<String>>;

/// The notes of the tests of level may on the unbroken bases of mutants, each base run when first asked for.
pub(super) struct Baselines<'p> {
    program: &'p Path,
    of_bases: Mutex<HashMap<String, Arc<OnceLock<Notes>>>>,
}

impl<'p> Baselines<'p> {
    pub(super) fn new(program: &'p Path) -> Self {
        Self { program, of_bases: Mutex::default() }
    }

    /// The notes of the tests of level may on the base of this mutant.
    pub(super) fn of(&self, mutant: &Mutant) -> Arc<OnceLock<Notes>> {
        let mut bases = self.of_bases.lock().unwrap_or_else(PoisonError::into_inner);
        let notes = Arc::clone(bases.entry(mutant.base()).or_default());
        drop(bases);
        notes.get_or_init(|| {
            let label = format!("{}@{UNCHANGED}", mutant.id);
            let results = suite_run::run(self.program, mutant.suite(), &[&label], &["--level", "may"])
                .unwrap_or_else(|problem| panic!("no results on {}: {problem}", mutant.base()));
            results.tests.into_iter().map(|test| (test.key(), test.notes)).collect()
        });
        notes
    }
}
