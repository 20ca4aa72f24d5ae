//! One device, and a worker at a time on it.

use super::aftermath::{Aftermath, Late};
use super::execution::execution_of;
use super::hangs::Hangs;
use super::worker_process::{BEGIN, Left, NoWorker, WorkerProcess};
use crate::children::{Before, Death, Done, FromWorker, LateEnd, TestOrder};
use crate::device::Address;
use crate::plan::Planned;
use std::collections::BTreeSet;
use std::time::Instant;
use ur_ipc_fixtures::{DeviceDescription, Test};
use ur_ipc_isolated::{ChannelError, SeenEnd, Watch, shortage};
use ur_ipc_report::last_calls::{call_log, calls_in};
use ur_ipc_report::options::{ExecutionOptions, Isolation};
use ur_ipc_report::outcome::{Execution, Outcome};

/// Number of attempts to open a device before its tests are given up.
const OPEN_ATTEMPTS: u32 = 3;

/// Runs tests in worker processes. To be used from one thread, which must live as long as the runner does.
pub struct WorkerRunner {
    address: Address,
    options: ExecutionOptions,
    worker: Option<UsedWorker>,
    /// The device description from the last worker. `None` until a worker has opened the device.
    description: Option<DeviceDescription>,
    /// Number of workers in a row that took too long to open the device.
    hung: u32,
    /// Why the device is given up.
    given_up: Option<String>,
    hangs: Hangs,
    aftermath: Aftermath,
}

struct UsedWorker {
    process: WorkerProcess,
    /// The ids of the tests that it has run.
    ran: Vec<String>,
}

/// The result of one run of a test.
struct Once {
    execution: Execution,
    /// If it did not end well, what its worker had run before.
    before: Vec<String>,
    /// The deaths of processes in it.
    deaths: Vec<Death>,
    /// Whether a process died behind it: by then it may have been anywhere.
    behind: bool,
    /// The calls in which it hung, if it did.
    hung_in: BTreeSet<String>,
}

impl Once {
    fn of(execution: Execution) -> Self {
        Self { execution, before: Vec::new(), deaths: Vec::new(), behind: false, hung_in: BTreeSet::new() }
    }
}

/// The result of an order to run a test.
enum Ran {
    Ended(Box<Once>),
    /// The worker was gone before the test began. What it had run before.
    NotBegun(Outcome, String, Vec<String>),
}

impl WorkerRunner {
    /// Runs tests on this device.
    pub fn new(address: &Address, options: ExecutionOptions) -> Self {
        Self {
            address: address.clone(),
            options,
            worker: None,
            description: None,
            hung: 0,
            given_up: None,
            hangs: Hangs::default(),
            aftermath: Aftermath::default(),
        }
    }

    /// Returns the device's description. `None` if it cannot be opened; then [`run`](Self::run) says why.
    pub fn describe(&mut self) -> Option<DeviceDescription> {
        self.worker = Some(self.take_worker().ok()?);
        self.description.clone()
    }

