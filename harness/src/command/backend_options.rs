//! Options that backends add to the command line.

use crate::backend::BackendOption;
use clap::{Arg, ArgMatches, Command, value_parser};
use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process;

/// Commands with this argument use backends.
const MARK: &str = "backend";

/// A variable with its value.
pub(super) type Setting = (&'static str, OsString);

/// Adds the options to the command and to those of its subcommands that use backends.
pub(super) fn add(command: Command, options: &[BackendOption]) -> Command {
    let command = command.mut_subcommands(|subcommand| add(subcommand, options));
    if command.get_arguments().all(|argument| argument.get_id() != MARK) {
        return command;
    }
    command.args(options.iter().map(|option| {
        Arg::new(option.flag)
            .long(option.flag)
            .value_name(option.value)
            .value_parser(value_parser!(OsString))
            .help(format!("{} [environment: {}]", option.help, option.variable))
            .help_heading("Options of backends")
    }))
}

/// What the command line says.
pub(super) fn given(matches: &ArgMatches, options: &[BackendOption]) -> Vec<Setting> {
    let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
    let value = |option: &BackendOption| matches.try_get_one::<OsString>(option.flag).ok().flatten().cloned();
    options.iter().filter_map(|option| Some((option.variable, value(option)?))).collect()
}

/// Sees to it that the settings are in the environment: where they are not, starts the program anew in its own place,
/// with the same arguments. A process that may have threads cannot safely change its environment.
///
/// # Errors
/// If the program cannot be started.
pub(super) fn settle(settings: Vec<Setting>) -> io::Result<()> {
    if settings.iter().all(|(variable, value)| env::var_os(variable).as_ref() == Some(value)) {
        return Ok(());
    }
    let mut arguments = env::args_os();
    let mut program = process::Command::new("/proc/self/exe");
    if let Some(name) = arguments.next() {
        program.arg0(name);
    }
    Err(program.args(arguments).envs(settings).exec())
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Cli;
    use super::*;
    use clap::CommandFactory;
    use rstest::rstest;

    const OPTIONS: &[BackendOption] = &[
        BackendOption { flag: "x-library", variable: "X_LIBRARY", value: "PATH", help: "Library of x" },
        BackendOption { flag: "x-layers", variable: "X_LAYERS", value: "LIST", help: "Layers of x" },
    ];

    fn parse(arguments: &[&str]) -> Result<Vec<Setting>, clap::Error> {
        let matches =
            add(Cli::command(), OPTIONS).try_get_matches_from([&["ur-ipc-cts"], arguments].concat())?;
        Ok(given(&matches, OPTIONS))
    }

    #[rstest]
    #[case::none(&["run"], &[])]
    #[case::default(&["--x-library", "/a b", "open"], &[("X_LIBRARY", "/a b")])]
    #[case::run(&["run", "open", "--x-layers=", "--x-library=l"], &[("X_LIBRARY", "l"), ("X_LAYERS", "")])]
    #[case::list(&["list", "--x-layers", "A,B"], &[("X_LAYERS", "A,B")])]
    #[case::devices(&["devices", "--x-library", "l"], &[("X_LIBRARY", "l")])]
    fn values_go_to_their_variables(#[case] arguments: &[&str], #[case] settings: &[(&'static str, &str)]) {
        let expected: Vec<Setting> = settings.iter().map(|&(name, value)| (name, value.into())).collect();
        assert_eq!(parse(arguments).unwrap(), expected);
    }

    #[rstest]
    #[case::no_backend_there(&["requirements", "--x-library", "l"])]
    #[case::no_value(&["run", "--x-library"])]
    #[case::twice(&["run", "--x-library", "a", "--x-library", "b"])]
    fn misuse_is_refused(#[case] arguments: &[&str]) {
        assert!(parse(arguments).is_err());
    }

    #[test]
    fn the_arguments_are_consistent_and_explained() {
        let mut command = add(Cli::command(), OPTIONS);
        command.clone().debug_assert();
        let help = command.render_long_help().to_string();
        assert!(help.contains("--x-library <PATH>") && help.contains("environment: X_LIBRARY"), "{help}");
    }

    #[test]
    fn what_is_settled_needs_no_new_start() {
        let path = env::var_os("PATH").unwrap_or_default();
        settle(vec![("PATH", path)]).unwrap();
        settle(Vec::new()).unwrap();
    }
}
