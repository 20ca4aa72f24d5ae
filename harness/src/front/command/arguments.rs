//! Command line arguments.

use super::certify::CertifyArguments;
use super::doctor::DoctorArguments;
use super::failed::failed;
use crate::filter::{self, Filter, TestList};
use crate::front::variables;
use crate::options::{DEFAULT_SEED, ExecutionOptions, Front, Isolation};
use crate::pipeline::RunRequest;
use crate::report::{Format, Part, ReportPaths, TESTS_FROM};
use crate::requirements::Level;
use crate::shard::{Durations, Shard, Sharding};
use crate::skiplist::Skiplists;
use crate::suite::{BackendOptions, Suite};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, Parser};
use std::path::PathBuf;
use std::time::Duration;

/// Tests whether an implementation of Unified Runtime's inter-process part conforms.
#[derive(Debug, Parser)]
#[command(
    name = "ur-ipc-cts",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  ur-ipc-cts                                     run all tests on all devices
  ur-ipc-cts run --backend host memory::open     those of one path, on one backend
  ur-ipc-cts run '*refcount*' --level must       those with these letters in their names
  ur-ipc-cts run --html page.html                with a page to look through
  ur-ipc-cts list --long --family event          what there is, and what it checks and needs
  ur-ipc-cts requirements refcount               what is required, and where that is written