    /// Runs a test; whatever it does costs this test alone.
    pub fn run(&mut self, planned: &Planned) -> Execution {
        let test = &planned.test;
        let Once { mut execution, before, deaths, behind, hung_in } = self.run_once(test);
        if matches!(execution.outcome, Outcome::Fail | Outcome::Crash) && shortage().is_some() {
            // It may be that the test used up what there was. Without its processes that is over.
            self.let_worker_leave();
            if let Some(shortage) = shortage() {
                let why = execution.reason.take().unwrap_or_default();
                execution.reason = Some(format!("{shortage}; with that, {}: {why}", execution.outcome));
                execution.outcome = Outcome::NotDetermined;
                return execution;
            }
        }
        let borne = planned.may_bear(&execution);
        if execution.outcome == Outcome::Timeout && !borne {
            self.hangs.add(&hung_in);
        }
        if (behind || !deaths.is_empty()) && borne {
            // Whether the test is excused hangs on it, so no option leaves it out.
            if !self.come_again(test, &deaths, behind) {
                let late = execution.late.as_ref();
                let how = late.map_or(execution.said(), |late| &late.how).lines().next().unwrap_or_default();
                let earlier = match &before[..] {
                    [] => "; no earlier test ran in the worker".to_owned(),
                    before => {
                        format!(
                            ": an earlier test may be to blame; the worker had run {}",
                            Before::of(before)
                        )
                    }
                };
                self.problem(&format!("{}: {how}; not reproduced in a fresh process{earlier}", test.id));
            }
            return execution;
        }
        if borne && execution.outcome == Outcome::Timeout && !before.is_empty() {
            // What those before it have left locked is not its own, and its process is gone, in which that might have shown.
            self.let_worker_leave();
            if self.run_once(test).execution.outcome != Outcome::Timeout {
                let how = execution.first_line();
                self.problem(&format!(
                    "{}: {how}; it does not hang again in a fresh process: its process had run {}",
                    test.id,
                    Before::of(&before)
                ));
            }
            return execution;
        }
        if !self.options.second_look
            || before.is_empty()
            || !matches!(execution.outcome, Outcome::Fail | Outcome::Crash)
        {
            return execution;
        }
        // Those before it may be to blame: without them it may pass.
        self.let_worker_leave();
        if self.run_once(test).execution.outcome == Outcome::Pass {
            execution.notes.push(format!(
                "it passes in a fresh process, and this one had run {}: what was left in it may be to blame",
                Before::of(&before)
            ));
        }
        execution
    }

    /// Whether all of these deaths come again where a fresh process runs nothing but the test.
    fn come_again(&mut self, test: &Test, deaths: &[Death], behind: bool) -> bool {
        self.let_worker_leave();
        let mut again = self.run_once(test);
        if behind && let Some(UsedWorker { process, .. }) = self.worker.take() {
            let Left { late, bad } = process.dismiss(self.options.timeout);
            again.behind |= bad.is_some() || !late.is_empty();
        }
        let comes_again = |death: &Death| again.deaths.iter().any(|other| death.is_like(other));
        deaths.iter().all(comes_again) && (again.behind || !behind)
    }

    /// Runs a test once.
    fn run_once(&mut self, test: &Test) -> Once {
        let mut lost = Vec::new();
        loop {
            let worker = match self.take_worker() {
                Ok(worker) => worker,
                Err((outcome, why)) => return Once::of(Execution::bare(outcome, why)),
            };
            let (outcome, how, mut before) = match self.run_in(worker, test) {
                Ran::Ended(once) => return *once,
                Ran::NotBegun(outcome, how, before) => (outcome, how, before),
            };
            match before.pop() {
                Some(test) => {
                    let before = Before::of(&before);
                    self.aftermath.late.push(Late { test, outcome, how, before });
                }
                None => {
                    lost.push(format!("the worker process was lost after its start: {how}"));
                    if lost.len() == OPEN_ATTEMPTS as usize {
                        return Once::of(Execution::bare(Outcome::HarnessError, lost.join("\n")));
                    }
                    self.problem(&format!(
                        "a worker was lost after its start, and another one served: {how}"
                    ));
                }
            }
        }
    }

    fn problem(&mut self, what: &str) {
        self.aftermath.problems.push(format!("{}: {what}", self.address));
    }

    fn take_worker(&mut self) -> Result<UsedWorker, (Outcome, String)> {
        if let Some(worker) = self.worker.take() {
            return Ok(worker);
        }
        if let Some(why) = &self.given_up {
            return Err((Outcome::HarnessError, why.clone()));
        }
        let mut why = String::new();
        for attempt in 1..=OPEN_ATTEMPTS {
            why = match WorkerProcess::start(&self.address, self.options.open_timeout()) {
                Ok((process, description)) => {
                    self.hung = 0;
                    self.description = Some(description);
                    if attempt > 1 {
                        self.problem(&format!("the device was opened at attempt {attempt} only: {why}"));
                    }
                    return Ok(UsedWorker { process, ran: Vec::new() });
                }
                Err(NoWorker::NotStarted(why)) => return Err((Outcome::NotDetermined, why)),
                Err(NoWorker::Failed(why)) => why,
                // The probe has opened it just now.
                Err(NoWorker::Hangs(why)) if self.description.is_none() && self.hung == 0 => {
                    self.hung += 1;
                    why
                }
                Err(NoWorker::Hangs(why)) => {
                    self.hung += 1;
                    // One that could be opened before may only be slow, now.
                    if self.description.is_none() || self.hung == OPEN_ATTEMPTS {
                        self.given_up = Some(why.clone());
                    }
                    return Err((Outcome::HarnessError, why));
                }
            };
            tracing::warn!("{}: {why}", self.address);
        }
        why.push_str(&format!(" (tried {OPEN_ATTEMPTS} times)"));
        self.given_up = Some(why.clone());
        Err((Outcome::HarnessError, why))
    }

