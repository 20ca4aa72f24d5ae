//! A misspelt subcommand, which looks like the FILTER of a run for which no subcommand was named.

use super::arguments::Cli;
use clap::Command;
use ur_ipc_harness::filter::Filter;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::suggestions::did_you_mean_one_of;

/// The subcommand that was meant by a word that no test has in its name, if one looks like it.
pub(super) fn meant(command: &Command, suite: &Suite, cli: &Cli) -> Option<String> {
    let filters = if cli.command.is_none() { cli.run.selection.filters.as_slice() } else { &[] };
    let names = || command.get_subcommands().filter(|known| !known.is_hide_set()).map(Command::get_name);
    let unknown = filters.iter().filter(|word| !is_filter(suite, word));
    let mut told = unknown.filter_map(|word| {
        let meant = did_you_mean_one_of(word, names().collect::<Vec<_>>());
        (!meant.is_empty()).then(|| format!("there is no command '{word}', and no test of this name{meant}"))
    });
    told.next()
}

fn is_filter(suite: &Suite, word: &str) -> bool {
    let filter = Filter { names: vec![word.to_owned()], thorough: true, ..Filter::default() };
    suite.tests.iter().any(|test| filter.wants(&test.id, test, suite.requirements.level_of(test)))
}
