//! A run, from the request to the results: discover, plan, execute, judge, report.
//!
//! Both fronts use it. They differ in the source of the request and in the receivers of the events.

use crate::backend_options::BackendOptions;
use crate::discover::{Discovery, NothingToTest, backend_entry, device_entry};
use crate::execute::{Event, Late, Limits, Schedule, Stop, WatchedEvents};
use crate::filter::{Filter, NothingChosen};
use crate::interrupted::Interrupted;
use crate::plan::{Plan, Planned};
use crate::resume::{ResumeError, resume};
use crate::shard::{Sharding, TooManyShards};
use crate::skiplist::{Entry, Skiplists};
use crate::suite::{Suite, UnknownBackend};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};
use thiserror::Error;
use ur_ipc_fixtures::Depth;
use ur_ipc_isolated::{ShutdownGuard, ShutdownHandler, leave, prepare_shutdown, shortage};
use ur_ipc_report::machine::utc;
use ur_ipc_report::options::{ExecutionOptions, Front};
use ur_ipc_report::outcome::{Record, after_its_end};
use ur_ipc_report::subject::program;
use ur_ipc_report::{
    Detail, Document, EndReport, Extent, Outputs, Part, RequestRecord, Rerun, Results, ResumedRecords,
    RunEnvironment, RunTerms, Summary, WriteError, names_digest, notice, skiplists_digest, suite_digest,
};

/// The request for a run, as a front makes it.
pub struct RunRequest {
    /// The front that starts the run.
    pub front: Front,
    /// Labels of backends; all if empty.
    pub backends: Vec<String>,
    /// The options that backends are constructed with.
    pub backend_options: BackendOptions,
    /// The conditions on tests and devices.
    pub filter: Filter,
    /// The skiplists of the run, with the known failures.
    pub skiplists: Skiplists,
    /// Options for the execution of tests.
    pub execution: ExecutionOptions,
    /// The folder where processes note their calls for a trace, if one is asked for.
    pub trace: Option<PathBuf>,
    /// Whether the tests of each device run in an order drawn from the seed.
    pub shuffle: bool,
    /// Whether a run that tests no hardware is an error.
    pub require_hardware: bool,
    /// The shard of the tests that is to be run; all if none.
    pub sharding: Option<Sharding>,
    /// After how many failures the run stops, if ever.
    pub fail_fast: Option<usize>,
    /// After how many tests of a device in a row that hang the rest of its tests do not run, if ever.
    pub max_hangs: Option<usize>,
    /// The results of the run that this one continues.
    pub resume: Option<Part>,
}

/// A run of which is known what there is to do.
pub struct PlannedRun {
    /// The suite that the tests are from.
    pub suite: Arc<Suite>,
    /// The request that the plan was made for.
    pub request: RunRequest,
    /// The backends that were looked at.
    pub discovery: Discovery,
    /// The tests, on their devices.
    pub plan: Plan,
    /// The record of the whole request, before the plan was cut into shards.
    asked: RequestRecord,
    /// The results that are taken over from an earlier run.
    resumed: Option<ResumedRecords>,
    begin: Instant,
    started: SystemTime,
}

/// A run at work.
pub struct Run {
    /// The plan of the run.
    pub planned: PlannedRun,
    schedule: Schedule,
    results: Arc<Mutex<Results>>,
    stop: Arc<Stop>,
    interrupted: Arc<Interrupted>,
    shutdown_guard: ShutdownGuard,
}

/// A run that has ended.
pub struct EndedRun {
    /// The plan of the run.
    pub planned: PlannedRun,
    /// The results.
    pub document: Document,
    /// Records that have changed after the end of their tests: processes of theirs came to a bad end.
    pub amended: Vec<Record>,
    /// Whether the results could be written.
    pub written: Result<(), WriteError>,
}

/// A machine that lacks something.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}\n`{program} doctor` says more of this machine", program = program())]
pub struct MachineLacks(String);

