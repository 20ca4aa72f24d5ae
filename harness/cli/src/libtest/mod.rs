//! The front for `cargo test` and `cargo nextest`.

mod output;
mod settings;
mod single;
mod trials;

use super::error::Error;
use super::supervisor::{ended, supervise};
use super::{UNUSABLE, concluded, log_to_stderr};
use clap::Parser;
use libtest_mimic::{Arguments, ColorSetting, Completion, Conclusion, Failed, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Arc;
use ur_ipc_fixtures::{Depth, Test};
use ur_ipc_harness::filter::meant_test;
use ur_ipc_harness::pipeline::RunRequest;
use ur_ipc_harness::suite::Suite;
use ur_ipc_isolated::ignore_sigxfsz;
use ur_ipc_report::{ColorChoice, choose, notice};

/// Runs the suite with the arguments and the output of `cargo test`. [`child_main`](crate::child_main) must
/// have been called before.
///
/// What libtest has no arguments for is taken from the environment: `UR_IPC_CTS_BACKEND` (labels, separated by
/// commas), `UR_IPC_CTS_SELECTION` (only the tests of a selection: `ur-cts`), `UR_IPC_CTS_TIMEOUT` (seconds for a
/// test), `UR_IPC_CTS_MAX_HANGS` (so many tests in a row that hang give a device up; 0: never), `UR_IPC_CTS_SEED`, `UR_IPC_CTS_SHARD` (`K/N`: the Kth of N shards of the tests) and `UR_IPC_CTS_DURATIONS` (a result
/// file, by which the shards take equally long), `UR_IPC_CTS_SKIPLIST` (further skiplists, separated by colons), `UR_IPC_CTS_REQUIRE_HARDWARE` (1:
/// software alone is an error), and the files of reports: `UR_IPC_CTS_JSON`, `UR_IPC_CTS_JSON_LINES`, `UR_IPC_CTS_HTML`,
/// `UR_IPC_CTS_JUNIT`, `UR_IPC_CTS_MARKDOWN` and `UR_IPC_CTS_TRACE`. One that cannot be understood is an error.
///
/// The exit code is 0 if everything of level must and should went well, 101 if something did not, as with libtest, and 2
/// if nothing could be said: wrong usage, no device, or every chosen test skipped.
///
/// Libtest's conventions differ in this from the command. A filter that matches no test is no error, since cargo hands the
/// same filters to every test target. With `--exact NAME`, as nextest calls it, that one test runs in a worker of its own,
/// without a probe, and no report is written; that it is skipped is no error there, unless the device claims to share what its
/// backend leaves out. `--exact ID`, a name without its
/// device, runs the test on all devices. `--list --ignored`, by which nextest knows what to skip, names the tests that the
/// device or a skiplist excludes as well.
#[must_use]
pub fn conformance_main(suite: Suite) -> ExitCode {
    suite.subject.take_effect();
    ignore_sigxfsz();
    if let Some(code) = supervise() {
        return code;
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ended(error.exit_code().try_into().unwrap_or(UNUSABLE));
        }
    };
    choose(match arguments.color {
        None | Some(ColorSetting::Auto) => ColorChoice::Auto,
        Some(ColorSetting::Always) => ColorChoice::Always,
        Some(ColorSetting::Never) => ColorChoice::Never,
    });
    let suite = Arc::new(suite);
    ended(concluded(|| match &arguments.filter {
        Some(name) if arguments.exact && !arguments.list && suite.test(name).is_none() => {
            single::run(&suite, &arguments, name)
        }
        _ => trials::run(&suite, arguments),
    }))
}

/// Libtest's exit code if a test has failed.
const FAILED: u8 = 101;

/// A test for libtest, to which those that only thorough runs have are ignored, and those that are left out.
fn trial(
    name: &str,
    test: &Test,
    skipped: bool,
    body: impl FnOnce() -> Result<Completion, Failed> + Send + 'static,
) -> Trial {
    Trial::ignorable_test(name, body).with_ignored_flag(skipped || test.depth == Depth::Thorough)
}

/// Libtest's exit code.
fn code_of(conclusion: &Conclusion) -> u8 {
    if conclusion.has_failed() { FAILED } else { 0 }
}

/// Makes the request for a run from the arguments and the environment.
///
/// # Errors
/// The argument or variable that cannot be understood.
fn request(suite: &Suite, arguments: &Arguments) -> Result<RunRequest, Error> {
    log_to_stderr()?;
    if arguments.test_threads == Some(0) {
        return Err(Error::NoThreads);
    }
    let mut request = settings::from_environment(suite)?;
    // Libtest shows those as ignored, and runs them if told to. What is listed of a shard is what it runs.
    let lists = arguments.list && request.sharding.is_none();
    request.filter.thorough = lists || arguments.exact || arguments.include_ignored || arguments.ignored;
    Ok(request)
}

/// Says what may have been meant by a filter that matches nothing. It may be about the tests of another target.
fn unmatched(suite: &Suite, filter: &str, exact: bool) {
    let meant = meant_test(suite, filter, exact);
    if !meant.is_empty() {
        notice(&format!("note: no test of this suite has '{filter}' in its name{meant}"));
    }
}

/// Runs trials and reports them as libtest does.
///
/// # Errors
/// If that cannot be printed, or threads cannot be had, at which libtest-mimic panics.
fn run_trials(arguments: &Arguments, trials: Vec<Trial>) -> Result<Conclusion, Error> {
    let run = |own: &Arguments| catch_unwind(AssertUnwindSafe(|| libtest_mimic::run(own, trials)));
    output::passed_on(arguments, run)?.map_err(|_| Error::NotRun)
}
