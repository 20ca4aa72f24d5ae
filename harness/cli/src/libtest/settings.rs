//! Settings from the environment.

use crate::error::Error;
use crate::variables::{check, flag, path, text};
use std::path::PathBuf;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::filter::{Filter, Selection};
use ur_ipc_harness::pipeline::RunRequest;
use ur_ipc_harness::shard::{Durations, Sharding};
use ur_ipc_harness::skiplist::Skiplists;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{
    DEFAULT_MAX_HANGS, DEFAULT_SEED, DEFAULT_TIMEOUT, ExecutionOptions, Front, parse_seconds,
};
use ur_ipc_report::{Format, ReportPaths};

/// Reads the variables: what libtest's arguments cannot say. Libtest's own filters choose from what is planned so.
///
/// # Errors
/// The variable, and what is wrong with it.
pub(super) fn from_environment(suite: &Suite) -> Result<RunRequest, Error> {
    check(suite)?;
    let backends: Vec<String> = text("UR_IPC_CTS_BACKEND")?
        .map(|list| list.split(',').map(|label| label.trim().to_owned()).collect())
        .unwrap_or_default();
    for label in &backends {
        suite.resolve(label).map_err(|why| Error::of("UR_IPC_CTS_BACKEND", why))?;
    }
    let selection = parsed("UR_IPC_CTS_SELECTION", Selection::parse)?;
    let timeout = parsed("UR_IPC_CTS_TIMEOUT", parse_seconds)?.unwrap_or(DEFAULT_TIMEOUT);
    let seed = parsed("UR_IPC_CTS_SEED", str::parse)?.unwrap_or(DEFAULT_SEED);
    Ok(RunRequest {
        front: Front::TestTarget,
        backends,
        backend_options: BackendOptions::from_environment(suite.options())?,
        filter: Filter { selections: selection.into_iter().collect(), ..Filter::default() },
        skiplists: Skiplists::read(&skiplists(), &suite.skiplists)?,
        execution: ExecutionOptions { timeout, seed, ..ExecutionOptions::default() },
        trace: None,
        shuffle: false,
        require_hardware: flag("UR_IPC_CTS_REQUIRE_HARDWARE")?,
        sharding: sharding()?,
        fail_fast: None,
        max_hangs: max_hangs()?,
        resume: None,
    })
}

/// After how many tests in a row that hang a device is given up; 0 is never.
fn max_hangs() -> Result<Option<usize>, Error> {
    let count = parsed("UR_IPC_CTS_MAX_HANGS", str::parse)?.unwrap_or(DEFAULT_MAX_HANGS);
    Ok((count > 0).then_some(count))
}

fn skiplists() -> Vec<PathBuf> {
    path("UR_IPC_CTS_SKIPLIST").iter().flat_map(std::env::split_paths).collect()
}

/// The files that a run reads, which no report may be written over.
pub(super) fn files(suite: &Suite) -> Vec<PathBuf> {
    // What is wrong with these is said by all reports.
    let options = BackendOptions::from_environment(suite.options()).unwrap_or_default();
    let mut files = [skiplists(), options.files(suite.options())].concat();
    files.extend(path("UR_IPC_CTS_DURATIONS"));
    files
}

/// The shard of the tests that is to be run, if not all.
fn sharding() -> Result<Option<Sharding>, Error> {
    let durations = path("UR_IPC_CTS_DURATIONS");
    let Some(shard) = parsed("UR_IPC_CTS_SHARD", str::parse)? else {
        return durations.map_or(Ok(None), |_| Err(Error::DurationsAlone));
    };
    let durations = durations.map(|path| Durations::read(&path)).transpose();
    let durations = durations.map_err(|why| Error::of("UR_IPC_CTS_DURATIONS", why))?;
    Ok(Some(Sharding { shard, durations }))
}

/// Returns the paths of the reports, which are opened before anything else can go wrong.
///
/// # Errors
/// If one is to go to the standard output, which is libtest's.
pub(super) fn report_paths() -> Result<ReportPaths, Error> {
    let variable = |format: Format| format!("UR_IPC_CTS_{}", format.name().to_uppercase());
    let formats = Format::ALL.into_iter().filter_map(|format| Some((format, path(&variable(format))?)));
    let paths = ReportPaths {
        json: path("UR_IPC_CTS_JSON"),
        json_lines: path("UR_IPC_CTS_JSON_LINES"),
        formats: formats.collect(),
        trace: path("UR_IPC_CTS_TRACE"),
        continued: None,
    };
    if paths.take_stdout() {
        return Err(Error::StandardOutputTaken);
    }
    Ok(paths)
}

fn parsed<T, E: Into<Box<dyn std::error::Error>>>(
    name: &'static str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<T>, Error> {
    text(name)?.map(|text| parse(&text).map_err(|why| Error::of(name, why))).transpose()
}