/// Why there can be no run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoRun {
    /// The machine is not fit for one.
    #[error(transparent)]
    Machine(#[from] MachineLacks),
    /// A backend was named that there is not.
    #[error(transparent)]
    Backend(#[from] UnknownBackend),
    /// There are no devices, or not those that have to be there.
    #[error(transparent)]
    Devices(#[from] NothingToTest),
    /// A condition chooses nothing.
    #[error(transparent)]
    Filter(#[from] NothingChosen),
    /// It cannot be shared out.
    #[error(transparent)]
    Shards(#[from] TooManyShards),
    /// It does not continue what it is to continue.
    #[error(transparent)]
    Resume(#[from] ResumeError),
}

/// Skiplists that the user named and that are about no device, with what is said of each.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.join("\n"))]
pub struct IdleSkiplists(Vec<String>);

/// Whether the machine has what it takes to say something about an implementation.
///
/// # Errors
/// What it lacks.
pub fn machine_suffices() -> Result<(), MachineLacks> {
    shortage().map_or(Ok(()), |shortage| Err(MachineLacks(shortage)))
}

impl PlannedRun {
    /// Looks at the backends and plans the tests.
    ///
    /// # Errors
    /// Why there can be no run.
    pub fn new(suite: &Arc<Suite>, request: RunRequest) -> Result<Self, NoRun> {
        let (begin, started) = (Instant::now(), SystemTime::now());
        machine_suffices()?;
        request.filter.validate(&suite.tests, &suite.requirements)?;
        let timeout = request.execution.timeout;
        let RunRequest { backends, backend_options, require_hardware, trace, .. } = &request;
        let discovery =
            Discovery::open(suite, backends, backend_options, trace.as_deref(), timeout, *require_hardware)?;
        if let Some(obstacle) = discovery.obstacle() {
            return Err(obstacle.into());
        }
        discovery.announce();
        let shuffle = request.shuffle.then_some(request.execution.seed);
        let mut plan = Plan::new(suite, &request.skiplists, discovery.devices(), &request.filter, shuffle);
        plan.validate(&request.filter, suite, &discovery.devices(), &request.backends)?;
        let asked = request_record(&request, suite, &plan);
        if let Some(sharding) = &request.sharding {
            sharding.cut(&mut plan)?;
        }
        let suite = Arc::clone(suite);
        let mut planned = Self { suite, request, discovery, plan, asked, resumed: None, begin, started };
        if let Some(earlier) = &planned.request.resume {
            planned.resumed = Some(resume(earlier, planned.document(), &planned.suite, &planned.plan)?);
        }
        Ok(planned)
    }

    /// The skiplists that the user named and that are about no device.
    ///
    /// # Errors
    /// Which, if any.
    pub fn check_skiplists(&self) -> Result<(), IdleSkiplists> {
        let idle =
            self.request.skiplists.idle(|label| self.suite.why_unknown(label), &self.discovery.devices());
        if idle.is_empty() { Ok(()) } else { Err(IdleSkiplists(idle)) }
    }

    /// Tells the user what of the skiplists is of no use.
    pub fn announce_skiplists(&self) {
        for warning in self.request.skiplists.warnings(&self.suite.tests, &self.plan.devices) {
            notice(&format!("warning: {warning}"));
        }
    }

    /// The tests that are to be executed: those of which nothing is known from an earlier run.
    pub fn rest(&self) -> Vec<&Arc<Planned>> {
        let resumed = self.resumed.iter().flat_map(|resumed| &resumed.records);
        let known: HashSet<&str> = resumed.map(|record| record.name.as_str()).collect();
        self.plan.tests.iter().filter(|planned| !known.contains(planned.name.as_str())).collect()
    }

    /// Whether the results that the run continues are complete.
    pub fn is_complete(&self) -> bool {
        self.resumed.as_ref().is_some_and(|resumed| resumed.whole.is_some())
    }

    /// The tests that only thorough runs have, of a run that is not: they are no part of it. A shard has none.
    pub fn left_to_thorough(&self) -> Vec<Arc<Planned>> {
        let request = &self.request;
        if request.filter.thorough || request.sharding.is_some() {
            return Vec::new();
        }
        let filter = Filter { thorough: true, ..request.filter.clone() };
        let mut tests =
            Plan::new(&self.suite, &request.skiplists, self.plan.devices.clone(), &filter, None).tests;
        let here: HashSet<&str> = self.plan.tests.iter().map(|planned| planned.name.as_str()).collect();
        tests
            .retain(|planned| planned.test.depth == Depth::Thorough && !here.contains(planned.name.as_str()));
        tests
    }

    /// Makes the document of the run as it is before the first test.
    fn document(&self) -> Document {
        let devices = self.plan.devices.iter().map(|device| device_entry(&self.suite, device)).collect();
        Document { devices, ..Document::new(self.environment(), Summary::default()) }
    }

    /// Gets ready to execute.
    ///
    /// # Errors
    /// If the results cannot be written.
    pub fn start(self, outputs: Outputs) -> Result<Run, WriteError> {
        let Self { suite, request, plan, .. } = &self;
        let extent = Extent {
            devices: plan.devices.iter().map(|device| device_entry(suite, device)).collect(),
            tests: plan.tests.len(),
            filtered_out: plan.filtered_out,
        };
        let results = Results::new(outputs, self.environment(), extent, self.resumed.clone())?;
        let results = Arc::new(Mutex::new(results));
        let stop = Arc::new(Stop::at(Limits { failures: request.fail_fast, hangs: request.max_hangs }));
        let schedule = Schedule::new(suite, &plan.devices, request.execution, &stop);
        let front = (request.front, Rerun::here(request.front, &request.execution));
        let extent = (plan.tests.len(), self.begin);
        let interrupted = Arc::new(Interrupted::new(suite, &stop, &results, front, extent));
        let shutdown_guard = prepare_shutdown(Arc::clone(&interrupted) as Arc<dyn ShutdownHandler>);
        Ok(Run { planned: self, schedule, results, stop, interrupted, shutdown_guard })
    }

    fn environment(&self) -> RunEnvironment {
        let RunRequest { front, execution, shuffle, filter, .. } = &self.request;
        let terms = RunTerms::new(*front, execution, *shuffle);
        RunEnvironment {
            terms: Some(RunTerms {
                selection: filter.describe(),
                chosen_devices: filter.describe_devices(),
                ..terms
            }),
            started: utc(self.started),
            asked: Some(self.asked.clone()),
            backends: self.discovery.backends.iter().map(backend_entry).collect(),
            skiplists: self.request.skiplists.in_force(&self.plan.devices),
            ..RunEnvironment::current(&self.suite.build)
        }
    }
}

impl EndedRun {
    /// The report for people at the end, in lines of so many columns.
    pub fn report(&self, detail: Detail, columns: usize) -> EndReport<'_> {
        EndReport {
            requirements: &self.planned.suite.requirements,
            document: &self.document,
            rerun: Rerun::here(self.planned.request.front, &self.planned.request.execution),
            detail,
            columns,
            left_to_thorough: 0,
        }
    }
}

impl Run {
    /// Executes tests of the plan, and waits for their ends, of which there is one for each. Events come one at a time, on
    /// the calling thread.
    pub fn execute<'p>(
        &self,
        tests: impl IntoIterator<Item = &'p Arc<Planned>>,
        mut on_event: impl FnMut(&Event),
    ) {
        let ExecutionOptions { timeout, repeat, .. } = self.planned.request.execution;
        let long = (timeout / 2).saturating_mul(repeat);
        for event in WatchedEvents::new(self.schedule.run(tests), long) {
            on_event(&event);
            let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
            match event {
                Event::Started(planned) => {
                    results.started(&planned.name, &planned.test.id, &planned.device_id);
                }
                Event::Finished(record) => results.add(*record),
                Event::Slow(..) | Event::GivenUp(..) => {}
            }
        }
    }

    /// Lets the workers leave and writes the results. Planned tests of which nothing is known are lost, or, if `chosen`, the
    /// front has chosen from the plan. `trouble` is what went wrong in the front.
    pub fn finish(self, chosen: bool, trouble: Option<String>) -> EndedRun {
        let Self { planned, schedule, results, stop, interrupted, shutdown_guard } = self;
        let mut problems = planned.discovery.broken();
        let mut amended = Vec::new();
        let aftermath = schedule.finish();
        let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = lock();
        for (device, after) in aftermath.into_iter().enumerate() {
            problems.extend(after.problems);
            for late in after.late {
                let (how, more) = late.how.split_at(late.how.find('\n').unwrap_or(late.how.len()));
                let told = after_its_end(format_args!("{how}; its process had run {}{more}", late.before));
                let Some(record) = amend(&mut known, &planned.plan, device, late) else { continue };
                if record.outcome().is_good() {
                    // It did not happen in what the test is excused for.
                    problems.push(format!("{}: {told}", record.name));
                }
                amended.push(record);
            }
        }
        problems.extend(trouble);
        known.put_in_order(planned.plan.tests.iter().map(|planned| planned.name.as_str()));
        drop(known);
        // Who asks from now on comes too late to be told anything.
        drop(shutdown_guard);
        if let Some(signal) = stop.interruption() {
            interrupted.say(signal, true, problems);
            leave(signal);
        }
        let mut results = lock();
        let wall = planned.begin.elapsed();
        let missing = planned.plan.tests.iter().filter(|planned| results.get(&planned.name).is_none());
        let missing: Vec<Record> = missing.map(|planned| planned.not_reached()).collect();
        if chosen {
            results.summary.filtered_out += missing.len();
        } else {
            missing.into_iter().for_each(|record| results.add(record));
        }
        let (document, written) = results.complete(problems, wall, &planned.suite.requirements);
        drop(results);
        EndedRun { planned, document, amended, written }
    }
}

/// Makes the record of a request, from a plan that is not cut yet.
pub fn request_record(request: &RunRequest, suite: &Suite, whole: &Plan) -> RequestRecord {
    let sharding = request.sharding.as_ref();
    let names = whole.tests.iter().map(|planned| planned.name.as_str());
    let said = whole.tests.iter().filter_map(|planned| {
        // The file may lie elsewhere on another machine.
        let entry = Entry { place: String::new(), ..planned.known.clone()? };
        Some(format!("{} {entry:?}", planned.name))
    });
    RequestRecord {
        tests: whole.tests.len(),
        tests_digest: names_digest(names),
        suite_digest: suite_digest(suite),
        skiplists_digest: skiplists_digest(said.collect()),
        repeat: request.execution.repeat,
        fail_fast: request.fail_fast,
        shard: sharding.map(|sharding| sharding.shard),
        durations_digest: sharding.and_then(|sharding| Some(sharding.durations.as_ref()?.digest.clone())),
    }
}

/// Puts the late end of a process into the record of its test, and gives that as it is then.
fn amend(results: &mut Results, plan: &Plan, device: usize, late: Late) -> Option<Record> {
    let planned =
        plan.tests.iter().find(|planned| planned.device == device && planned.test.id == late.test)?;
    let record = planned.amended(results.get(&planned.name)?.clone(), late);
    results.amend(record.clone());
    Some(record)
}
