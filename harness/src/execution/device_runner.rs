//! One device, and a worker at a time on it.

use super::SHOWN_CALLS;
use super::verdict::execution_of;
use super::wait::Waited;
use super::worker_process::{BadLeave, NoWorker, WorkerProcess, hanging, in_flight, worker_end};
use crate::child::{Done, Run, kind};
use crate::options::{ExecutionOptions, Isolation};
use crate::outcome::{Execution, Outcome};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::channel::{CHANNEL_LOST, Frame};
use ur_ipc_fixtures::{DeviceDescription, Test};

/// How often a device is tried before its tests are given up.
const OPEN_ATTEMPTS: u32 = 3;
/// How long a worker may take to begin with a test.
const BEGIN: Duration = Duration::from_secs(10);

/// Runs tests in worker processes. To be used from one thread, which must live as long as the runner does.
pub(crate) struct DeviceRunner {
    label: String,
    index: usize,
    options: ExecutionOptions,
    worker: Option<WorkerProcess>,
    /// What the last worker said of the device.
    description: DeviceDescription,
    /// How many tests the worker has run.
    ran: usize,
    /// Why the device is given up.
    given_up: Option<String>,
    previous: Option<&'static str>,
}

/// What became of an order to run a test.
enum Ran {
    Ended(Execution),
    /// The worker was gone before the test began.
    NotBegun(String),
}

impl DeviceRunner {
    pub(crate) fn new(label: &str, index: usize, options: ExecutionOptions) -> Self {
        Self {
            label: label.to_owned(),
            index,
            options,
            worker: None,
            description: DeviceDescription::default(),
            ran: 0,
            given_up: None,
            previous: None,
        }
    }

    /// What the device says of itself.
    ///
    /// # Errors
    /// Why it cannot be opened; [`run`](Self::run) says the same then.
    pub(crate) fn describe(&mut self) -> Result<&DeviceDescription, String> {
        self.worker = Some(self.take_worker()?);
        Ok(&self.description)
    }

    /// Runs a test; whatever it does costs this test alone.
    pub(crate) fn run(&mut self, test: &Test) -> Execution {
        let mut notes = Vec::new();
        let mut execution = loop {
            let worker = match self.take_worker() {
                Ok(worker) => worker,
                Err(why) => break Execution::bare(Outcome::HarnessError, why),
            };
            match self.run_in(worker, test) {
                Ran::Ended(execution) => break execution,
                Ran::NotBegun(how) => {
                    let previous = self.previous.unwrap_or("its start");
                    notes.push(format!("the worker process was lost after {previous}: {how}"));
                    if notes.len() == OPEN_ATTEMPTS as usize {
                        break Execution::bare(Outcome::HarnessError, notes.join("\n"));
                    }
                }
            }
        };
        self.previous = Some(test.id);
        execution.notes.extend(notes);
        execution
    }

    fn take_worker(&mut self) -> Result<WorkerProcess, String> {
        if let Some(worker) = self.worker.take() {
            return Ok(worker);
        }
        if let Some(why) = &self.given_up {
            return Err(why.clone());
        }
        let mut why = String::new();
        for _ in 0..OPEN_ATTEMPTS {
            why = match WorkerProcess::start(&self.label, self.index, self.options.open_timeout()) {
                Ok((worker, description)) => {
                    self.ran = 0;
                    self.description = description;
                    return Ok(worker);
                }
                Err(NoWorker::Failed(why)) => why,
                Err(NoWorker::Hangs(why)) => {
                    self.given_up = Some(why.clone());
                    return Err(why);
                }
            };
            tracing::warn!("{}: device {}: {why}", self.label, self.index);
        }
        why.push_str(&format!(" (tried {OPEN_ATTEMPTS} times)"));
        self.given_up = Some(why.clone());
        Err(why)
    }

