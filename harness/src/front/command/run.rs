//! `ur-ipc-cts run`.

use super::arguments::RunArguments;
use super::conclusion;
use crate::execute::Event;
use crate::front::log_to_stderr;
use crate::pipeline::{PlannedRun, RunRequest};
use crate::report::{Console, Outputs, annotations, counted, slowest};
use crate::suite::{BackendOptions, Suite};
use std::path::PathBuf;
use std::sync::Arc;

pub(super) fn run(
    suite: &Arc<Suite>,
    arguments: &RunArguments,
    options: BackendOptions,
) -> Result<u8, String> {
    let mut paths = arguments.reports.paths();
    paths.json = paths.json.or_else(|| arguments.resume.clone());
    arguments.check_reports(&paths, suite, &options)?;
    let (outputs, planned) = if arguments.resume.is_some() {
        paths.continued.clone_from(&arguments.resume);
        // What there is stays as it is until it can be continued.
        let planned = plan(suite, arguments, options, None)?;
        (Outputs::open(&paths, &suite.requirements, &suite.build)?, planned)
    } else {
        let mut outputs = Outputs::open(&paths, &suite.requirements, &suite.build)?;
        let planned = plan(suite, arguments, options, outputs.trace_folder());
        let planned = outputs.note_obstacle(planned, &suite.requirements)?;
        (outputs, planned)
    };
    planned.announce_skiplists();
    let console = Console::new(paths.take_stdout(), arguments.verbose);
    let shown = Shown {
        verbose: arguments.verbose,
        slowest: arguments.slowest,
        annotations: arguments.reports.annotations,
    };
    conduct(planned, outputs, console, shown)
}

/// What is printed of a run beside what always is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    /// All test lines and all observations.
    pub verbose: bool,
    /// That many of the slowest tests.
    pub slowest: Option<usize>,
    /// An annotation of GitHub's for each failure.
    pub annotations: bool,
}

/// Runs what was planned, tells all of it, and gives the exit code.
pub(super) fn conduct(
    planned: PlannedRun,
    outputs: Outputs,
    mut console: Console,
    shown: Shown,
) -> Result<u8, String> {
    let run = planned.start(outputs)?;
    console.line(run.planned.discovery.implementations().trim_end());
    let (plan, rest) = (&run.planned.plan, run.planned.rest());
    if let Some(earlier) = &run.planned.request.resume {
        let taken = counted(plan.tests.len() - rest.len(), "test");
        console.line(&format!(
            "
{}: {taken} taken over",
            earlier.file
        ));
    }
    console.start(rest.len(), plan.devices.len(), run.planned.request.execution.seed);
    run.execute(rest.iter().copied(), |event| match event {
        Event::Started(planned) => console.started(&planned.name),
        Event::Finished(record) => console.finished(record),
    });
    console.end();
    let ended = run.finish(false, console.trouble().cloned());
    ended.amended.iter().for_each(|record| console.amended(record));
    console.line(ended.report(shown.verbose).to_string().trim_end());
    if let Some(count) = shown.slowest {
        console.line(slowest(&ended.document.tests, count).trim_end());
    }
    if shown.annotations {
        annotations(&ended.document.tests).iter().for_each(|line| console.line(line));
    }
    ended.written.clone()?;
    // It may be this report that could not be printed.
    let told = &ended.document.summary.problems;
    let late = console.trouble().filter(|why| !told.contains(why));
    Ok(conclusion(&ended.document, told.iter().chain(late)))
}

fn plan(
    suite: &Arc<Suite>,
    arguments: &RunArguments,
    options: BackendOptions,
    trace: Option<PathBuf>,
) -> Result<PlannedRun, String> {
    log_to_stderr()?;
    let request = RunRequest { trace, ..arguments.request(suite, options)? };
    let planned = PlannedRun::new(suite, request)?;
    planned.check_skiplists()?;
    Ok(planned)
}
