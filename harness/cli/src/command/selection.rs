//! The selection of a command: backends, devices and tests.

use super::arguments::{level, seconds};
use super::failed::{FailedTests, failed};
use crate::command_error::CommandError;
use crate::error::Error;
use crate::variables;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;
use std::time::Duration;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::filter::{self, Filter, TestList};
use ur_ipc_harness::pipeline::RunRequest;
use ur_ipc_harness::shard::{Durations, Sharding};
use ur_ipc_harness::skiplist::Skiplists;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{DEFAULT_MAX_HANGS, ExecutionOptions, Front};
use ur_ipc_report::requirements::Level;
use ur_ipc_report::{RERUN_FAILED, Shard, TESTS_FROM, notice, quoted};

/// Which backends and tests.
#[derive(Debug, Args)]
pub(super) struct FilterArguments {
    /// Test this backend, such as host or host@two-devices (repeatable; default: all)
    ///
    /// What follows `@` is a profile: `devices` lists them. Without this option, all backends that find devices are tested,
    /// or with --rerun-failed those of that run.
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: Vec<String>,
    /// Test this device: its number, devN, or a pattern of its name (repeatable)
    #[arg(long, value_name = "DEVICE")]
    pub device: Vec<String>,
    /// Select the tests that repeat those of UR's own suite: ur-cts
    #[arg(long, value_name = "NAME", value_parser = selection())]
    pub selection: Vec<filter::Selection>,
    /// Select tests of this family (repeatable)
    #[arg(long, value_name = "FAMILY")]
    pub family: Vec<String>,
    /// Select tests of this topic, a part of their ids: get, open (repeatable)
    #[arg(long, value_name = "TOPIC")]
    pub topic: Vec<String>,
    /// Select tests of this level (repeatable)
    #[arg(long, value_name = "LEVEL", value_parser = level())]
    pub level: Vec<Level>,
    /// Select tests of this requirement, `*` stands for anything (repeatable)
    #[arg(long, value_name = "ID")]
    pub requirement: Vec<String>,
    /// Include tests that take seconds or much memory
    ///
    /// Thorough tests cover all classes of sizes, numbers and orders of calls. Without this option tests take at most a
    /// little more than 4 GiB of memory. A thorough test that is named by its whole name runs without this option.
    #[arg(long)]
    pub thorough: bool,
    /// Leave out these tests. Takes the same names and patterns as FILTER (repeatable)
    #[arg(long, value_name = "FILTER")]
    pub skip: Vec<String>,
    /// Match FILTERs against whole names only
    #[arg(long)]
    pub exact: bool,
    /// Select tests that a file names, one a line; `#` begins a comment (repeatable)
    #[arg(long, value_name = "FILE")]
    pub tests_from: Vec<PathBuf>,
    /// Select the tests that failed in an earlier run
    #[arg(long, value_name = "RESULTS.json")]
    pub rerun_failed: Option<PathBuf>,
    /// Select shard K of N, as 2/4
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Balance shards by the test times of an earlier run
    #[arg(long, value_name = "RESULTS.json", requires = "shard")]
    pub durations: Option<PathBuf>,
    /// One or more whole `::` parts, such as memory::open, or a pattern, such as '*stale*' (repeatable)
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,
    /// Limit the time of a test, and of listing devices, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
    /// Fail (exit code 2) if only software would be tested
    ///
    /// The variable UR_IPC_CTS_REQUIRE_HARDWARE=1 has the same effect.
    #[arg(long)]
    pub require_hardware: bool,
    /// Add a skiplist (repeatable)
    ///
    /// Earlier ones take precedence over later ones and over the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub skiplist: Vec<PathBuf>,
    /// Ignore all skiplists, the built-in ones included. `certify` always does
    #[arg(long, conflicts_with = "skiplist")]
    pub no_skiplists: bool,
}

