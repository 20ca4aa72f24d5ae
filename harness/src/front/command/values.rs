//! What options take that the suite decides: its families.

use crate::filter::families;
use crate::suite::Suite;
use clap::Command;
use clap::builder::PossibleValuesParser;

/// The option of the families of tests, and of requirements in the command that is about these.
const FAMILY: &str = "family";
/// The command about requirements, which are of more families than tests.
const REQUIREMENTS: &str = "requirements";

/// Has the command and its subcommands take families that there are, and show them.
pub(super) fn add(command: Command, suite: &Suite) -> Command {
    let command = command.mut_subcommands(|subcommand| add(subcommand, suite));
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
