//! `ur-ipc-cts certify` and `verify`.

use super::arguments::seconds;
use super::run::{Shown, conduct};
use super::whole::whole;
use crate::command_error::CommandError;
use crate::error::Error;
use crate::log_to_stderr;
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use ur_ipc_certificate::{self as certificate, Findings};
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::filter::Filter;
use ur_ipc_harness::pipeline::{PlannedRun, RunRequest};
use ur_ipc_harness::skiplist::Skiplists;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{DEFAULT_MAX_HANGS, DEFAULT_SEED, ExecutionOptions, Front, Isolation};
use ur_ipc_report::subject::program;
use ur_ipc_report::{Console, Detail, Outputs, indented, notice, print};

/// The package is no certificate.
const REFUSED: u8 = 1;

#[derive(Debug, Args)]
pub(super) struct CertifyArguments {
    /// Write the package into this folder, new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Certify this backend, with a profile if wanted
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: String,
    /// Certify this device: its number, devN, or a pattern of its name (repeatable; default: all of the backend)
    #[arg(long, value_name = "DEVICE")]
    pub device: Vec<String>,
    /// Limit the time of a test, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
    /// Set the seed of everything random in tests
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_SEED, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Isolate tests: worker (a process for each device) or process (for each test)
    #[arg(long, value_enum, default_value_t = Isolation::Worker, hide_possible_values = true)]
    pub isolation: Isolation,
    /// Leave out the thorough tests. The certificate records this
    #[arg(long)]
    pub usual: bool,
    /// Show all test lines and all notes
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub refused: Refused,
}

/// What a run takes and this does not: known, so that it is said why.
#[derive(Debug, Args)]
pub(super) struct Refused {
    #[arg(long, hide = true)]
    skiplist: Vec<String>,
    #[arg(long, hide = true)]
    selection: Vec<String>,
    #[arg(long, hide = true)]
    family: Vec<String>,
    #[arg(long, hide = true)]
    topic: Vec<String>,
    #[arg(long, hide = true)]
    level: Vec<String>,
    #[arg(long, hide = true)]
    requirement: Vec<String>,
    #[arg(long, hide = true)]
    exact: bool,
    #[arg(hide = true)]
    filters: Vec<String>,
}

impl CertifyArguments {
    fn refuse(&self) -> Result<(), Error> {
        let Refused { skiplist, selection, family, topic, level, requirement, exact, filters } =
            &self.refused;
        if !skiplist.is_empty() {
            return Err(CommandError::CertifySkiplist.into());
        }
        if self.isolation == Isolation::InProcess {
            return Err(CommandError::CertifyInProcess.into());
        }
        let conditions = [
            ("--selection", selection.is_empty()),
            ("--family", family.is_empty()),
            ("--topic", topic.is_empty()),
            ("--level", level.is_empty()),
            ("--requirement", requirement.is_empty()),
            ("--exact", !exact),
            ("the name of a test", filters.is_empty()),
        ];
        let given: Vec<&str> =
            conditions.into_iter().filter(|(_, absent)| !absent).map(|(name, _)| name).collect();
        if given.is_empty() {
            return Ok(());
        }
        Err(CommandError::CertifyChosen(given.join(", ")).into())
    }

    fn request(&self, options: BackendOptions) -> RunRequest {
        RunRequest {
            front: Front::Command,
            backends: vec![self.backend.clone()],
            backend_options: options,
            filter: Filter { devices: self.device.clone(), thorough: !self.usual, ..Filter::default() },
            skiplists: Skiplists::none(),
            execution: ExecutionOptions {
                timeout: self.timeout,
                seed: self.seed,
                isolation: self.isolation,
                ..ExecutionOptions::default()
            },
            trace: None,
            shuffle: false,
            require_hardware: false,
            sharding: None,
            fail_fast: None,
            max_hangs: Some(DEFAULT_MAX_HANGS),
            resume: None,
        }
    }
}

pub(super) fn certify(
    suite: &Arc<Suite>,
    arguments: &CertifyArguments,
    options: BackendOptions,
) -> Result<u8, Error> {
    arguments.refuse()?;
    log_to_stderr()?;
    let folder = &arguments.out;
    certificate::begin(folder)?;
    let mut outputs = Outputs::open(&certificate::reports(folder), &suite.requirements, &suite.build)?;
    let planned = PlannedRun::new(suite, arguments.request(options)).map_err(Error::from);
    let planned = outputs.note_obstacle(planned, &suite.requirements)?;
    let detail = if arguments.verbose { Detail::Full } else { Detail::Usual };
    let shown = Shown { detail, ..Shown::default() };
    let code = conduct(planned, outputs, Console::new(false, detail), shown)?;
    let findings = certificate::seal(folder, &**suite)?;
    let shown = folder.display();
    let headline = if findings.refusals.is_empty() {
        format!("certificate: {shown}; `{} verify {shown}` checks it", program())
    } else {
        format!("no certificate: see the reasons below; the results are in {shown}")
    };
    print(&describe(&headline, &findings))?;
    Ok(if findings.refusals.is_empty() { code } else { code.max(REFUSED) })
}

pub(super) fn verify(suite: &Suite, folder: &Path) -> Result<u8, Error> {
    let verified = certificate::verify(folder, suite)?;
    let mut text = String::new();
    for claim in &verified.claims {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "the package says: {claim}");
    }
    if !verified.findings.refusals.is_empty() {
        print(&(text + &describe("REFUSED", &verified.findings)))?;
        return Ok(REFUSED);
    }
    let headline = "VALID: the package is complete and consistent, and this suite comes to the same verdict";
    print(&(text + &describe(headline, &verified.findings)))?;
    notice(
        "note: matching hashes show that no file has changed since it was hashed. They do not show who made the package: \
         a signature of MANIFEST does",
    );
    Ok(0)
}

/// A line for each reason and remark.
fn describe(headline: &str, findings: &Findings) -> String {
    let mut text = format!("{headline}\n");
    for (what, list) in [("refused", &findings.refusals), ("remark", &findings.remarks)] {
        for said in list {
            let _ = writeln!(text, "    {what}: {}", indented(said, "        "));
        }
    }
    text
}
