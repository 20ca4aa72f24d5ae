//! The command line: the arguments of each command, and values that several take.

use super::certify::CertifyArguments;
use super::coverage::CoverageArguments;
use super::doctor::DoctorArguments;
use super::explore::{ExploreArguments, ReplayArguments};
use super::lists::{DevicesArguments, ListArguments};
use super::reports::ReportCommand;
use super::reproduce::ReproduceArguments;
use super::requirements::RequirementsArguments;
use super::run::RunArguments;
use super::skiplist::SkiplistCommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ColorChoice, Parser};
use std::path::PathBuf;
use ur_ipc_report::requirements::Level;

pub(super) use ur_ipc_report::options::parse_seconds as seconds;

/// Tests whether an implementation of Unified Runtime's inter-process part conforms.
#[derive(Debug, Parser)]
#[command(
    name = "ur-ipc-cts",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  ur-ipc-cts                                   run all tests on all devices
  ur-ipc-cts run --backend host memory::open   one path, one backend
  ur-ipc-cts run '*refcount*' --level must     by letters of their names
  ur-ipc-cts run --html page.html              with a page to look through
  ur-ipc-cts list --long --family event        with requirements and needs
  ur-ipc-cts requirements refcount             requirements, their sources

Exit codes: 0 passed; 1 a test failed, tests hung too often, or a test passes that a skiplist expects to fail; \
2 no verdict: wrong usage, the machine lacks something, nothing to test, or results could not be written."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Subcommand>,
    /// Print colours: on terminals (auto), always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, global = true, display_order = BEFORE_HELP)]
    pub color: ColorChoice,
    #[command(flatten)]
    pub run: RunArguments,
}

impl Cli {
    /// The arguments of a run, if one was asked for.
    pub(super) fn run_mut(&mut self) -> Option<&mut RunArguments> {
        match &mut self.command {
            None => Some(&mut self.run),
            Some(Subcommand::Run(run)) => Some(run),
            Some(_) => None,
        }
    }
}

/// The place of an option of all commands: above `--help`, which clap puts last.
const BEFORE_HELP: usize = 998;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Subcommand {
    /// Run tests (the default)
    ///
    /// Exit codes: 0 passed; 1 a test failed, tests hung too often, or a test passes that a skiplist expects to fail; 2 no
    /// verdict: wrong usage, the machine lacks something, nothing to test, or results could not be written.
    Run(Box<RunArguments>),
    /// List the tests that a run would run
    List(ListArguments),
    /// List backends and devices
    Devices(DevicesArguments),
    /// Say what can be tested here, what is missing for more, and what to do about it
    ///
    /// Exit code: 0 if every named backend can be tested, even if its devices share nothing; without names, if at least one can. 2 otherwise, or if the machine
    /// has no room for tests, or there is an error in the configuration file.
    Doctor(DoctorArguments),
    /// Run all tests, thorough ones too, without skiplists, and write a package that others can verify
    ///
    /// Exit code: that of `run`, but at least 1 if the package certifies nothing.
    Certify(CertifyArguments),
    /// Check a package of `certify`
    ///
    /// Exit code: 0 if it is valid, 1 if it is refused, 2 if it is not a package.
    Verify {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Run random programs over several processes, and compare what they see with a model of the specification
    ///
    /// Exit code: 0 no violation, 1 a violation, 2 no verdict.
    Explore(ExploreArguments),
    /// Run programs from files, and compare what they see with a model of the specification
    ///
    /// Exit code: that of `explore`.
    Replay(ReplayArguments),
    /// Print a program, or a failed test, as one C file that shows the defect with UR alone
    ///
    /// Exit code: 0, or 2 if the program cannot be read or has an undefined step.
    Reproduce(ReproduceArguments),
    /// Count the classes of arguments and states (sizes, offsets, kinds of queues) that earlier runs covered, and list the others
    ///
    /// Set UR_IPC_CTS_SITUATIONS to a file for `run` and `explore`, which add to it. Exit code: 0 if each class was visited, or is
    /// left out for a reason; 1 if not; 2 if a file cannot be read, or --call matches no entry point.
    Coverage(CoverageArguments),
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
    /// Print the page of the manual: view it with `man -l -`
    Man {
        /// Write it into this folder, made if needed, with one for each subcommand
        #[arg(long, short, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Make reports of result files
    #[command(subcommand)]
    Report(ReportCommand),
}

pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name)).try_map(|name| {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or("no level has this name")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::time::Duration;

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