    fn run_in(&mut self, used: UsedWorker, test: &Test) -> Ran {
        let UsedWorker { process: mut worker, mut ran } = used;
        worker.output.begin_job();
        let begin = Instant::now();
        let hangs = self.hangs.known();
        let mut watch = Watch::new(hangs.clone(), self.options.timeout);
        let order = TestOrder { hangs, ..TestOrder::of(test, &self.options) };
        let token = order.token;
        let (begun, waited) = worker.run(order, self.options.timeout, &mut watch);
        if !begun {
            let (outcome, how) = match waited {
                Ok(other) => (Outcome::HarnessError, format!("it said {}, unasked", other.what())),
                Err(ChannelError::TimedOut) => {
                    let how = format!("it began with no other within {BEGIN:?}{}", worker.hanging());
                    (Outcome::Timeout, how)
                }
                Err(ChannelError::Closed) => {
                    let end = worker.await_end(BEGIN);
                    crashed(&worker, end, worker.with_crash(&worker.describe(end)))
                }
                Err(error) => (Outcome::HarnessError, error.to_string()),
            };
            return Ran::NotBegun(outcome, how, ran);
        }
        ran.push(test.id.clone());
        let duration_us = begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        let (mut deaths, mut hung_in, mut cause) = (Vec::new(), BTreeSet::new(), None);
        let (outcome, reason) = match waited {
            Ok(FromWorker::Done(done)) if done.token == token => {
                return self.conclude(UsedWorker { process: worker, ran }, *done, duration_us);
            }
            Ok(FromWorker::Done(_)) => {
                (Outcome::HarnessError, "somebody else spoke in the name of the worker".to_owned())
            }
            Ok(other) => {
                (Outcome::HarnessError, format!("the worker said {} instead of a verdict", other.what()))
            }
            // How it ends is waited for as long as the test may take: some take a while to die.
            Err(ChannelError::Closed) => match worker.await_end(self.options.timeout) {
                Some(end) if end.is_channel_lost() => {
                    (Outcome::HarnessError, "the test closed the channel to the harness".to_owned())
                }
                Some(end) => {
                    let (outcome, how) = crashed(&worker, Some(end), worker.describe(Some(end)));
                    cause = (outcome == Outcome::Crash).then(|| worker.cause(end));
                    deaths.extend((outcome == Outcome::Crash).then(|| worker.death(end)));
                    (outcome, how)
                }
                None => (Outcome::HarnessError, worker.describe(None)),
            },
            Err(ChannelError::TimedOut) => {
                hung_in = worker.ring().at_work().calls;
                let state = worker.hanging();
                let reason = match watch.describe(&hung_in) {
                    Some(why) => format!("not done after {:.1?}{state}; {why}", begin.elapsed()),
                    None => format!("not done after {:?}{state}", self.options.timeout),
                };
                (Outcome::Timeout, reason)
            }
            Err(error) => (Outcome::HarnessError, format!("{error}{}", worker.in_flight())),
        };
        let mut stacks = Vec::new();
        if outcome == Outcome::Timeout {
            stacks = worker.stacks();
        }
        worker.kill();
        let mut execution = Execution { cause, ..Execution::bare(outcome, reason) };
        execution.duration_us = duration_us;
        execution.body_us = duration_us;
        execution.crashes.extend(worker.crash().filter(|_| outcome == Outcome::Crash));
        execution.stacks = stacks;
        execution.call_log = call_log(calls_in(worker.ring()), Vec::new());
        execution.output = worker.output.tail();
        ran.pop();
        if let Some(previous) = ran.last() {
            // What that left running may be to blame.
            execution
                .notes
                .push(format!("this process had already run {previous}; the failure may depend on it"));
        }
        Ran::Ended(Box::new(Once { execution, before: ran, deaths, behind: false, hung_in }))
    }