Exit codes: 0 all went well, 1 a test of level must or should did not, 2 nothing can be said: wrong usage, nothing to test, \
or no place for the results."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Subcommand>,
    /// Colours: on terminals (NO_COLOR and CLICOLOR_FORCE in the environment are heeded), or always, or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, global = true)]
    pub color: ColorChoice,
    #[command(flatten)]
    pub run: RunArguments,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum Subcommand {
    /// Run tests (the default)
    Run(Box<RunArguments>),
    /// List the tests that a run would run
    List(ListArguments),
    /// List backends and devices
    Devices(DevicesArguments),
    /// Say what can be tested here, what is missing for more, and what to do about it
    ///
    /// The exit code is 0 if each backend that is named can be tested, or any where none is named; else 2.
    Doctor(DoctorArguments),
    /// Run all that decides conformance, and write a package that others can verify
    ///
    /// The exit code is that of the run, 1 at least if the package certifies nothing.
    Certify(CertifyArguments),
    /// Look through a package of `certify`
    ///
    /// The exit code is 0 if it certifies what it says, 1 if it is refused, 2 if it is no package.
    Verify {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// List the requirements with their tests
    Requirements(RequirementsArguments),
    /// Look at skiplists without running anything
    #[command(subcommand)]
    Skiplist(SkiplistCommand),
    /// Print completions for a shell
    Completions {
        /// For which shell
        #[arg(value_enum, value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Print the page of the manual
    Man {
        /// Write it into this folder, made if needed, with one for each subcommand
        #[arg(long, short, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Make reports of result files
    #[command(subcommand)]
    Report(ReportCommand),
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum SkiplistCommand {
    /// Look for mistakes in files, patterns that match no test, entries that have expired or never apply
    ///
    /// The exit code is 0 if there are none, 1 if there are, 2 if a file cannot be read.
    Check {
        /// A skiplist
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Say which entries would apply to a test, and on which drivers
    Explain(TestArguments),
    /// Write the entries that make a run green, and name those that are to be deleted
    Suggest {
        /// Results of the run, as `--json` wrote them
        #[arg(long, value_name = "FILE")]
        from: PathBuf,
    },
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum ReportCommand {
    /// A page for a browser, whole in one file
    Html(Rendered),
    /// JUnit's XML, for CI systems
    Junit(Rendered),
    /// A summary in GitHub's Markdown
    Markdown {
        #[command(flatten)]
        rendered: Rendered,
        /// Print each failure as an annotation of GitHub's as well, on the standard error
        #[arg(long)]
        annotations: bool,
    },
    /// What has changed from one run to another; the exit code is 1 where something is worse
    Diff {
        /// Results of the first run
        #[arg(value_name = "BEFORE.json")]
        before: PathBuf,
        /// Results of the second run
        #[arg(value_name = "AFTER.json")]
        after: PathBuf,
    },
    /// Put the results of all shards of a run together, or those of runs on devices of their own
    ///
    /// The exit code is that of the whole run: 0, 1 if a test failed, 2 if nothing can be said, as where a shard is missing
    /// or runs differ in what they were asked for.
    Merge(MergeArguments),
    /// The JSON Schema of what is written for programs
    Schema {
        /// Of which file
        #[arg(value_enum, default_value_t = SchemaOf::Results)]
        of: SchemaOf,
    },
}

#[derive(Debug, Args)]
pub(super) struct TestArguments {
    /// A test's id, or a pattern with `*`
    #[arg(value_name = "TEST")]
    pub test: String,
    /// Further skiplist, asked before those that are named after it and the built-in ones (repeatable)
    #[arg(long, value_name = "FILE")]
    pub skiplist: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Rendered {
    /// A result file, as `--json` writes it
    #[arg(value_name = "RESULTS.json")]
    pub results: PathBuf,
    /// Where to write; the standard output if nothing is said
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Result files, as `--json` writes them
    #[arg(value_name = "RESULTS.json", required = true)]
    pub results: Vec<PathBuf>,
    /// Write the results of the whole as JSON; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum SchemaOf {
    /// What `--json` writes
    Results,
    /// What `--json-lines` writes, line by line
    Events,
}

/// Which backends and tests.
#[derive(Debug, Args)]
pub(super) struct FilterArguments {
    /// Backend to test, with a profile if wanted: host, host@two-devices (repeatable; default: all that find
    /// devices)
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: Vec<String>,
    /// Device to test: its number, devN, or a pattern of its name (repeatable)
    #[arg(long, value_name = "DEVICE")]
    pub device: Vec<String>,
    /// Only tests of this selection: ur-cts, those that repeat tests of UR's own suite
    #[arg(long, value_name = "NAME", value_parser = selection())]
    pub selection: Vec<filter::Selection>,
    /// Only tests of this family (repeatable)
    #[arg(long, value_name = "FAMILY")]
    pub family: Vec<String>,
    /// Only tests of this topic, a part of their ids: cross_process, get, open (repeatable)
    #[arg(long, value_name = "TOPIC")]
    pub topic: Vec<String>,
    /// Only tests of this level (repeatable)
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Vec<Level>,
    /// Only tests of this requirement, `*` stands for anything (repeatable)
    #[arg(long, value_name = "ID")]
    pub requirement: Vec<String>,
    /// Take FILTERs for whole names
    #[arg(long)]
    pub exact: bool,
    /// Only tests that a file names, one a line; `#` begins a comment (repeatable)
    #[arg(long, value_name = "FILE")]
    pub tests_from: Vec<PathBuf>,
    /// Only tests that did not go well in an earlier run
    #[arg(long, value_name = "RESULTS.json")]
    pub rerun_failed: Option<PathBuf>,
    /// Of these tests, only the Kth of N shares, which together are all: 2/4
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Make shares equally long, by how long tests took in an earlier run
    #[arg(long, value_name = "RESULTS.json", requires = "shard")]
    pub durations: Option<PathBuf>,
    /// Whole parts of a test's name, as memory::open, or a pattern with `*`, as '*stale*' (several: any of them)
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,
    /// Time for one test in seconds; listing the devices of a backend has to be done in it, too
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
    /// Make it an error if no hardware is tested: software stands in, or is all there is (or
    /// UR_IPC_CTS_REQUIRE_HARDWARE=1)
    #[arg(long)]
    pub require_hardware: bool,
    /// Further skiplist, asked before those that are named after it and the built-in ones (repeatable)
    #[arg(long, value_name = "FILE")]
    pub skiplist: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct RunArguments {
    #[command(flatten)]
    pub selection: FilterArguments,
    /// Seed of everything random in tests
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED)]
    pub seed: u64,
    /// Run the tests of each device in an order drawn from the seed
    #[arg(long)]
    pub shuffle: bool,
    /// How far tests are kept apart
    #[arg(long, value_enum, default_value_t = Isolation::Worker)]
    pub isolation: Isolation,
    #[command(flatten)]
    pub reports: ReportArguments,
    /// Continue a run that has not come to its end: take over what its results say, and run the rest, as it was begun.
    /// Without --json, the results go where they were
    #[arg(long, value_name = "RESULTS.json")]
    pub resume: Option<PathBuf>,
    /// Run each test so many times; one that fails at some of them is flaky, and not good
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Stop after the first failure, or after so many
    #[arg(long, value_name = "COUNT", num_args = 0..=1, require_equals = true, default_missing_value = "1",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub fail_fast: Option<u32>,
    /// Do not try tests that fail after others in the same process once more in a fresh one
    #[arg(long)]
    pub no_second_look: bool,
    /// Say in the results where in its source each test checks something
    #[arg(long, requires = "json")]
    pub checks: bool,
    /// Name the tests that took longest, so many
    #[arg(long, value_name = "COUNT")]
    pub slowest: Option<usize>,
    /// Show all test lines and all observations
    #[arg(long, short)]
    pub verbose: bool,
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

impl ReportArguments {
    pub(super) fn paths(&self) -> ReportPaths {
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

#[derive(Debug, Args)]
pub(super) struct ListArguments {
    #[command(flatten)]
    pub selection: FilterArguments,
    /// Say of each test what it checks and needs
    #[arg(long, short)]
    pub long: bool,
}

#[derive(Debug, Args)]
pub(super) struct DevicesArguments {
    /// Backend to look at, with a profile if wanted (repeatable; default: all)
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: Vec<String>,
    /// Time for listing the devices of one backend in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
}

#[derive(Debug, Args)]
pub(super) struct RequirementsArguments {
    /// Part of a requirement's id, text or source, in any case, or a pattern of its id with `*` (several: any of them)
    #[arg(value_name = "TEXT")]
    pub texts: Vec<String>,
    /// Only requirements of this family (repeatable)
    #[arg(long, value_name = "FAMILY")]
    pub family: Vec<String>,
    /// Only requirements of this level (repeatable)
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Vec<Level>,
    /// Print JSON
    #[arg(long, conflicts_with = "ur_cts")]
    pub json: bool,
    /// Print which tests repeat which tests of UR's own conformance suite
    #[arg(long)]
    pub ur_cts: bool,
}

impl FilterArguments {
    fn filter(&self) -> Result<Filter, String> {
        Ok(Filter {
            names: self.filters.clone(),
            exact: self.exact,
            selections: self.selection.clone(),
            families: self.family.clone(),
            topics: self.topic.clone(),
            levels: self.level.clone(),
            requirements: self.requirement.clone(),
            devices: self.device.clone(),
            lists: self.lists()?,
        })
    }

    fn lists(&self) -> Result<Vec<TestList>, String> {
        let named = Some(&self.tests_from).filter(|files| !files.is_empty());
        let named = named.map(|files| TestList::read(TESTS_FROM, files));
        let failed = self.rerun_failed.as_deref().map(failed);
        named.into_iter().chain(failed).collect()
    }

    fn sharding(&self) -> Result<Option<Sharding>, String> {
        let Some(shard) = self.shard else { return Ok(None) };
        let durations = self.durations.as_deref().map(Durations::read).transpose()?;
        Ok(Some(Sharding { shard, durations }))
    }
}

impl FilterArguments {
    /// A run of these tests, with nothing else said.
    ///
    /// # Errors
    /// What is wrong with a file that is named.
    pub(super) fn request(&self, suite: &Suite, options: BackendOptions) -> Result<RunRequest, String> {
        Ok(RunRequest {
            front: Front::Command,
            backends: known_backends(suite, &self.backend)?,
            backend_options: options,
            filter: self.filter()?,
            skiplists: Skiplists::read(&self.skiplist, suite)?,
            execution: ExecutionOptions { timeout: self.timeout, ..ExecutionOptions::default() },
            trace: None,
            shuffle: false,
            require_hardware: self.require_hardware || variables::flag("UR_IPC_CTS_REQUIRE_HARDWARE")?,
            sharding: self.sharding()?,
            fail_fast: None,
            resume: None,
        })
    }
}

impl RunArguments {
    pub(super) fn request(&self, suite: &Suite, options: BackendOptions) -> Result<RunRequest, String> {
        let request = self.selection.request(suite, options)?;
        let execution = ExecutionOptions {
            seed: self.seed,
            isolation: self.isolation,
            places: self.checks,
            second_look: !self.no_second_look,
            repeat: self.repeat,
            ..request.execution
        };
        let fail_fast = self.fail_fast.map(|count| count as usize);
        let resume = self.resume.as_deref().map(Part::read).transpose()?;
        Ok(RunRequest { execution, shuffle: self.shuffle, fail_fast, resume, ..request })
    }
}

/// The labels, if they name backends.
///
/// # Errors
/// Which does not.
pub(super) fn known_backends(suite: &Suite, labels: &[String]) -> Result<Vec<String>, String> {
    for label in labels {
        suite.resolve(label).map_err(|why| format!("--backend: {why}"))?;
    }
    Ok(labels.to_vec())
}

fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or("no level has this name")
    })
}

fn selection() -> impl TypedValueParser<Value = filter::Selection> {
    PossibleValuesParser::new(filter::Selection::ALL.map(filter::Selection::name))
        .try_map(|name| filter::Selection::parse(&name))
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    crate::options::parse_seconds(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn run_is_the_default() {
        let cli = Cli::try_parse_from(["ur-ipc-cts", "--seed", "7", "open", "--level", "must"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!((cli.run.seed, cli.run.selection.filters.len()), (7, 1));
        let cli = Cli::try_parse_from(["ur-ipc-cts", "run", "--timeout", "0.5"]).unwrap();
        assert!(
            matches!(cli.command, Some(Subcommand::Run(r)) if r.selection.timeout == Duration::from_millis(500))
        );
        assert!(Cli::try_parse_from(["ur-ipc-cts", "--timeout", "-1"]).is_err());
        assert!(Cli::try_parse_from(["ur-ipc-cts", "--level", "shall"]).is_err());
        assert!(Cli::try_parse_from(["ur-ipc-cts", "--selection", "ur-cts"]).is_ok());
        assert!(Cli::try_parse_from(["ur-ipc-cts", "--selection", "cts"]).is_err());
    }
}
