//! Results of the suites without a change.

use crate::matrix::side_by_side;
use crate::matrix::suite_run;
use crate::{Suite, UNCHANGED, Variant};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

/// A test and a device, as [`TestRecord::key`](suite_run::TestRecord) has them.
type Key = (String, String);

/// The results on the bases of variants, by suite and base.
pub(super) struct Bases(HashMap<(Suite, String), Base>);

struct Base {
    /// The exit code of the run: another one than 0 where all is skipped.
    code: Option<i32>,
    skipped: HashSet<Key>,
}

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
        let known = side_by_side(&bases, |((suite, base), variant)| {
            let label = format!("{}@{UNCHANGED}", variant.id);
            let results = suite_run::run(program, *suite, &[&label], &[])
                .map_err(|problem| format!("no results on {base}: {problem}"))?;
            if let Some(failed) = results.tests.iter().find(|test| !test.is_good()) {
                let why = failed.reason.as_deref().unwrap_or_default();
                return Err(format!(
                    "nothing can be said of variants of {base}, on which {} ends as {}: {why}",
                    failed.test, failed.outcome
                ));
            }
            let skipped = results.tests.iter().filter(|test| test.outcome == "skip");
            let known =
                Base { code: results.code, skipped: skipped.map(suite_run::TestRecord::key).collect() };
            Ok(((*suite, base.clone()), known))
        });
        known.into_iter().collect::<Result<_, _>>().map(Self)
    }

    fn of_variant(&self, suite: Suite, variant: &Variant) -> &Base {
        &self.0[&(suite, variant.base())]
    }

    /// The exit code of the suite on the base of a variant.
    pub(super) fn code(&self, suite: Suite, variant: &Variant) -> Option<i32> {
        self.of_variant(suite, variant).code
    }

    /// True if a test is skipped on the base of a variant as well.
    pub(super) fn skips(&self, suite: Suite, variant: &Variant, test: &suite_run::TestRecord) -> bool {
        self.of_variant(suite, variant).skipped.contains(&test.key())
    }
}
