//! Repeats tests: those that are known to be flaky, or all, to find the flaky ones.

use crate::plan::Planned;
use crate::skiplist::Action;
use ur_ipc_report::outcome::{Execution, Outcome, Tries};

impl Planned {
    /// Has the test run so many times, and gives the worst end of it. Between two times, `interrupted` gets the failure that
    /// is to be told if nothing comes after it, and says whether that is so: then a failure is told as it is, and without one
    /// nothing is, as the test is to run as many times as it was asked for.
    pub fn executed(
        &self,
        repeat: u32,
        interrupted: impl Fn(Option<&Execution>) -> bool,
        mut run: impl FnMut() -> Execution,
    ) -> Option<Execution> {
        let mut worst = self.executed_once(&mut run);
        // Without a second time, nothing is told of how often. What the device lacks now it will lack then.
        if repeat <= 1 || worst.outcome == Outcome::Skip {
            return Some(worst);
        }
        let judged = |execution: &Execution| self.judge(execution.clone()).outcome();
        // Where nobody is bound, it is told as well how often.
        let failed = |execution: &Execution| {
            let outcome = judged(execution);
            u32::from(weight(outcome) == BAD || outcome == Outcome::Deviates)
        };
        let mut tries = Tries { failed: failed(&worst), of: 1 };
        let (mut duration_us, mut body_us) = (worst.duration_us, worst.body_us);
        while tries.of < repeat {
            let so_far = (weight(judged(&worst)) == BAD).then(|| {
                let mut told = counted(Execution { duration_us, body_us, ..worst.clone() }, tries);
                told.notes.push(format!("failed {} of {} tries, then interrupted", tries.failed, tries.of));
                told
            });
            if interrupted(so_far.as_ref()) {
                return so_far;
            }
            let next = self.executed_once(&mut run);
            tries = Tries { failed: tries.failed + failed(&next), of: tries.of + 1 };
            duration_us = duration_us.saturating_add(next.duration_us);
            body_us = body_us.saturating_add(next.body_us);
            if weight(judged(&next)) > weight(judged(&worst)) {
                worst = next;
            }
        }
        if 0 < tries.failed && tries.failed < tries.of {
            worst.notes.push(format!("it is flaky: it failed {} of {} times", tries.failed, tries.of));
        }
        Some(counted(Execution { duration_us, body_us, ..worst }, tries))
    }

    /// Has the test run, and run again if it fails as a flaky one may.
    pub fn executed_once(&self, run: &mut impl FnMut() -> Execution) -> Execution {
        let mut first = run();
        let flaky = self.known.as_ref().filter(|entry| entry.action == Action::Flaky);
        let Some(entry) = flaky.filter(|entry| entry.expects(&first)) else {
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
                _ if entry.expects(&next) => tries = Tries { failed: tries.failed + 1, of: tries.of + 1 },
                // That is not what the entry is about.
                _ => return Execution { duration_us: first.duration_us, body_us: first.body_us, ..next },
            }
        }
        first.notes.push(format!("it failed {} of {} times", tries.failed, tries.of));
        Execution { tries: Some(tries), ..first }
    }
}

/// The end of a test that ran several times, with how often it failed, if it did.
fn counted(mut worst: Execution, tries: Tries) -> Execution {
    if tries.failed > 0 {
        // Those that an entry is about decide whether that bears them.
        worst.tries.get_or_insert(tries);
    }
    worst
}

/// The weight of a run that failed.
const BAD: u8 = 5;

