//! All tests as trials, run by workers.

use super::{FAILED, code_of, request, run_trials, settings, trial, unmatched};
use crate::error::Error;
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::io;
use std::sync::Arc;
use ur_ipc_harness::execute::Event;
use ur_ipc_harness::pipeline::{PlannedRun, Run, RunRequest};
use ur_ipc_harness::plan::{Plan, Planned};
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{ExecutionOptions, Front};
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::{
    Detail, Outputs, ReportPaths, Rerun, columns, failure_text, given_up_line, notice, one_line, print_aside,
    slow_line, terminal,
};

/// Runs the tests that the arguments choose.
///
/// # Errors
/// Why nothing can be said about them.
pub(super) fn run(suite: &Arc<Suite>, mut arguments: Arguments) -> Result<u8, Error> {
    // Where nothing is executed, there are no results.
    let paths = if arguments.list { ReportPaths::default() } else { settings::report_paths()? };
    paths.check_beside(&settings::files(suite))?;
    let mut outputs = Outputs::open(&paths, &suite.requirements, &suite.build)?;
    let trace = outputs.trace_folder();
    let planned = request(suite, &arguments)
        .and_then(|request| Ok(PlannedRun::new(suite, RunRequest { trace, ..request })?));
    let planned = outputs.note_obstacle(planned, &suite.requirements)?;
    if !arguments.list {
        // Cargo hands one environment to every test target, whatever backends that has.
        if let Err(idle) = planned.check_skiplists() {
            notice(&format!("warning: {idle}"));
        }
        planned.announce_skiplists();
    }
    // Tests of one device run one after the other anyway.
    arguments.test_threads.get_or_insert(planned.plan.devices.len());
    let mut tests = chosen(&mut arguments, side_by_side(&planned.plan));
    // They are shown, and are no part of the run.
    tests.extend(planned.left_to_thorough());
    if let Some(filter) = &arguments.filter
        && !tests.iter().any(|planned| planned.name.contains(filter))
    {
        unmatched(suite, filter, arguments.exact);
    }
    let run = Arc::new(planned.start(outputs)?);
    let listed = arguments.list;
    let trials = tests.into_iter().map(|test| trial_of(&run, test, listed)).collect();
    let conclusion = run_trials(&arguments, trials);
    let Some(run) = Arc::into_inner(run) else {
        return Err(Error::StillRunning);
    };
    let ended = run.finish(conclusion.is_ok(), conclusion.as_ref().err().map(ToString::to_string));
    ended.written.clone()?;
    ended.document.tests.iter().filter_map(excuse).for_each(|excuse| notice(&excuse));
    if !arguments.list {
        // Libtest's own output stays as it is, in whatever format.
        let mut said = String::new();
        // Writing to a string cannot fail.
        let _ = ended.report(Detail::Usual, columns(io::stderr())).write_verdicts(&mut said);
        print_aside(said.trim_end());
    }
    // Libtest has been told the first end of these.
    let amended: Vec<_> = ended.amended.iter().filter(|record| record.is_failure()).collect();
    for record in &amended {
        let text = failure_text(
            record,
            &ended.planned.suite.requirements,
            &Rerun::here(Front::TestTarget, &ended.planned.request.execution),
            columns(io::stderr()),
        );
        notice(&format!("error: {} ended well, and then badly:\n{text}", record.name));
    }
    let problems = ended.document.summary.problems;
    match conclusion {
        Ok(conclusion) if !conclusion.has_failed() && !amended.is_empty() => Ok(FAILED),
        Ok(conclusion) if problems.is_empty() || arguments.list => Ok(code_of(&conclusion)),
        Ok(conclusion) if conclusion.has_failed() => {
            notice(&format!("error: {}", problems.join("\n")));
            Ok(code_of(&conclusion))
        }
        _ => Err(Error::Problems(problems)),
    }
}

/// Libtest-mimic knows full names. A test that is asked for exactly by its id is chosen here, on all devices.
fn chosen(arguments: &mut Arguments, mut tests: Vec<Arc<Planned>>) -> Vec<Arc<Planned>> {
    if let Some(id) =
        arguments.filter.take_if(|id| arguments.exact && tests.iter().any(|planned| planned.test.id == *id))
    {
        tests.retain(|planned| planned.test.id == id);
    }
    tests
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

/// A test of the run. One that is listed only is ignored if it would be skipped.
fn trial_of(run: &Arc<Run>, planned: Arc<Planned>, listed: bool) -> Trial {
    let run = Arc::clone(run);
    let device = &run.planned.plan.devices[planned.device];
    let skipped = listed && planned.is_skipped_beforehand(&device.description);
    let (name, test) = (planned.name.clone(), Arc::clone(&planned.test));
    trial(&name, &test, skipped, move || {
        let (suite, options) = (&run.planned.suite, &run.planned.request.execution);
        let mut ended = None;
        run.execute([&planned], |event| match event {
            Event::Started(_) => {}
            Event::Slow(planned, time) => notice(&slow_line(&planned.name, *time)),
            Event::GivenUp(planned, hangs) => notice(&given_up_line(&planned.device_id, *hangs)),
            Event::Finished(record) => ended = Some(completion(record, suite, options)),
        });
        into_completion(ended)
    })
}

/// Returns the result of a test for libtest. A test has none if the run was interrupted before or during it.
fn into_completion(ended: Option<Result<Completion, Failed>>) -> Result<Completion, Failed> {
    ended.unwrap_or_else(|| Err(Failed::from("interrupted")))
}

/// Makes libtest's result of a record.
pub(super) fn completion(
    record: &Record,
    suite: &Suite,
    options: &ExecutionOptions,
) -> Result<Completion, Failed> {
    let told = one_line(record.execution.reason.as_deref().unwrap_or_default());
    match record.outcome() {
        Outcome::Pass | Outcome::ExpectedFail | Outcome::Deviates => Ok(Completion::Completed),
        Outcome::Skip => Ok(Completion::ignored_with(told)),
        // There is a problem of the run for it.
        other @ Outcome::NotDetermined => Ok(Completion::ignored_with(format!("{other}: {told}"))),
        _ => Err(Failed::from(terminal(&failure_text(
            record,
            &suite.requirements,
            &Rerun::here(Front::TestTarget, options),
            columns(io::stdout()),
        )))),
    }
}

/// Why a failed test is a success for libtest, if it is. Libtest's lines have no room for it: it comes after them.
pub(super) fn excuse(record: &Record) -> Option<String> {
    let why = match record.outcome() {
        Outcome::ExpectedFail => "expected to fail",
        Outcome::Deviates => "deviates, but UR requires nothing here",
        _ => return None,
    };
    Some(format!("{}: {why}: {}", record.name, record.execution.said()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_without_an_end_fails() {
        assert_eq!(into_completion(None).err().unwrap().message(), Some("interrupted"));
    }
}
