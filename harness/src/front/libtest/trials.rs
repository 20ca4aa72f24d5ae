//! All tests as trials, run by workers.

use crate::execute::Event;
use crate::outcome::{Outcome, Record};
use crate::pipeline::{PlannedRun, Run, RunRequest};
use crate::plan::{Plan, Planned};
use crate::report::{failure_text, notice};
use crate::suite::Suite;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;

pub(super) fn run(
    suite: &Arc<Suite>,
    mut arguments: Arguments,
    request: RunRequest,
) -> Result<ExitCode, String> {
    let mut planned = PlannedRun::new(suite, request)?;
    planned.discovery.announce();
    if arguments.list {
        // Nothing is executed, so there are no results.
        planned.request.json = None;
    } else {
        planned.announce_skiplists();
    }
    // Tests of one device run one after the other anyway.
    arguments.test_threads.get_or_insert(planned.plan.devices.len());
    let tests = side_by_side(&planned.plan);
    let run = Arc::new(planned.start()?);
    let trials = tests.into_iter().map(|test| trial(&run, test)).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    let Some(run) = Arc::into_inner(run) else {
        return Err("a test is still running".to_owned());
    };
    let ended = run.finish(true);
    ended.written?;
    let problems = ended.problems.join("\n");
    if problems.is_empty() || arguments.list {
        return Ok(conclusion.exit_code());
    }
    if conclusion.has_failed() {
        notice(&format!("error: {problems}"));
        return Ok(conclusion.exit_code());
    }
    Err(problems)
}

/// Takes tests from all devices in turn, so that all have something to do from the start.
fn side_by_side(plan: &Plan) -> Vec<Arc<Planned>> {
    let mut counts = vec![0; plan.devices.len()];
    let mut tests: Vec<(usize, &Arc<Planned>)> = Vec::with_capacity(plan.tests.len());
    for planned in &plan.tests {
        let count = &mut counts[planned.device];
        tests.push((*count, planned));
        *count += 1;
    }
    tests.sort_by_key(|(turn, _)| *turn);
    tests.into_iter().map(|(_, planned)| Arc::clone(planned)).collect()
}

fn trial(run: &Arc<Run>, planned: Arc<Planned>) -> Trial {
    let run = Arc::clone(run);
    Trial::ignorable_test(planned.name.clone(), move || {
        let (suite, seed) = (&run.planned.suite, run.planned.request.execution.seed);
        let mut ended = None;
        run.execute([&planned], |event| {
            if let Event::Finished(record) = event {
                ended = Some(completion(record, suite, seed));
            }
        });
        ended.expect("each test that is executed has an end")
    })
}

/// What libtest is told about a record.
pub(super) fn completion(record: &Record, suite: &Suite, seed: u64) -> Result<Completion, Failed> {
    let reason = &record.execution.reason;
    let told = reason.as_deref().unwrap_or_default();
    match record.outcome() {
        Outcome::Pass => Ok(Completion::Completed),
        Outcome::ExpectedFail => {
            notice(&format!("{}: expected to fail: {told}", record.name));
            Ok(Completion::Completed)
        }
        Outcome::Skip => Ok(Completion::Ignored { reason: reason.clone() }),
        other if !record.spoils_the_run() => {
            Ok(Completion::ignored_with(format!("{} allows it, {other}: {told}", record.level)))
        }
        _ => Err(Failed::from(failure_text(record, &suite.requirements, seed))),
    }
}