impl FilterArguments {
    /// A run of these tests, with nothing else said.
    ///
    /// # Errors
    /// What is wrong with a file that is named.
    pub(super) fn request(&self, suite: &Suite, options: BackendOptions) -> Result<RunRequest, Error> {
        match self.rerun_failed.as_deref().map(failed).transpose() {
            // All else that is said has to be right as well.
            Err(none_failed @ Error::Command(CommandError::NoneFailed { .. })) => {
                self.request_of(suite, options, None).and(Err(none_failed))
            }
            failed => self.request_of(suite, options, failed?),
        }
    }

    fn request_of(
        &self,
        suite: &Suite,
        options: BackendOptions,
        failed: Option<FailedTests>,
    ) -> Result<RunRequest, Error> {
        Ok(RunRequest {
            front: Front::Command,
            backends: self.backends(suite, failed.as_ref())?,
            backend_options: options,
            filter: self.filter(failed)?,
            skiplists: if self.no_skiplists {
                Skiplists::none()
            } else {
                Skiplists::read(&self.skiplist, &suite.skiplists)?
            },
            execution: ExecutionOptions { timeout: self.timeout, ..ExecutionOptions::default() },
            trace: None,
            shuffle: false,
            require_hardware: self.require_hardware || variables::flag("UR_IPC_CTS_REQUIRE_HARDWARE")?,
            sharding: self.sharding()?,
            fail_fast: None,
            max_hangs: Some(DEFAULT_MAX_HANGS),
            resume: None,
        })
    }

    /// The chosen backends. Tests that failed are those of backends, so that these are chosen where no other is.
    fn backends(&self, suite: &Suite, failed: Option<&FailedTests>) -> Result<Vec<String>, Error> {
        let Some(failed) = failed.filter(|_| self.backend.is_empty()) else {
            return known_backends(suite, &self.backend);
        };
        for label in &failed.backends {
            suite.resolve(label).map_err(|why| Error::of(RERUN_FAILED, why))?;
        }
        let told: Vec<String> =
            failed.backends.iter().map(|label| format!("--backend={}", quoted(label))).collect();
        notice(&format!("note: {RERUN_FAILED} sets options of this run: {}", told.join(" ")));
        Ok(failed.backends.clone())
    }

    fn filter(&self, failed: Option<FailedTests>) -> Result<Filter, Error> {
        Ok(Filter {
            names: self.filters.clone(),
            skipped: self.skip.clone(),
            exact: self.exact,
            selections: self.selection.clone(),
            families: self.family.clone(),
            topics: self.topic.clone(),
            levels: self.level.clone(),
            requirements: self.requirement.clone(),
            devices: self.device.clone(),
            lists: self.lists(failed)?,
            thorough: self.thorough,
        })
    }

    fn lists(&self, failed: Option<FailedTests>) -> Result<Vec<TestList>, Error> {
        let named = Some(&self.tests_from).filter(|files| !files.is_empty());
        let named = named.map(|files| Ok(TestList::read(TESTS_FROM, files)?));
        named.into_iter().chain(failed.map(|failed| Ok(failed.tests))).collect()
    }

    fn sharding(&self) -> Result<Option<Sharding>, Error> {
        let Some(shard) = self.shard else { return Ok(None) };
        let durations = self.durations.as_deref().map(Durations::read).transpose()?;
        Ok(Some(Sharding { shard, durations }))
    }
}

/// The labels, if they name backends.
///
/// # Errors
/// Which does not.
pub(super) fn known_backends(suite: &Suite, labels: &[String]) -> Result<Vec<String>, Error> {
    for label in labels {
        suite.resolve(label).map_err(|why| Error::of("--backend", why))?;
    }
    Ok(labels.to_vec())
}

fn selection() -> impl TypedValueParser<Value = filter::Selection> {
    PossibleValuesParser::new(filter::Selection::ALL.map(filter::Selection::name))
        .try_map(|name| filter::Selection::parse(&name))
}
