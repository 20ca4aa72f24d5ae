//! `ur-ipc-cts completions`.

use super::shell::called_program;
use crate::error::Error;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use ur_ipc_fixtures::Test;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::subject::program;
use ur_ipc_report::{print_data, quoted};

/// Joins words in bash, and registers the function that clap generates.
const BASH: &str = include_str!("completions.bash");
/// Completes for `run` without a subcommand, in zsh and in fish.
const ZSH: &str = include_str!("completions.zsh");
const FISH: &str = include_str!("completions.fish");
/// The end of clap's script for zsh, where the function is called or registered.
const ZSH_END: &str = "if [ \"$funcstack[1]\" = ";

/// Prints the completions of a shell.
///
/// # Errors
/// If they cannot be written.
pub(super) fn completions(command: Command, suite: &Suite, shell: Shell) -> Result<u8, Error> {
    let name = called_program();
    // Shells would complete what is hidden as well.
    let shown = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    // A FILTER without a subcommand would stand in the subcommand's place, where zsh offers nothing else then.
    let options = command.get_arguments().filter(|argument| !argument.is_positional());
    let command = Command::new(program()).args(options.cloned()).subcommands(shown.cloned());
    let command = with_values(command, suite);
    print_data(&match shell {
        Shell::Bash => for_bash(command, &name),
        Shell::Zsh => for_zsh(command, &name),
        Shell::Fish => for_fish(command, &name),
        _ => script(command, shell, &name),
    })?;
    Ok(0)
}

/// The script for bash. Clap's labels differ from its variables where the program has a hyphen in its name
/// (clap-rs/clap#6421), so it is generated for a name without one.
fn for_bash(command: Command, name: &str) -> String {
    let function: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let registration = BASH.replace("FUNCTION", &function).replace("PROGRAM", &quoted(name));
    script(command, Shell::Bash, &function) + &registration
}

fn for_zsh(command: Command, name: &str) -> String {
    let addition = ZSH.replace("SUBCOMMANDS", &subcommands(&command).join("|")).replace("PROGRAM", name);
    let script = script(command, Shell::Zsh, name).replace(ZSH_END, &(addition + ZSH_END));
    // With two colons zsh completes no options behind the first of these words.
    script.replace("\n'*::", "\n'*:")
}

fn for_fish(command: Command, name: &str) -> String {
    // Clap's functions have this name there.
    let function = name.replace('-', "_");
    let addition = FISH.replace("SUBCOMMANDS", &subcommands(&command).join(" "));
    let addition = addition.replace("FUNCTION", &function) + &fish_words(&command, name, &function);
    script(command, Shell::Fish, name) + &addition
}

/// The words that are no options: clap offers none in fish.
fn fish_words(command: &Command, name: &str, function: &str) -> String {
    let mut script = String::new();
    for subcommand in command.get_subcommands() {
        let values = subcommand.get_positionals().flat_map(Arg::get_possible_values);
        let words: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if words.is_empty() {
            continue;
        }
        let mut offer = |condition: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(script, "complete -c {name} -n \"{condition}\" -f -a \"{}\"", words.join(" "));
        };
        offer(&format!("__fish_{function}_using_subcommand {}", subcommand.get_name()));
        if subcommand.get_name() == "run" {
            let names_a_test = "string match -q '*::*' -- (commandline -ct)";
            offer(&format!("__fish_{function}_needs_command; and {names_a_test}"));
        }
    }
    script
}

fn subcommands(command: &Command) -> Vec<&str> {
    command.get_subcommands().map(Command::get_name).collect()
}

fn script(mut command: Command, shell: Shell, name: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The command whose options say which values the suite has for them. They take patterns as well, so that this is for
/// completions only.
fn with_values(command: Command, suite: &Suite) -> Command {
    let command = command.mut_subcommands(|subcommand| with_values(subcommand, suite));
    command.mut_args(|argument| match argument.get_id().as_str() {
        "backend" => one_of(argument, suite.backends.iter().flat_map(|backend| backend.labels())),
        "topic" => {
            // The last part of an id is the name of one test.
            let topics_of = |test: &Arc<Test>| {
                let mut topics: Vec<String> = test.topics().map(str::to_owned).collect();
                topics.pop();
                topics
            };
            let topics: BTreeSet<String> = suite.tests.iter().flat_map(topics_of).collect();
            one_of(argument, topics.into_iter())
        }
        "requirement" | "texts" => {
            one_of(argument, suite.requirements.all().iter().map(|requirement| requirement.id.clone()))
        }
        "filters" | "skip" | "test" => one_of(argument, suite.tests.iter().map(|test| test.id.clone())),
        _ => as_path(argument),
    })
}

fn one_of(argument: Arg, values: impl Iterator<Item = String>) -> Arg {
    argument.value_parser(PossibleValuesParser::new(values))
}

/// The argument with a hint if it is a file or a folder, so that shells add a slash to folders.
fn as_path(argument: Arg) -> Arg {
    if argument.get_value_hint() != ValueHint::AnyPath {
        return argument;
    }
    let is_folder = argument.get_value_names().is_some_and(|names| names.iter().any(|name| name == "DIR"));
    argument.value_hint(if is_folder { ValueHint::DirPath } else { ValueHint::FilePath })
}
