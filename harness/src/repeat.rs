//! Running a test again that is known to fail now and then.

use crate::outcome::{Execution, Outcome, Tries};
use crate::plan::Planned;
use crate::skiplist::Action;

impl Planned {
    /// Has the test run, and run again if it fails as a flaky one may.
    pub(crate) fn executed(&self, mut run: impl FnMut() -> Execution) -> Execution {
        let mut first = run();
        let flaky = self.known.as_ref().filter(|entry| entry.action == Action::Flaky);
        let Some(entry) = flaky.filter(|entry| entry.expects(first.outcome, first.said())) else {
            return first;
        };
        let (again, may_fail) = entry.runs();
        let mut tries = Tries { failed: 1, of: 1 };
        // One failure too many decides.
        while tries.of <= again && tries.failed <= 1 + may_fail {
            let next = run();
            first.duration_us = first.duration_us.saturating_add(next.duration_us);
            first.body_us = first.body_us.saturating_add(next.body_us);
            match next.outcome {
                Outcome::Pass => tries.of += 1,
                // Without all runs, nothing speaks for the test.
                Outcome::Skip => break,
                _ if entry.expects(next.outcome, next.said()) => {
                    tries = Tries { failed: tries.failed + 1, of: tries.of + 1 }
                }
                // That is not what the entry is about.
                _ => return Execution { duration_us: first.duration_us, body_us: first.body_us, ..next },
            }
        }
        first.notes.push(format!("it failed {} of {} times", tries.failed, tries.of));
        Execution { tries: Some(tries), ..first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::planned;
    use rstest::rstest;

    const TENTH: &str = "action: flaky, rate: 0.02, ceiling: 0.1";
    const HALF: &str = "action: flaky, rate: 0.02, ceiling: 0.5, message: why";
    const RARE: &str = "action: flaky, rate: 0.001, ceiling: 0.01, outcome: [fail, crash]";

    /// Runs by their initials: pass, fail, crash, skip, harness error, another failure.
    fn outcome_of(known: &str, runs: &str) -> (Outcome, usize, Option<(u32, u32)>) {
        let planned = planned(Some(known));
        let mut letters = runs.chars();
        let run = || {
            let (outcome, why) = match letters.next().expect("there is no run too many") {
                'p' => (Outcome::Pass, ""),
                'f' => (Outcome::Fail, "that is why"),
                'c' => (Outcome::Crash, "that is why"),
                's' => (Outcome::Skip, "no such thing"),
                'h' => (Outcome::HarnessError, "lost"),
                _ => (Outcome::Fail, "other"),
            };
            Execution { duration_us: 1, ..Execution::bare(outcome, why) }
        };
        let record = planned.judge(planned.executed(run));
        let took = usize::try_from(record.execution.duration_us).unwrap();
        assert_eq!(took + letters.count(), runs.len(), "all runs count");
        (record.outcome(), took, record.execution.tries.map(|tries| (tries.failed, tries.of)))
    }

    #[rstest]
    #[case::at_once(TENTH, "p", Outcome::Pass, None)]
    #[case::once(TENTH, "fpppppppppp", Outcome::ExpectedFail, Some((1, 11)))]
    #[case::twice(TENTH, "fpppfpppppp", Outcome::ExpectedFail, Some((2, 11)))]
    #[case::thrice(TENTH, "fpfpf", Outcome::Fail, Some((3, 5)))]
    #[case::always(TENTH, "fff", Outcome::Fail, Some((3, 3)))]
    #[case::half(HALF, "ffp", Outcome::ExpectedFail, Some((2, 3)))]
    #[case::more_than_half(HALF, "fff", Outcome::Fail, Some((3, 3)))]
    #[case::rare(RARE, "fpppppppppppppppppppp", Outcome::ExpectedFail, Some((1, 21)))]
    #[case::not_so_rare(RARE, "fpppf", Outcome::Fail, Some((2, 5)))]
    #[case::a_crash_that_may_be(RARE, "cpppppppppppppppppppp", Outcome::ExpectedFail, Some((1, 21)))]
    #[case::a_crash(TENTH, "c", Outcome::Crash, None)]
    #[case::a_crash_later(TENTH, "fpc", Outcome::Crash, None)]
    #[case::another_failure(HALF, "o", Outcome::Fail, None)]
    #[case::another_failure_later(HALF, "fo", Outcome::Fail, None)]
    #[case::skipped(TENTH, "s", Outcome::Skip, None)]
    #[case::skipped_later(TENTH, "fps", Outcome::Fail, Some((1, 2)))]
    #[case::lost_later(TENTH, "fph", Outcome::HarnessError, None)]
    #[case::not_flaky("action: expect-fail", "f", Outcome::ExpectedFail, None)]
    fn flaky_tests_have_a_ceiling(
        #[case] known: &str,
        #[case] runs: &str,
        #[case] outcome: Outcome,
        #[case] tries: Option<(u32, u32)>,
    ) {
        assert_eq!(outcome_of(known, runs), (outcome, runs.len(), tries));
    }
}
