//! One test, by its exact name: how nextest runs each.
//!
//! It has a worker of its own, which says what device it has, so that no probe is needed. That this process itself opens
//! no device lets it tell how the worker ended, whatever that did.

use super::settings::Settings;
use super::trials::completion;
use crate::backend::Suite;
use crate::device::Device;
use crate::execution::DeviceRunner;
use crate::options::{ExecutionOptions, Isolation};
use crate::outcome::Record;
use crate::plan::Planned;
use crate::skiplist::Skiplist;
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use ur_ipc_fixtures::Test;

/// Runs the one test of this name. A name that is no test's is filtered out, as libtest does.
pub(super) fn run(suite: &Arc<Suite>, arguments: &Arguments, settings: &Settings, name: &str) -> ExitCode {
    let trials = find(suite, name)
        .filter(|(_, _, test)| settings.filter.wants(name, test, suite.requirements.level_of(test)))
        .map(|(label, index, test)| {
            let (suite, skiplists) = (Arc::clone(suite), settings.skiplists.clone());
            let (options, label, name) = (settings.options, label.to_owned(), name.to_owned());
            Trial::ignorable_test(name, move || {
                let record = run_one(&suite, &skiplists, options, &label, index, &test);
                completion(&record, &suite, options.seed)
            })
        })
        .into_iter()
        .collect();
    libtest_mimic::run(arguments, trials).exit_code()
}

/// The backend label, the device's number and the test of a full name.
fn find<'n>(suite: &Suite, name: &'n str) -> Option<(&'n str, usize, Test)> {
    let (label, rest) = name.split_once("::")?;
    let (alias, id) = rest.split_once("::")?;
    let index = alias.strip_prefix("dev")?.parse().ok()?;
    suite.resolve(label).ok()?;
    Some((label, index, *suite.test(id)?))
}

fn run_one(
    suite: &Suite,
    skiplists: &[Skiplist],
    options: ExecutionOptions,
    label: &str,
    index: usize,
    test: &Test,
) -> Record {
    // The process belongs to the test to its end.
    let mut runner =
        DeviceRunner::new(label, index, ExecutionOptions { isolation: Isolation::Process, ..options });
    // A device that cannot be opened is the test's failure, unless a skiplist leaves the test out on any device.
    let description = runner.describe().cloned().unwrap_or_default();
    let device = Device { label: label.to_owned(), index, description };
    let planned = Planned::new(suite, skiplists, test, &device, 0);
    planned.skipped().unwrap_or_else(|| planned.record(runner.run(test)))
}
