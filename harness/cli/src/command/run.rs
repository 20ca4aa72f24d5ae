//! `ur-ipc-cts run`.

use super::conclusion;
use super::selection::FilterArguments;
use super::whole::whole;
use crate::command_error::CommandError;
use crate::error::Error;
use crate::log_to_stderr;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::execute::Event;
use ur_ipc_harness::pipeline::{PlannedRun, RunRequest};
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{DEFAULT_MAX_HANGS, DEFAULT_SEED, ExecutionOptions, Isolation};
use ur_ipc_report::{
    Console, Detail, EndReport, Format, Outputs, Part, ReportPaths, annotations, command_runner, counted,
    given_up_line, notice, slow_line, slowest,
};

#[derive(Debug, Args)]
pub(super) struct RunArguments {
    #[command(flatten)]
    pub selection: FilterArguments,
    /// Set the seed of everything random in tests
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Run the tests of each device in an order drawn from the seed
    #[arg(long)]
    pub shuffle: bool,
    /// Isolate tests: in a process for each device or each test, or not at all
    #[arg(long, value_enum, default_value_t = Isolation::Worker)]
    pub isolation: Isolation,
    /// Run COUNT tests of each device at a time, with --isolation process
    ///
    /// These tests share the memory of the device.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<u32>(1..=64))]
    pub jobs: u32,
    #[command(flatten)]
    pub reports: ReportArguments,
    /// Continue the interrupted run of this file. Its results go to --json, or replace the file
    ///
    /// The results of the file are taken over. The other tests run with the options of the first run, but for reports, --trace,
    /// --checks, --fail-fast, --max-hangs, --slowest, --quiet and --verbose.
    #[arg(long, value_name = "RESULTS.json")]
    pub resume: Option<PathBuf>,
    /// Run each test COUNT times
    ///
    /// A test that fails only sometimes is flaky, and fails the run.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = whole::<u32>(1..=u32::MAX))]
    pub repeat: u32,
    /// Stop after the first failure, or after COUNT failures
    #[arg(long, value_name = "COUNT", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          value_parser = whole::<u32>(1..=u32::MAX))]
    pub fail_fast: Option<u32>,
    /// Stop testing a device after COUNT tests in a row that hang; 0: never
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT_MAX_HANGS, value_parser = whole::<usize>(0..=usize::MAX))]
    pub max_hangs: usize,
    /// Do not retry a failed test alone in a fresh process
    ///
    /// A test that crashes is retried all the same if a skiplist has an entry for it.
    #[arg(long)]
    pub no_second_look: bool,
    /// Record the source location of each check in the results (needs --json)
    #[arg(long, requires = "json")]
    pub checks: bool,
    /// Name the COUNT tests that took longest
    #[arg(long, value_name = "COUNT", value_parser = whole::<usize>(0..=usize::MAX))]
    pub slowest: Option<usize>,
    /// Show all test lines and all notes
    #[arg(long, short)]
    pub verbose: bool,
    /// Show only failures and the verdict
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Read defaults of options from this file (default: ur-ipc-cts.toml, if there is one)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Do not read defaults from a file
    #[arg(long, conflicts_with = "config")]
    pub no_config: bool,
}

/// Which reports, and where they go. `-` is the standard output, for one of them.
#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// Write results as JSON; `-` is the standard output, here and below
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub json: Option<PathBuf>,
    /// Write what happens as it happens, one JSON object a line
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub json_lines: Option<PathBuf>,
    /// Write a page for a browser, whole in one file
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub html: Option<PathBuf>,
    /// Write JUnit's XML, for CI systems
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub junit: Option<PathBuf>,
    /// Write a summary in GitHub's Markdown
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub markdown: Option<PathBuf>,
    /// Print each failure as an annotation of GitHub's as well
    #[arg(long, help_heading = "Reports")]
    pub annotations: bool,
    /// Write all calls of all processes with their times, for ui.perfetto.dev
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = "Reports")]
    pub trace: Option<PathBuf>,
}

impl RunArguments {
    fn request(&self, suite: &Suite, options: BackendOptions) -> Result<RunRequest, Error> {
        let request = self.selection.request(suite, options)?;
        if self.jobs > 1 && self.isolation != Isolation::Process {
            return Err(CommandError::Jobs.into());
        }
        let execution = ExecutionOptions {
            seed: self.seed,
            isolation: self.isolation,
            places: self.checks,
            second_look: !self.no_second_look,
            repeat: self.repeat,
            jobs: self.jobs,
            ..request.execution
        };
        let fail_fast = self.fail_fast.map(|count| count as usize);
        let resume = self.resume.as_deref().map(Part::read).transpose()?;
        let max_hangs = Some(self.max_hangs).filter(|&count| count > 0);
        Ok(RunRequest { execution, shuffle: self.shuffle, fail_fast, max_hangs, resume, ..request })
    }
}