/// Returns the rank of an outcome. Of several runs of a test, the one with the highest rank is reported.
fn weight(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Pass => 0,
        Outcome::Deviates => 1,
        Outcome::ExpectedFail => 2,
        Outcome::Skip => 3,
        Outcome::NotDetermined => 4,
        _ => BAD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::planned;
    use rstest::rstest;
    use std::cell::{Cell, RefCell};
    use ur_ipc_report::outcome::Record;

    const TENTH: &str = "action: flaky, rate: 0.02, ceiling: 0.1";
    const HALF: &str = "action: flaky, rate: 0.02, ceiling: 0.5, message: why";
    const RARE: &str = "action: flaky, rate: 0.001, ceiling: 0.01, outcome: [fail, crash]";

    /// Runs by their initials: pass, fail, crash, skip, harness error, another failure.
    fn outcome_of(known: Option<&str>, repeat: u32, runs: &str) -> (Outcome, usize, Option<(u32, u32)>) {
        let (record, took) = record_of(&planned(known), repeat, runs, u32::MAX);
        let record = record.expect("nothing interrupts it");
        (record.outcome(), took, record.execution.tries.map(|tries| (tries.failed, tries.of)))
    }

    /// The record, if there is one, and how many runs there were. After so many of those that are repeated, the run is
    /// interrupted.
    fn record_of(planned: &Planned, repeat: u32, runs: &str, interrupt: u32) -> (Option<Record>, usize) {
        let between = Cell::new(0);
        let kept = RefCell::new(None);
        let interrupted = |so_far: Option<&Execution>| {
            between.set(between.get() + 1);
            kept.replace(so_far.cloned());
            between.get() >= interrupt
        };
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
        let executed = planned.executed(repeat, interrupted, run);
        if between.get() >= interrupt {
            assert_eq!(kept.take(), executed, "what would be told if the next time had no end");
        }
        let record = executed.map(|execution| planned.judge(execution));
        let took = runs.len() - letters.count();
        if let Some(record) = &record {
            assert_eq!(usize::try_from(record.execution.duration_us), Ok(took), "all runs count");
        }
        (record, took)
    }

    #[rstest]
    #[case::nothing_bad("ppp", 2, None)]
    #[case::bad_at_once("fpp", 1, Some("failed 1 of 1 tries, then interrupted"))]
    #[case::bad_once("pfp", 2, Some("failed 1 of 2 tries, then interrupted"))]
    #[case::at_the_end("pfp", 3, Some("it is flaky: it failed 1 of 3 times"))]
    fn a_failure_outlasts_an_interruption(
        #[case] runs: &str,
        #[case] interrupt: u32,
        #[case] note: Option<&str>,
    ) {
        let (record, took) = record_of(&planned(None), 3, runs, interrupt);
        assert_eq!(took, usize::try_from(interrupt).unwrap());
        let told = record.map(|record| (record.outcome(), record.execution.notes.join("\n")));
        assert_eq!(told, note.map(|note| (Outcome::Fail, note.to_owned())));
    }

    #[rstest]
    #[case::in_the_end(3, Some(Some((1, 3))))]
    #[case::interrupted(2, None)]
    fn what_binds_nobody_has_a_rate(#[case] interrupt: u32, #[case] tries: Option<Option<(u32, u32)>>) {
        let planned = Planned { binds: false, ..planned(None) };
        let (record, _) = record_of(&planned, 3, "pfp", interrupt);
        assert!(record.iter().all(|record| record.outcome() == Outcome::Deviates));
        let rate = |record: Record| record.execution.tries.map(|tries| (tries.failed, tries.of));
        assert_eq!(record.map(rate), tries);
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
        assert_eq!(outcome_of(Some(known), 1, runs), (outcome, runs.len(), tries));
    }

    #[rstest]
    #[case::good(None, 3, "ppp", Outcome::Pass, None)]
    #[case::bad(None, 3, "fff", Outcome::Fail, Some((3, 3)))]
    #[case::flaky(None, 4, "pfpf", Outcome::Fail, Some((2, 4)))]
    #[case::a_crash(None, 3, "ppc", Outcome::Crash, Some((1, 3)))]
    #[case::the_first_failure_is_told(None, 3, "pfc", Outcome::Fail, Some((2, 3)))]
    #[case::skipped(None, 3, "s", Outcome::Skip, None)]
    #[case::skipped_later(None, 3, "psp", Outcome::Skip, None)]
    #[case::lost(None, 2, "ph", Outcome::HarnessError, Some((1, 2)))]
    #[case::expected(Some("action: expect-fail"), 3, "fff", Outcome::ExpectedFail, None)]
    #[case::expected_in_vain(Some("action: expect-fail"), 3, "fpf", Outcome::UnexpectedPass, Some((1, 3)))]
    #[case::known_to_be_flaky(Some(HALF), 2, "pffp", Outcome::ExpectedFail, Some((2, 3)))]
    #[case::flakier_than_known(Some(HALF), 3, "fffpp", Outcome::Fail, Some((3, 3)))]
    fn a_test_that_fails_now_and_then_is_not_good(
        #[case] known: Option<&str>,
        #[case] repeat: u32,
        #[case] runs: &str,
        #[case] outcome: Outcome,
        #[case] tries: Option<(u32, u32)>,
    ) {
        assert_eq!(outcome_of(known, repeat, runs), (outcome, runs.len(), tries));
    }
}
