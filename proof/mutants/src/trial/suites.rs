//! Runs a suite on variants.

use super::bases::Bases;
use super::{Accusation, Found};
use crate::matrix::suite_run::{self, TestRecord};
use crate::{Suite, Variant};
use std::path::Path;

/// Runs the whole suite on variants. Where one of them keeps the others from being judged, each has a run to itself.
pub(super) fn run(
    program: &Path,
    suite: Suite,
    variants: &[&'static Variant],
    bases: &Bases,
) -> Vec<(&'static str, Found)> {
    let labels: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
    let apart =
        || variants.iter().flat_map(|variant| run(program, suite, &[*variant], bases)).collect::<Vec<_>>();
    let of_run = |outcome: String, message: String| {
        let accusation = Accusation { by: suite.into(), test: None, outcome, message };
        Found { skipped: 0, accusations: vec![accusation] }
    };
    let results = match suite_run::run(program, suite, &labels, &[]) {
        Ok(results) => results,
        Err(problem) => match variants {
            [variant] => return vec![(&variant.id, of_run("no results".to_owned(), problem))],
            _ => return apart(),
        },
    };
    if variants.len() > 1 && results.tests.iter().any(TestRecord::is_of_the_machine) {
        return apart();
    }
    let found = |variant: &&'static Variant| {
        let mut found = Found::default();
        for test in results.tests.iter().filter(|test| test.backend() == variant.id) {
            look(test, suite, variant, bases, &mut found);
        }
        (variant.id.as_str(), found)
    };
    let found: Vec<_> = variants.iter().map(found).collect();
    if results.code == Some(0) || found.iter().any(|(_, found)| !found.accusations.is_empty()) {
        return found;
    }
    match variants {
        [variant] if results.code == bases.code(suite, variant) => found,
        [variant] => {
            let code = results.code.map_or_else(|| "none".to_owned(), |code| code.to_string());
            vec![(&variant.id, of_run(format!("exit code {code}"), results.said))]
        }
        _ => apart(),
    }
}

fn look(test: &TestRecord, suite: Suite, variant: &Variant, bases: &Bases, found: &mut Found) {
    let skips = test.outcome == "skip" && !bases.skips(suite, variant, test);
    if skips && test.needs.iter().any(|need| variant.lacks.contains(need)) {
        found.skipped += 1;
    } else if skips || !test.is_good() {
        found.accusations.push(Accusation {
            by: suite.into(),
            test: Some(test.name.clone()),
            outcome: test.outcome.clone(),
            message: test.reason.clone().unwrap_or_default(),
        });
    }
}
