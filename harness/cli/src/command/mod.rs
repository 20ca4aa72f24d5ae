//! The command `ur-ipc-cts`.

mod arguments;
mod backend_options;
mod certify;
mod completions;
mod config;
mod coverage;
mod doctor;
mod explore;
mod failed;
mod foreign;
mod inputs;
mod listed;
mod lists;
mod manual;
mod merge;
mod misplaced;
mod reports;
mod reproduce;
mod requirements;
mod resumed;
mod run;
mod selection;
mod shell;
mod skiplist;
mod unknown;
mod values;
mod whole;

use super::supervisor::{ended, supervise};
use super::{UNUSABLE, concluded, variables};
use arguments::{Cli, Subcommand};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::suite::Suite;
use ur_ipc_isolated::ignore_sigxfsz;
use ur_ipc_report::subject::{Subject, subject};
use ur_ipc_report::{ColorChoice, Document, choose, notice, print_aside};

/// The subcommands that are about programs.
const EXPLORING: [&str; 3] = ["explore", "replay", "reproduce"];

/// A test of level must or should did not go well.
const FAILED: u8 = 1;

/// The command `ur-ipc-cts`: runs, lists and explains. [`child_main`](crate::child_main) must have been
/// called before.
///
/// The exit code is 0 if everything of level must and should went well, 1 if something did not, 2 if nothing
/// could be said: wrong usage, no device.
#[must_use]
pub fn command_main(suite: Suite) -> ExitCode {
    suite.subject.take_effect();
    ignore_sigxfsz();
    if let Some(code) = supervise() {
        return code;
    }
    let (mut cli, options, file) = match parse(&suite) {
        Ok(parsed) => parsed,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            if asked || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
                // Clap knows by itself which stream help goes to.
                let _ = error.print();
            } else {
                let words: Vec<_> =
                    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
                colour_wanted(&words).into_iter().for_each(choose);
                // Clap folds help alone.
                print_aside(error.render().to_string().trim_end());
            }
            return ended(if asked { 0 } else { UNUSABLE });
        }
    };
    cli.run_mut().into_iter().for_each(|run| run.config.clone_from(&file));
    choose(colour_choice(cli.color));
    let suite = Arc::new(suite);
    ended(concluded(|| {
        variables::check(&suite)?;
        if let Some(warning) = variables::unread_by_command() {
            notice(&warning);
        }
        match cli.command {
            None => run::run(&suite, &cli.run, options),
            Some(Subcommand::Run(arguments)) => run::run(&suite, &arguments, options),
            Some(Subcommand::List(arguments)) => lists::tests(&suite, &arguments, options),
            Some(Subcommand::Devices(arguments)) => lists::devices(&suite, &arguments, &options),
            Some(Subcommand::Coverage(arguments)) => coverage::coverage(&arguments),
            Some(Subcommand::Requirements(arguments)) => requirements::requirements(&suite, &arguments),
            Some(Subcommand::Skiplist(command)) => skiplist::skiplist(&suite, &command),
            Some(Subcommand::Certify(arguments)) => certify::certify(&suite, &arguments, options),
            Some(Subcommand::Doctor(arguments)) => doctor::doctor(&suite, &arguments, &options),
            Some(Subcommand::Explore(arguments)) => explore::explore(&suite, &arguments, &options),
            Some(Subcommand::Replay(arguments)) => explore::replay(&suite, &arguments, &options),
            Some(Subcommand::Reproduce(arguments)) => reproduce::print(&arguments),
            Some(Subcommand::Verify { folder }) => certify::verify(&suite, &folder),
            Some(Subcommand::Report(command)) => reports::report(&suite, &command),
            Some(Subcommand::Completions { shell }) => {
                completions::completions(described(&suite), &suite, shell)
            }
            Some(Subcommand::Man { output }) => {
                let options: Vec<_> = suite.options().copied().collect();
                manual::manual(described(&suite), &options, output.as_deref())
            }
        }
    }))
}

