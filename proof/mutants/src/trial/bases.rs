//! What the suites say without a change.

use crate::matrix::side_by_side;
use crate::matrix::suite_run;
use crate::{Suite, UNCHANGED, Variant};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// A test and a device, as [`TestRecord::key`](suite_run::TestRecord) has them.
type Key = (String, String);

/// The tests that are skipped on the bases of variants, by suite and base.
pub(super) struct Bases(HashMap<(Suite, String), HashSet<Key>>);

impl Bases {
    /// Runs the suites on each base of these.
    pub(super) fn of(program: &Path, variants: &[&'static Variant]) -> Result<Self, String> {
        let mut bases = BTreeMap::new();
        for variant in variants {
            for &suite in variant.suites() {
                bases.insert((suite, variant.base()), *variant);
            }
        }
        let bases: Vec<_> = bases.into_iter().collect();
        let skipped = side_by_side(&bases, |((suite, base), variant)| {
            let label = format!("{}@{UNCHANGED}", variant.id);
            let results = suite_run::run(program, *suite, &[&label], &[])
                .map_err(|problem| format!("no results on {base}: {problem}"))?;
            if results.code != Some(0) {
                let failed = results.tests.iter().find(|test| !test.is_good());
                let test = failed.map_or("no test", |test| &test.name);
                return Err(format!(
                    "{base} itself does not pass, so nothing can be said of its variants: {test}"
                ));
            }
            let skipped = results.tests.iter().filter(|test| test.outcome == "skip");
            Ok(((*suite, base.clone()), skipped.map(suite_run::TestRecord::key).collect()))
        });
        skipped.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// Whether a test is skipped on the base of a variant as well.
    pub(super) fn skips(&self, suite: Suite, variant: &Variant, test: &suite_run::TestRecord) -> bool {
        self.0.get(&(suite, variant.base())).is_some_and(|skipped| skipped.contains(&test.key()))
    }
}