    fn run_in(&mut self, mut worker: WorkerProcess, test: &Test) -> Ran {
        let payload = serde_json::to_vec(&Run::of(test, &self.options)).expect("an order is plain data");
        worker.output.begin_test();
        let begin = Instant::now();
        let begun =
            if worker.send(kind::RUN, &payload) { worker.receive(begin + BEGIN) } else { Waited::Gone };
        let lost = match begun {
            Waited::Frame(frame) if frame.kind == kind::STARTED => None,
            Waited::Frame(frame) => Some(format!("a frame of kind {} came from it, unasked", frame.kind)),
            Waited::Garbled(what) => Some(what),
            Waited::TimedOut => Some(format!("it began with no other within {BEGIN:?}{}", hanging(&worker))),
            Waited::Gone => {
                worker.ring.begin_test();
                Some(worker_end(&mut worker, BEGIN))
            }
        };
        if let Some(how) = lost {
            return Ran::NotBegun(how);
        }
        self.ran += 1;
        let waited = worker.receive(begin + self.options.timeout);
        let duration_us = begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        let (outcome, reason) = match waited {
            Waited::Frame(frame) => match done_of(&frame) {
                Ok(done) => return Ran::Ended(self.conclude(worker, done, duration_us)),
                Err(why) => (Outcome::HarnessError, why),
            },
            Waited::Garbled(what) => (Outcome::HarnessError, format!("{what}{}", in_flight(&worker.ring))),
            // How it ends is waited for as long as the test may take: some take a while to die.
            Waited::Gone => match worker.own_end(self.options.timeout).map(|status| status.code()) {
                Some(Some(CHANNEL_LOST)) => {
                    (Outcome::HarnessError, "the test closed the channel to the harness".to_owned())
                }
                Some(_) => (Outcome::Crash, worker_end(&mut worker, Duration::ZERO)),
                None => (Outcome::HarnessError, worker_end(&mut worker, Duration::ZERO)),
            },
            Waited::TimedOut => {
                let state = hanging(&worker);
                (Outcome::Timeout, format!("not done after {:?}{state}", self.options.timeout))
            }
        };
        worker.kill();
        let mut execution = Execution::bare(outcome, reason);
        execution.duration_us = duration_us;
        execution.body_us = duration_us;
        execution.call_log = worker.ring.tail(SHOWN_CALLS);
        execution.output = worker.output.tail();
        if let (2.., Some(previous)) = (self.ran, self.previous) {
            // What that left running may be to blame.
            execution.notes.push(format!("the same process had run {previous} before"));
        }
        Ran::Ended(execution)
    }

    /// Takes over a test's own report, and keeps the worker if it is still good.
    fn conclude(&mut self, worker: WorkerProcess, done: Done, duration_us: u64) -> Execution {
        let retire = done.retire.clone();
        let mut execution = execution_of(done, duration_us, worker.ring.tail(SHOWN_CALLS));
        if !execution.outcome.is_good() {
            execution.output = worker.output.tail();
        }
        if let Some(why) = &retire {
            tracing::info!("a fresh worker is needed: {why}");
        }
        let tired = retire.is_some() || execution.outcome == Outcome::Timeout;
        if tired {
            drop(worker);
        } else if self.options.isolation == Isolation::Process {
            if let Err(how) = worker.dismiss(self.options.timeout) {
                self.left_badly(&mut execution, &how);
            }
        } else {
            self.worker = Some(worker);
        }
        execution
    }

    /// A process of one test belongs to it to its very end.
    fn left_badly(&self, execution: &mut Execution, how: &BadLeave) {
        if !execution.outcome.is_good() {
            execution.notes.push(how.text().to_owned());
            return;
        }
        execution.outcome = match how {
            BadLeave::Died(_) => Outcome::Crash,
            BadLeave::Stayed(_) => Outcome::Timeout,
        };
        execution.reason = Some(how.text().to_owned());
    }

    /// Lets the worker leave, after the last test.
    ///
    /// # Errors
    /// What went wrong with that.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        let Some(worker) = self.worker.take() else {
            return Ok(());
        };
        worker
            .dismiss(self.options.timeout)
            .map_err(|how| format!("{}: device {}: {}", self.label, self.index, how.text()))
    }
}

impl Drop for DeviceRunner {
    fn drop(&mut self) {
        if let Err(how) = self.finish() {
            tracing::warn!("{how}");
        }
    }
}

fn done_of(frame: &Frame) -> Result<Done, String> {
    if frame.kind != kind::DONE {
        return Err(format!("a frame of kind {} came where the verdict was due", frame.kind));
    }
    frame.message().map_err(|error| format!("the verdict is garbled: {error}"))
}
