//! `ur-ipc-cts doctor`.

use super::arguments::seconds;
use super::config;
use crate::doctor::{Check, CheckState, Diagnosis};
use crate::error::Error;
use crate::{UNUSABLE, log_to_stderr};
use clap::Args;
use std::io;
use std::time::Duration;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::subject::program;
use ur_ipc_report::{WriteError, columns, print, print_data};

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    /// Look at this backend, with a profile if wanted (repeatable; default: all)
    #[arg(long, value_name = "BACKEND[@PROFILE]")]
    pub backend: Vec<String>,
    /// Limit the time of each trial, in seconds. Each runs in its own process
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub timeout: Duration,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub(super) fn doctor(
    suite: &Suite,
    arguments: &DoctorArguments,
    options: &BackendOptions,
) -> Result<u8, Error> {
    log_to_stderr()?;
    let mut diagnosis = Diagnosis::new(suite, &arguments.backend, options, arguments.timeout)?;
    diagnosis.add(configuration(suite));
    if arguments.json {
        let text = serde_json::to_string_pretty(&diagnosis).map_err(WriteError::from)?;
        print_data(&(text + "\n"))?;
    } else {
        print(&diagnosis.in_words(columns(io::stdout())))?;
    }
    Ok(if diagnosis.usable { 0 } else { UNUSABLE })
}

/// The look at the file of options.
fn configuration(suite: &Suite) -> Check {
    let what = "configuration file";
    match config::diagnose(&super::described(suite), suite) {
        None => Check::new(what, CheckState::Ok, "none"),
        Some((file, None)) => Check::new(
            what,
            CheckState::Ok,
            format!("{} sets options of `{} run`", file.display(), program()),
        ),
        Some((_, Some(why))) => Check::wrong(what, why)
            .advise(format!("correct it, or leave it out: `{} run --no-config`", program())),
    }
}
