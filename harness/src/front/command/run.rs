//! `ur-ipc-cts run`.

use crate::execute::Event;
use crate::front::UNUSABLE;
use crate::pipeline::{EndedRun, PlannedRun};
use crate::report::{Console, EndReport, notice};
use crate::suite::{BackendOptions, Suite};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::arguments::RunArguments;

/// A test of level must or should did not go well.
const FAILED: u8 = 1;

pub(super) fn run(
    suite: &Arc<Suite>,
    arguments: &RunArguments,
    options: BackendOptions,
) -> Result<ExitCode, String> {
    let planned = PlannedRun::new(suite, arguments.request(suite, options)?)?;
    planned.discovery.announce();
    planned.announce_skiplists();
    if planned.plan.devices.is_empty() {
        return Err("no device is left by --device".to_owned());
    }
    if planned.plan.tests.is_empty() {
        return Err("no test is left by the filters".to_owned());
    }
    let stdout_taken = arguments.json.as_deref() == Some(Path::new("-"));
    let mut console = Console::new(stdout_taken, arguments.verbose);
    let run = planned.start()?;
    console.line(run.planned.discovery.implementations().trim_end());
    let plan = &run.planned.plan;
    console.start(plan.tests.len(), plan.devices.len(), arguments.seed);
    run.execute(&plan.tests, |event| match event {
        Event::Started(planned) => console.started(&planned.name),
        Event::Finished(record) => console.finished(record),
    });
    console.end();
    let ended = run.finish(false);
    let report = EndReport {
        requirements: &suite.requirements,
        devices: &ended.planned.plan.devices,
        results: &ended.results,
        seed: arguments.seed,
        wall: ended.wall,
        verbose: arguments.verbose,
    };
    console.line(report.to_string().trim_end());
    code(&ended)
}

/// What the run says to whoever started it.
fn code(ended: &EndedRun) -> Result<ExitCode, String> {
    ended.written.clone()?;
    // On standard error, whatever the logs are set to.
    for problem in &ended.problems {
        notice(&format!("error: {problem}"));
    }
    let summary = &ended.results.summary;
    Ok(if !summary.ok {
        ExitCode::from(FAILED)
    } else if summary.nothing_ran() {
        return Err("no test ran: all were skipped, for the reasons above".to_owned());
    } else if !ended.problems.is_empty() {
        ExitCode::from(UNUSABLE)
    } else {
        ExitCode::SUCCESS
    })
}
