//! Option values that the suite decides: its families, and the name of its selection.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use ur_ipc_harness::filter::families;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::subject::{Subject, subject};

/// The option of the families of tests, and of requirements in the command that is about these.
const FAMILY: &str = "family";
/// The option of selections, of which there is one.
const SELECTION: &str = "selection";
/// The command about requirements, which are of more families than tests.
const REQUIREMENTS: &str = "requirements";

/// Has the command and its subcommands take families that there are, and show them.
pub(super) fn add(command: Command, suite: &Suite) -> Command {
    let mut command = command.mut_subcommands(|subcommand| add(subcommand, suite)).mut_args(of_number);
    if command.get_arguments().any(|argument| argument.get_id() == SELECTION) {
        let Subject { origin, selection, .. } = subject();
        let help = format!("Select the tests that repeat those of {origin}'s own suite: {selection}");
        command = command.mut_arg(SELECTION, |argument| argument.help(help));
    }
    if command.get_arguments().all(|argument| argument.get_id() != FAMILY) {
        return command;
    }
    let families: Vec<String> = if command.get_name() == REQUIREMENTS {
        of_requirements(suite)
    } else {
        families(&suite.tests).into_iter().map(str::to_owned).collect()
    };
    command.mut_arg(FAMILY, |argument| argument.value_parser(PossibleValuesParser::new(families)))
}

/// A number below 0 is a value, if a bad one. Clap would take it for an option, and advise what does not help.
fn of_number(argument: Arg) -> Arg {
    let names = argument.get_value_names().unwrap_or_default();
    let is_number =
        names.iter().any(|name| ["COUNT", "NUMBER", "SECONDS", "MINUTES"].contains(&name.as_str()));
    argument.allow_negative_numbers(is_number)
}

/// The families of the catalogue, each once, in its order.
fn of_requirements(suite: &Suite) -> Vec<String> {
    let mut families: Vec<String> = Vec::new();
    for requirement in suite.requirements.all() {
        if !families.contains(&requirement.family) {
            families.push(requirement.family.clone());
        }
    }
    families
}