    /// Takes over a test's own report, and keeps the worker if it is still good.
    fn conclude(&mut self, worker: UsedWorker, done: Done, duration_us: u64) -> Ran {
        let UsedWorker { process, ran } = worker;
        let (retire, late, deaths) = (done.retire.clone(), done.late.clone(), done.peer_deaths.clone());
        let mut hung_in = process.ring().at_work().calls;
        hung_in.extend(done.peer_hangs.iter().cloned());
        let mut execution =
            execution_of(done, duration_us, || calls_in(process.ring()), process.process().pid());
        let hangs = execution.outcome == Outcome::Timeout;
        let still = process.stood_still();
        if hangs && !still.is_zero() {
            // The test looked at its own clock, on which that time has passed.
            execution.outcome = Outcome::NotDetermined;
            let why = execution.reason.take().unwrap_or_default();
            execution.reason = Some(format!(
                "the run stood still for {still:.1?} of the test's time, stopped or on a machine that was suspended: run it \
                 again; with that, timeout: {why}"
            ));
        }
        if !execution.outcome.is_good() {
            execution.output = process.output.tail();
        }
        let test = ran.last().cloned().unwrap_or_default();
        let before = ran[..ran.len() - 1].to_vec();
        let mut behind = self.peers_ended(late, &test, &mut execution);
        if let Some(why) = &retire {
            tracing::info!("a fresh worker is needed: {why}");
            execution.notes.push(format!("its process was replaced: {why}"));
        }
        if hangs {
            // What does not end in time does not leave in time.
            drop(process);
        } else if retire.is_some() || self.options.isolation == Isolation::Process {
            let Left { late, bad } = process.dismiss(self.options.timeout);
            behind |= self.peers_ended(late, &test, &mut execution);
            if let Some((outcome, how)) = bad {
                behind = true;
                execution.ended_late(outcome, how);
            }
        } else {
            self.worker = Some(UsedWorker { process, ran });
        }
        let before = if execution.outcome.is_good() { Vec::new() } else { before };
        Ran::Ended(Box::new(Once { execution, before, deaths, behind, hung_in }))
    }

    /// Peers that came to a bad end after their part, in this test or in one before. Whether any did in this one.
    fn peers_ended(&mut self, late: Vec<LateEnd>, test: &str, execution: &mut Execution) -> bool {
        let (of_this, of_others): (Vec<_>, Vec<_>) =
            late.into_iter().map(Late::from).partition(|late| late.test == test);
        self.aftermath.late.extend(of_others);
        let any = !of_this.is_empty();
        for late in of_this {
            execution.ended_late(late.outcome, late.how);
        }
        any
    }

    fn let_worker_leave(&mut self) {
        let Some(UsedWorker { process, .. }) = self.worker.take() else { return };
        let Left { late, bad } = process.dismiss(self.options.timeout);
        self.aftermath.late.extend(late.into_iter().map(Late::from));
        if let Some((_, how)) = bad {
            self.problem(&how);
        }
    }

    /// Lets the worker leave, after the last test, and gives what has come to light.
    pub fn finish(&mut self) -> Aftermath {
        self.let_worker_leave();
        std::mem::take(&mut self.aftermath)
    }
}

/// Returns the outcome of a worker's end: a crash, unless it ended because the machine lacks a resource.
fn crashed(worker: &WorkerProcess, end: Option<SeenEnd>, how: String) -> (Outcome, String) {
    match end.and_then(|end| worker.lacked(end)) {
        Some(lacked) => (Outcome::NotDetermined, format!("{lacked}; with that, crash: {how}")),
        None => (Outcome::Crash, how),
    }
}

impl Drop for WorkerRunner {
    fn drop(&mut self) {
        for problem in self.finish().in_words() {
            tracing::warn!("{problem}");
        }
    }
}
