//! `ur-ipc-cts run`.

use super::UNUSABLE;
use super::arguments::RunArguments;
use crate::backend::Suite;
use crate::discovery::{Discovery, idle_patterns, read_skiplists};
use crate::outcome::Record;
use crate::plan::Plan;
use crate::report::{BackendEntry, Console, EndReport, JsonReport, RunEnvironment, Summary, notice};
use crate::scheduler::{Event, run_plan};
use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// A test of level must or should did not go well.
const FAILED: u8 = 1;

pub(super) fn run(suite: &Suite, arguments: &RunArguments) -> Result<ExitCode, String> {
    let begin = Instant::now();
    let selection = &arguments.selection;
    let filter = selection.filter();
    filter.validate(&suite.tests, &suite.requirements)?;
    let skiplists = read_skiplists(&selection.skiplist, suite)?;
    let discovery = Discovery::open(suite, &selection.backend, selection.timeout)?;
    if let Some(obstacle) = discovery.obstacle() {
        return Err(obstacle);
    }
    discovery.announce();
    let shuffle = arguments.shuffle.then_some(arguments.seed);
    let plan = Plan::new(suite, &skiplists, discovery.devices(), &filter, shuffle);
    for idle in idle_patterns(&skiplists, suite, &plan.devices) {
        notice(&format!("warning: {idle}"));
    }
    if plan.devices.is_empty() {
        return Err("no device is left by --device".to_owned());
    }
    if plan.tests.is_empty() {
        return Err("no test is left by the filters".to_owned());
    }

    let environment = environment(arguments, &discovery);
    let mut json = match &arguments.json {
        Some(path) => Some(
            JsonReport::create(path, environment, &plan)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        ),
        None => None,
    };
    let stdout_taken = arguments.json.as_deref() == Some(Path::new("-"));
    let mut console = Console::new(stdout_taken, arguments.verbose);
    console.line(discovery.implementations().trim_end());
    console.start(plan.tests.len(), plan.devices.len(), arguments.seed);
    let mut records: Vec<Record> = Vec::with_capacity(plan.tests.len());
    let mut trouble = None;
    let mut broken = discovery.broken();
    run_plan(suite, &plan, arguments.options(), |event| match event {
        Event::Started(planned) => console.started(&planned.name),
        Event::Finished(record) => {
            console.finished(&record);
            if let Some(Err(error)) = json.as_mut().map(|json| json.add(&record)) {
                trouble = Some(error);
            }
            records.push(*record);
        }
        Event::LeftBadly(how) => broken.push(how),
    });
    console.end();

    let missing = not_reached(&plan, &records);
    let wall = begin.elapsed();
    if let Some(mut json) = json {
        json.set_problems(&broken);
        if let Err(error) = json.finish(&missing, wall.as_micros().try_into().unwrap_or(u64::MAX)) {
            trouble = Some(error);
        }
    }
    records.extend(missing);
    let mut summary = Summary::new(plan.filtered_out);
    records.iter().for_each(|record| summary.add(record));
    let report = EndReport {
        requirements: &suite.requirements,
        devices: &plan.devices,
        records: &records,
        summary: &summary,
        seed: arguments.seed,
        wall,
        verbose: arguments.verbose,
    };
    console.line(report.to_string().trim_end());
    if let Some(error) = trouble {
        return Err(format!("the results cannot be written: {error}"));
    }
    // No verdict, but no success either: on standard error, whatever the logs are set to.
    for problem in &broken {
        notice(&format!("error: {problem}"));
    }
    Ok(if !summary.ok {
        ExitCode::from(FAILED)
    } else if summary.nothing_ran() {
        return Err("no test ran: all were skipped, for the reasons above".to_owned());
    } else if !broken.is_empty() {
        ExitCode::from(UNUSABLE)
    } else {
        ExitCode::SUCCESS
    })
}

fn environment(arguments: &RunArguments, discovery: &Discovery) -> RunEnvironment {
    RunEnvironment {
        seed: arguments.seed,
        timeout_ms: arguments.selection.timeout.as_millis().try_into().unwrap_or(u64::MAX),
        isolation: arguments.isolation.name().to_owned(),
        shuffled: arguments.shuffle,
        backends: discovery.backends.iter().map(BackendEntry::new).collect(),
        ..RunEnvironment::current()
    }
}

/// Records for the planned tests that have none.
fn not_reached(plan: &Plan, records: &[Record]) -> Vec<Record> {
    let known: HashSet<&str> = records.iter().map(|record| record.name.as_str()).collect();
    let missing = plan.tests.iter().filter(|planned| !known.contains(planned.name.as_str()));
    missing.map(|planned| planned.not_reached()).collect()
}