impl ReportArguments {
    fn paths(&self) -> ReportPaths {
        let path = |format| match format {
            Format::Html => &self.html,
            Format::Junit => &self.junit,
            Format::Markdown => &self.markdown,
        };
        let formats = Format::ALL.into_iter().filter_map(|format| Some((format, path(format).clone()?)));
        ReportPaths {
            json: self.json.clone(),
            json_lines: self.json_lines.clone(),
            formats: formats.collect(),
            trace: self.trace.clone(),
            continued: None,
        }
    }
}

pub(super) fn run(
    suite: &Arc<Suite>,
    arguments: &RunArguments,
    options: BackendOptions,
) -> Result<u8, Error> {
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
        if let Err(Error::Command(why @ CommandError::NoneFailed { .. })) = &planned {
            notice(&format!("note: {why}"));
            outputs.finish_empty(&suite.requirements)?;
            return Ok(0);
        }
        let planned = outputs.note_obstacle(planned, &suite.requirements)?;
        (outputs, planned)
    };
    if let Some(file) = &arguments.config {
        notice(&format!("note: {} sets options of this run", file.display()));
    }
    planned.announce_skiplists();
    if arguments.isolation == Isolation::InProcess {
        notice(
            "note: with --isolation in-process, only other processes of tests have a time limit: Ctrl-C ends a test that hangs",
        );
    }
    let detail = match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Brief,
        (_, true) => Detail::Full,
        _ => Detail::Usual,
    };
    let console = Console::new(paths.take_stdout(), detail);
    let shown = Shown {
        detail,
        slowest: arguments.slowest,
        annotations: arguments.reports.annotations,
        thorough_tests: true,
    };
    conduct(planned, outputs, console, shown)
}

/// Optional parts of a run's output.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    /// The amount of output about tests and devices.
    pub detail: Detail,
    /// That many of the slowest tests.
    pub slowest: Option<usize>,
    /// An annotation of GitHub's for each failure.
    pub annotations: bool,
    /// Whether the report counts the tests that are left to a thorough run.
    pub thorough_tests: bool,
}

/// Runs what was planned, tells all of it, and gives the exit code.
pub(super) fn conduct(
    planned: PlannedRun,
    outputs: Outputs,
    mut console: Console,
    shown: Shown,
) -> Result<u8, Error> {
    let run = planned.start(outputs)?;
    console.aside(run.planned.discovery.implementations().trim_end());
    let (plan, rest) = (&run.planned.plan, run.planned.rest());
    let is_complete = run.planned.is_complete();
    if let Some(earlier) = &run.planned.request.resume {
        let taken = counted(plan.tests.len() - rest.len(), "test");
        let state =
            if is_complete { "complete, nothing is left to run".to_owned() } else { taken + " taken over" };
        console.aside(&format!("\n{}: {state}", earlier.file));
    }
    let left_to_thorough = if shown.thorough_tests { run.planned.left_to_thorough().len() } else { 0 };
    if !is_complete {
        let request = &run.planned.request;
        console.start(rest.len(), plan.devices.len(), &request.execution, request.shuffle);
    }
    run.execute(rest.iter().copied(), |event| match event {
        Event::Started(planned) => console.started(&planned.name),
        Event::Finished(record) => console.finished(record),
        Event::Slow(planned, time) => console.warn(&slow_line(&planned.name, *time)),
        Event::GivenUp(planned, hangs) => console.warn(&given_up_line(&planned.device_id, *hangs)),
    });
    console.end();
    let ended = run.finish(false, console.trouble().cloned());
    ended.amended.iter().for_each(|record| console.amended(record));
    let report = EndReport { left_to_thorough, ..ended.report(shown.detail, console.columns()) };
    console.line(report.to_string().trim_end());
    if let Some(count) = shown.slowest {
        console.line(slowest(&ended.document.tests, count).trim_end());
    }
    if shown.annotations {
        annotations(&ended.document.tests).iter().for_each(|line| command_runner(line));
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
) -> Result<PlannedRun, Error> {
    log_to_stderr()?;
    let request = RunRequest { trace, ..arguments.request(suite, options)? };
    let planned = PlannedRun::new(suite, request)?;
    planned.check_skiplists()?;
    Ok(planned)
}
