//! Compares a run's verdicts with those of the reference.

use std::collections::BTreeMap;
use std::fmt;

/// The end of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome by name, as in result files.
    pub outcome: String,
    /// Why, where there is something to say.
    pub reason: String,
}

/// The verdicts of a run, by the test's full name.
pub type Verdicts = BTreeMap<String, Verdict>;

/// A test that did not end as it does in the reference.
#[derive(Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The test's full name.
    pub test: String,
    /// Its end in this run; `None` if the run has no such test.
    pub got: Option<Verdict>,
    /// Its outcome in the reference; `None` if that has no such test.
    pub expected: Option<String>,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let got = self.got.as_ref().map_or("missing", |verdict| &verdict.outcome);
        let expected = self.expected.as_deref().unwrap_or("missing");
        write!(f, "test={} outcome={got} expected={expected}", self.test)?;
        let reason = self.got.iter().flat_map(|verdict| verdict.reason.lines());
        reason.into_iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

/// The tests that did not end as in the reference. Only outcomes count: reasons may hold addresses.
pub fn deviations(reference: &Verdicts, run: &Verdicts) -> Vec<Deviation> {
    let outcome_of = |verdicts: &Verdicts, test: &str| verdicts.get(test).map(|v| v.outcome.clone());
    let changed = run.iter().filter_map(|(test, verdict)| {
        let expected = outcome_of(reference, test);
        (expected.as_ref() != Some(&verdict.outcome)).then(|| Deviation {
            test: test.clone(),
            got: Some(verdict.clone()),
            expected,
        })
    });
    let missing = reference.keys().filter(|&test| !run.contains_key(test)).map(|test| Deviation {
        test: test.clone(),
        got: None,
        expected: outcome_of(reference, test),
    });
    changed.chain(missing).collect()
}

/// The tests that did not end as they do where everything conforms: passed, skipped, or failed as a skiplist says.
pub fn not_conforming(verdicts: &Verdicts) -> Vec<Deviation> {
    let good = |verdict: &Verdict| matches!(verdict.outcome.as_str(), "pass" | "skip" | "expected-fail");
    verdicts
        .iter()
        .filter(|(_, verdict)| !good(verdict))
        .map(|(test, verdict)| Deviation {
            test: test.clone(),
            got: Some(verdict.clone()),
            expected: Some("pass".to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(of: &[(&str, &str, &str)]) -> Verdicts {
        let verdict =
            |outcome: &str, reason: &str| Verdict { outcome: outcome.into(), reason: reason.into() };
        of.iter().map(|(test, outcome, reason)| ((*test).to_owned(), verdict(outcome, reason))).collect()
    }

    #[test]
    fn equal_outcomes_do_not_deviate_whatever_their_reasons() {
        let reference = verdicts(&[("a", "pass", ""), ("b", "skip", "no event at 0x10")]);
        let run = verdicts(&[("b", "skip", "no event at 0x20"), ("a", "pass", "")]);
        assert_eq!(deviations(&reference, &run), []);
    }

    #[test]
    fn another_outcome_a_missing_and_a_further_test_deviate() {
        let reference = verdicts(&[("a", "pass", ""), ("b", "pass", ""), ("c", "skip", "")]);
        let run = verdicts(&[("a", "pass", ""), ("c", "fail", "expected 0\ngot 1"), ("d", "pass", "")]);
        let found: Vec<String> = deviations(&reference, &run).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "test=c outcome=fail expected=skip\n    expected 0\n    got 1",
                "test=d outcome=pass expected=missing",
                "test=b outcome=missing expected=pass",
            ]
        );
    }

    #[test]
    fn a_skip_in_place_of_a_pass_deviates() {
        let run = verdicts(&[("a", "skip", "not enough memory")]);
        assert_eq!(deviations(&verdicts(&[("a", "pass", "")]), &run).len(), 1);
    }

    #[test]
    fn only_passes_skips_and_expected_failures_conform() {
        let good = [("a", "pass", ""), ("b", "skip", ""), ("c", "expected-fail", "")];
        assert_eq!(not_conforming(&verdicts(&good)), []);
        for bad in ["fail", "crash", "timeout", "blocked", "harness-error", "not-run", "unexpected-pass"] {
            assert_eq!(not_conforming(&verdicts(&[("a", bad, ""), ("b", "pass", "")])).len(), 1, "{bad}");
        }
    }
}
