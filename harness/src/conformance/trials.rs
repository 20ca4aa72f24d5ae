//! All tests as trials, run by workers.

use super::desk::Desk;
use super::settings::Settings;
use crate::backend::Suite;
use crate::discovery::{Discovery, idle_patterns};
use crate::outcome::{Outcome, Record};
use crate::plan::{Plan, Planned};
use crate::report::{BackendEntry, JsonReport, RunEnvironment, failure_text, notice};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What trials share.
struct Run {
    suite: Arc<Suite>,
    desk: Desk,
    json: Mutex<Option<JsonReport>>,
    seed: u64,
}

pub(super) fn run(
    suite: &Arc<Suite>,
    mut arguments: Arguments,
    settings: Settings,
) -> Result<ExitCode, String> {
    let begin = Instant::now();
    let discovery = Discovery::open(suite, &settings.backends, settings.options.timeout)?;
    if let Some(obstacle) = discovery.obstacle() {
        return Err(obstacle);
    }
    discovery.announce();
    let plan = Plan::new(suite, &settings.skiplists, discovery.devices(), &settings.filter, None);
    if !arguments.list {
        for idle in idle_patterns(&settings.skiplists, suite, &plan.devices) {
            notice(&format!("warning: {idle}"));
        }
    }
    // Tests of one device run one after the other anyway.
    arguments.test_threads.get_or_insert(plan.devices.len());

    let json = match &settings.json {
        Some(path) if !arguments.list => Some(
            JsonReport::create(path, environment(&settings, &discovery), &plan)
                .map_err(|error| format!("{}: {error}", path.display()))?,
        ),
        _ => None,
    };
    let outside = plan.filtered_out;
    let run = Arc::new(Run {
        suite: Arc::clone(suite),
        desk: Desk::open(suite, &plan.devices, settings.options),
        json: Mutex::new(json),
        seed: settings.options.seed,
    });
    let trials = side_by_side(plan).into_iter().map(|planned| trial(&run, planned)).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);

    let mut broken = discovery.broken();
    if let Some(run) = Arc::into_inner(run) {
        for how in run.desk.close() {
            notice(&format!("error: {how}"));
            broken.push(how);
        }
        if let Some(mut json) = run.json.into_inner().unwrap_or_else(PoisonError::into_inner) {
            let by_libtest = usize::try_from(conclusion.num_filtered_out).unwrap_or(usize::MAX);
            json.set_filtered_out(outside.saturating_add(by_libtest));
            json.set_problems(&broken);
            json.finish(&[], begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX))
                .map_err(|error| format!("the results cannot be written: {error}"))?;
        }
    }
    if !conclusion.has_failed() && !broken.is_empty() && !arguments.list {
        return Err(broken.join("\n"));
    }
    Ok(conclusion.exit_code())
}

fn environment(settings: &Settings, discovery: &Discovery) -> RunEnvironment {
    RunEnvironment {
        seed: settings.options.seed,
        timeout_ms: settings.options.timeout.as_millis().try_into().unwrap_or(u64::MAX),
        isolation: settings.options.isolation.name().to_owned(),
        backends: discovery.backends.iter().map(BackendEntry::new).collect(),
        ..RunEnvironment::current()
    }
}

/// Takes tests from all devices in turn, so that all have something to do from the start.
fn side_by_side(plan: Plan) -> Vec<Planned> {
    let mut tests: Vec<(usize, Planned)> = Vec::with_capacity(plan.tests.len());
    let mut counts = vec![0; plan.devices.len()];
    for planned in plan.tests {
        let count = &mut counts[planned.device];
        tests.push((*count, planned));
        *count += 1;
    }
    tests.sort_by_key(|(turn, _)| *turn);
    tests.into_iter().map(|(_, planned)| planned).collect()
}

fn trial(run: &Arc<Run>, planned: Planned) -> Trial {
    let run = Arc::clone(run);
    Trial::ignorable_test(planned.name.clone(), move || {
        let record =
            planned.skipped().unwrap_or_else(|| planned.record(run.desk.run(planned.device, &planned.test)));
        if let Some(json) = run.json.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            json.add(&record).map_err(|error| format!("the results cannot be written: {error}"))?;
        }
        completion(&record, &run.suite, run.seed)
    })
}

/// What libtest is told about a record.
pub(super) fn completion(record: &Record, suite: &Suite, seed: u64) -> Result<Completion, Failed> {
    match record.outcome {
        Outcome::Pass => Ok(Completion::Completed),
        Outcome::ExpectedFail => {
            let reason = record.reason.as_deref().unwrap_or_default();
            notice(&format!("{}: expected to fail: {reason}", record.name));
            Ok(Completion::Completed)
        }
        Outcome::Skip => Ok(Completion::Ignored { reason: record.reason.clone() }),
        other if !record.spoils_the_run() => {
            let reason = record.reason.as_deref().unwrap_or_default();
            Ok(Completion::ignored_with(format!("{} allows it, {other}: {reason}", record.level)))
        }
        _ => Err(Failed::from(failure_text(record, &suite.requirements, seed))),
    }
}