fn colour_choice(choice: clap::ColorChoice) -> ColorChoice {
    match choice {
        clap::ColorChoice::Auto => ColorChoice::Auto,
        clap::ColorChoice::Always => ColorChoice::Always,
        clap::ColorChoice::Never => ColorChoice::Never,
    }
}

/// The value of `--color` in a command line that cannot be parsed.
fn colour_wanted(words: &[String]) -> Option<ColorChoice> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let words = &words[..end];
    let behind = |pair: &[String]| (pair[0] == "--color").then(|| pair[1].clone());
    let within =
        |word: &String| Some(word.split_once('=').filter(|(name, _)| *name == "--color")?.1.to_owned());
    let value = words.iter().find_map(within).or_else(|| words.windows(2).find_map(behind))?;
    clap::ColorChoice::from_str(&value, false).ok().map(colour_choice)
}

/// The exit code that a run comes to, of which this is what went wrong outside of tests.
fn conclusion<'p>(document: &Document, problems: impl IntoIterator<Item = &'p String>) -> u8 {
    let mut good = true;
    // On standard error, whatever the logs are set to.
    for problem in problems {
        notice(&format!("error: {problem}"));
        good = false;
    }
    match document.summary.ok {
        false => FAILED,
        true if good => 0,
        true => UNUSABLE,
    }
}

/// The command with all of its options: those of the suite's backends, and the values that its families are.
fn described(suite: &Suite) -> clap::Command {
    let known: Vec<_> = suite.options().copied().collect();
    values::add(backend_options::add(named(Cli::command()), &known), suite)
}

/// The command in the words of what the suite is about.
fn named(command: clap::Command) -> clap::Command {
    let Subject { program, about, origin, selection, letters, explored, .. } = subject();
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let of_ur = Subject::UNIFIED_RUNTIME;
    let examples = examples.replace(of_ur.program, program).replace(of_ur.letters, letters);
    let twins = format!("Print which tests repeat which tests of {origin}'s own conformance suite");
    let command = command.name(program).about(about).after_help(examples);
    let file = format!("Read defaults of options from this file (default: {program}.toml, if there is one)");
    let read = |argument: clap::Arg| argument.help(file.clone());
    let command = command.mut_arg("config", read).mut_subcommand("run", |run| run.mut_arg("config", read));
    let command = command.mut_subcommand("requirements", |requirements| {
        requirements.mut_arg("ur_cts", |argument| argument.long(selection).help(twins))
    });
    EXPLORING
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, |own| own.hide(!explored)))
}

/// The command line: what is the command's, and what is for backends; and the file that has added to it, if one has.
fn parse(suite: &Suite) -> Result<(Cli, BackendOptions, Option<PathBuf>), clap::Error> {
    let known: Vec<_> = suite.options().copied().collect();
    let mut command = described(suite);
    let words: Vec<_> = std::env::args_os().collect();
    let asked = misplaced::own_subcommand(&words).and_then(|place| words[place].to_str());
    if let Some(name) = asked.filter(|name| EXPLORING.contains(name) && !subject().explored) {
        let Subject { program, .. } = Subject::UNIFIED_RUNTIME;
        let why =
            format!("what there is to {name} is of Unified Runtime's level: `{program} {name}` does that");
        return Err(command.error(ErrorKind::InvalidSubcommand, why));
    }
    let matches = misplaced::parse(&mut command, &words)?;
    let (words, matches) = resumed::complete(&mut command, words, matches)?;
    let (matches, file) = config::complete(&mut command, suite, &words, matches)?;
    let mut options = BackendOptions::from_environment(suite.options())
        .map_err(|why| command.error(ErrorKind::InvalidUtf8, why))?;
    backend_options::take(&matches, &known, &mut options);
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    if let Some(why) = unknown::meant(&command, suite, &cli) {
        return Err(command.error(ErrorKind::InvalidSubcommand, why));
    }
    Ok((cli, options, file))
}
