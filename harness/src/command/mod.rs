//! The command `ur-ipc-cts`.

mod arguments;
mod lists;
mod run;

use crate::backend::Suite;
use crate::process::adopt_orphans;
use crate::report::notice;
use arguments::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use std::io;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Usage or environment: nothing can be said about conformance.
const UNUSABLE: u8 = 2;

/// The command `ur-ipc-cts`: runs, lists and explains. [`child_main`](crate::child_main) must have been
/// called before.
///
/// The exit code is 0 if everything of level must and should went well, 1 if something did not, 2 if nothing
/// could be said: wrong usage, no device.
#[must_use]
pub fn command_main(suite: Suite) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // Clap knows by itself which stream help and errors go to.
            let _ = error.print();
            return if asked { ExitCode::SUCCESS } else { ExitCode::from(UNUSABLE) };
        }
    };
    log_to_stderr();
    adopt_orphans();
    let ended = match cli.command {
        None => run::run(&suite, &cli.run),
        Some(Command::Run(arguments)) => run::run(&suite, &arguments),
        Some(Command::List(arguments)) => lists::tests(&suite, &arguments),
        Some(Command::Devices(arguments)) => lists::devices(&suite, &arguments),
        Some(Command::Requirements(arguments)) => lists::requirements(&suite, &arguments),
    };
    ended.unwrap_or_else(|why| {
        notice(&format!("error: {why}"));
        ExitCode::from(UNUSABLE)
    })
}

/// Logs go to the standard error; `UR_IPC_CTS_LOG` says how much.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("UR_IPC_CTS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // A program that embeds the command may have set its own up.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
}
