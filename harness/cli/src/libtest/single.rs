//! One test, by its exact name: how nextest runs each.
//!
//! It has a worker of its own, which says what device it has, so that no probe is needed. That this process itself opens
//! no device lets it tell how the worker ended, whatever that did.

use super::trials::{completion, excuse};
use super::{code_of, request, run_trials, trial, unmatched};
use crate::error::Error;
use libtest_mimic::Arguments;
use std::sync::{Arc, Mutex, PoisonError};
use ur_ipc_fixtures::{DeviceDescription, Test};
use ur_ipc_harness::device::{Address, Device};
use ur_ipc_harness::execute::WorkerRunner;
use ur_ipc_harness::plan::Planned;
use ur_ipc_harness::skiplist::Skiplists;
use ur_ipc_harness::suite::Suite;
use ur_ipc_report::options::{ExecutionOptions, Isolation};
use ur_ipc_report::outcome::{Outcome, Record};
use ur_ipc_report::{notice, unsupported_claim};

/// Runs the one test of this name. A name that is no test's is filtered out, as libtest does.
///
/// # Errors
/// Why nothing can be said about it.
pub(super) fn run(suite: &Arc<Suite>, arguments: &Arguments, name: &str) -> Result<u8, Error> {
    let request = request(suite, arguments)?;
    let ended = Arc::new(Mutex::new(None));
    let trials = find(suite, name)
        .filter(|(_, _, test)| request.filter.wants(name, test, suite.requirements.level_of(test)))
        .map(|(label, index, test)| {
            let (suite, skiplists) = (Arc::clone(suite), request.skiplists.clone());
            let options = request.backend_options.clone();
            let address = Address { label: label.to_owned(), index, options, seen: None, trace: None };
            let execution = request.execution;
            let ended = Arc::clone(&ended);
            let of = Arc::clone(&test);
            // A name that was listed as ignored comes with `--ignored`.
            trial(name, &of, arguments.ignored, move || {
                let (record, device, problem) = run_one(&suite, &skiplists, execution, address, &test);
                let obstacle = problem.or_else(|| obstacle_of(&record, &device));
                *ended.lock().unwrap_or_else(PoisonError::into_inner) = Some((excuse(&record), obstacle));
                completion(&record, &suite, &execution)
            })
        })
        .into_iter()
        .collect();
    if find(suite, name).is_none() {
        unmatched(suite, name, true);
    }
    let conclusion = run_trials(arguments, trials)?;
    let ended = ended.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (excuse, obstacle) = ended.unwrap_or_default();
    excuse.into_iter().for_each(|excuse| notice(&excuse));
    obstacle.map_or_else(|| Ok(code_of(&conclusion)), |obstacle| Err(Error::Problems(vec![obstacle])))
}

/// Why a test that has not failed is no success either, where a whole run ends with 2 for it.
fn obstacle_of(record: &Record, device: &DeviceDescription) -> Option<String> {
    if record.outcome() == Outcome::NotDetermined {
        return Some(format!("not determined: {}", record.execution.said()));
    }
    unsupported_claim(record, device).map(|claim| claim.to_string())
}

/// The backend label, the device's number and the test of a full name.
fn find<'n>(suite: &Suite, name: &'n str) -> Option<(&'n str, usize, Arc<Test>)> {
    let (label, rest) = name.split_once("::")?;
    let (alias, id) = rest.split_once("::")?;
    let index = alias.strip_prefix("dev")?.parse().ok()?;
    suite.resolve(label).ok()?;
    Some((label, index, Arc::clone(suite.test(id)?)))
}

fn run_one(
    suite: &Suite,
    skiplists: &Skiplists,
    options: ExecutionOptions,
    address: Address,
    test: &Arc<Test>,
) -> (Record, DeviceDescription, Option<String>) {
    // The process belongs to the test to its end.
    let mut runner =
        WorkerRunner::new(&address, ExecutionOptions { isolation: Isolation::Process, ..options });
    // A device that cannot be opened is the test's failure, unless a skiplist leaves the test out on any device.
    let description = runner.describe().unwrap_or_default();
    let device = Device { address, description };
    let planned = Planned::new(suite, skiplists, test, &device, 0);
    let mut problems = Vec::new();
    let record = planned.skipped().unwrap_or_else(|| {
        let mut execution = planned.executed_once(&mut || runner.run(&planned));
        problems = runner.finish().in_words();
        for problem in &problems {
            execution.ended_late(Outcome::HarnessError, problem.clone());
        }
        planned.judge(execution)
    });
    // What is told of a test that is excused would be told of as a success.
    let problem = (record.outcome().is_good() && !problems.is_empty()).then(|| problems.join("\n"));
    (record, device.description, problem)
}
