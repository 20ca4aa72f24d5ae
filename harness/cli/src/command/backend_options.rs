//! Options that backends add to the command line.

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use ur_ipc_harness::backend_options::{BackendOption, BackendOptions};

/// Commands with this argument use backends.
const MARK: &str = "backend";

/// Adds the options to the command and to those of its subcommands that use backends.
pub(super) fn add(command: Command, options: &[BackendOption]) -> Command {
    let command = command.mut_subcommands(|subcommand| add(subcommand, options));
    if command.get_arguments().all(|argument| argument.get_id() != MARK) {
        return command;
    }
    command.args(options.iter().copied().map(|option| {
        Arg::new(option.flag)
            .long(option.flag)
            .value_name(option.value)
            .value_parser(OsStringValueParser::new().try_map(move |value| option.accept(value)))
            .help(format!("{} [environment: {}]", option.help, option.variable))
            .help_heading("Options of backends")
    }))
}

/// Takes over what the command line says.
pub(super) fn take(matches: &ArgMatches, known: &[BackendOption], options: &mut BackendOptions) {
    let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
    for option in known {
        if let Ok(Some(value)) = matches.try_get_one::<OsString>(option.flag) {
            options.set(option.flag, value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Cli;
    use super::*;
    use clap::CommandFactory;
    use rstest::rstest;
    use std::os::unix::ffi::OsStringExt;

    const OPTIONS: &[BackendOption] = &[
        BackendOption {
            flag: "x-library",
            variable: "X_LIBRARY",
            value: "PATH",
            help: "Library of x",
            text: false,
        },
        BackendOption {
            flag: "x-layers",
            variable: "X_LAYERS",
            value: "LIST",
            help: "Layers of x",
            text: true,
        },
    ];

    fn parse(arguments: &[&str]) -> Result<BackendOptions, clap::Error> {
        let matches =
            add(Cli::command(), OPTIONS).try_get_matches_from([&["ur-ipc-cts"], arguments].concat())?;
        let mut options = BackendOptions::default();
        options.set("x-library", "from the environment".into());
        take(&matches, OPTIONS, &mut options);
        Ok(options)
    }

    #[rstest]
    #[case::none(&["run"], "from the environment", None)]
    #[case::default(&["--x-library", "/a b", "open"], "/a b", None)]
    #[case::run(&["run", "open", "--x-layers=", "--x-library=l"], "l", Some(""))]
    #[case::list(&["list", "--x-layers", "A,B"], "from the environment", Some("A,B"))]
    #[case::devices(&["devices", "--x-library", "l"], "l", None)]
    fn options_win_over_the_environment(
        #[case] arguments: &[&str],
        #[case] library: &str,
        #[case] layers: Option<&str>,
    ) {
        let options = parse(arguments).unwrap();
        assert_eq!(options.get("x-library"), Some(library.as_ref()));
        assert_eq!(options.get("x-layers"), layers.map(AsRef::as_ref));
    }

    #[rstest]
    #[case::no_backend_there(&["requirements", "--x-library", "l"])]
    #[case::no_value(&["run", "--x-library"])]
    #[case::twice(&["run", "--x-library", "a", "--x-library", "b"])]
    fn misuse_is_refused(#[case] arguments: &[&str]) {
        assert!(parse(arguments).is_err());
    }

    #[rstest]
    #[case("--x-library", true)]
    #[case("--x-layers", false)]
    fn paths_need_not_be_text(#[case] flag: &str, #[case] accepted: bool) {
        let value = OsString::from_vec(b"\xff".to_vec());
        let command = add(Cli::command(), OPTIONS);
        let matches = command.try_get_matches_from(["ur-ipc-cts".into(), flag.into(), value]);
        assert_eq!(matches.is_ok(), accepted);
    }

    #[test]
    fn the_arguments_are_consistent_and_explained() {
        let mut command = add(Cli::command(), OPTIONS);
        command.clone().debug_assert();
        let help = command.render_long_help().to_string();
        assert!(help.contains("--x-library <PATH>") && help.contains("environment: X_LIBRARY"), "{help}");
    }
}
