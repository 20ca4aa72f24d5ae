//! The command `ur-ipc-cts`.

mod arguments;
mod backend_options;
mod lists;
mod run;

use crate::backend::{BackendOption, Suite};
use crate::process::adopt_orphans;
use crate::report::notice;
use arguments::{Cli, Command};
use backend_options::Setting;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use std::io;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Usage or environment: nothing can be said about conformance.
const UNUSABLE: u8 = 2;

/// The command `ur-ipc-cts`: runs, lists and explains. [`child_main`](crate::child_main) must have been
/// called before. Where an option of a backend is given ([`BackendOption`]), the program starts itself anew with it in
/// the environment.
///
/// The exit code is 0 if everything of level must and should went well, 1 if something did not, 2 if nothing
/// could be said: wrong usage, no device.
#[must_use]
pub fn command_main(suite: Suite) -> ExitCode {
    let options: Vec<BackendOption> =
        suite.backends.iter().flat_map(|backend| &backend.options).copied().collect();
    let (cli, settings) = match parse(&options) {
        Ok(parsed) => parsed,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // Clap knows by itself which stream help and errors go to.
            let _ = error.print();
            return if asked { ExitCode::SUCCESS } else { ExitCode::from(UNUSABLE) };
        }
    };
    if let Err(error) = backend_options::settle(settings) {
        notice(&format!("error: the program cannot be started anew with the options of backends: {error}"));
        return ExitCode::from(UNUSABLE);
    }
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

/// The command line: what is the command's, and what is for backends.
fn parse(options: &[BackendOption]) -> Result<(Cli, Vec<Setting>), clap::Error> {
    let mut command = backend_options::add(Cli::command(), options);
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let settings = backend_options::given(&matches, options);
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, settings))
}

/// Logs go to the standard error; `UR_IPC_CTS_LOG` says how much.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("UR_IPC_CTS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // A program that embeds the command may have set its own up.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).try_init();
}
