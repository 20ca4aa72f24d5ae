//! One device, and a worker at a time on it.

use super::SHOWN_CALLS;
use super::verdict::execution_of;
use super::wait::Waited;
use super::worker_process::{WorkerProcess, in_flight, worker_end};
use crate::child::{CHANNEL_LOST, Done, Run, kind};
use crate::options::{ExecutionOptions, Isolation};
use crate::outcome::{Execution, Outcome};
use crate::process::is_stopped;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::Test;
use ur_ipc_fixtures::channel::Frame;

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
    /// Openings of the device that failed, one after the other, and why the last one did.
    failed: (u32, String),
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
            failed: (0, String::new()),
            previous: None,
        }
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
        while self.failed.0 < OPEN_ATTEMPTS {
            match WorkerProcess::start(&self.label, self.index, self.options.open_timeout()) {
                Ok(worker) => {
                    self.failed.0 = 0;
                    return Ok(worker);
                }
                Err(why) => {
                    tracing::warn!("{}: device {}: {why}", self.label, self.index);
                    self.failed = (self.failed.0 + 1, why);
                }
            }
        }
        Err(format!("{} (tried {OPEN_ATTEMPTS} times)", self.failed.1))
    }

    fn run_in(&mut self, mut worker: WorkerProcess, test: &Test) -> Ran {
        let payload = serde_json::to_vec(&Run::of(test, &self.options)).expect("an order is plain data");
        worker.output.begin_test();
        let begin = Instant::now();
        let begun = worker.send(kind::RUN, &payload)
            && matches!(worker.receive(begin + BEGIN), Waited::Frame(f) if f.kind == kind::STARTED);
        if !begun {
            worker.ring.begin_test();
            let how = worker_end(&mut worker);
            return Ran::NotBegun(how);
        }
        let waited = worker.receive(begin + self.options.timeout);
        let duration_us = begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        let (outcome, reason) = match waited {
            Waited::Frame(frame) => match done_of(&frame) {
                Ok(done) => return Ran::Ended(self.conclude(worker, done, duration_us)),
                Err(why) => (Outcome::HarnessError, why),
            },
            Waited::Garbled(what) => (Outcome::HarnessError, format!("{what}{}", in_flight(&worker.ring))),
            Waited::Gone => match worker.own_end().map(|status| status.code()) {
                Some(Some(CHANNEL_LOST)) => {
                    (Outcome::HarnessError, "the test closed the channel to the harness".to_owned())
                }
                Some(_) => (Outcome::Crash, worker_end(&mut worker)),
                None => (Outcome::HarnessError, worker_end(&mut worker)),
            },
            Waited::TimedOut => {
                let stopped = if is_stopped(worker.pid()) { "; its process was stopped" } else { "" };
                let calls = in_flight(&worker.ring);
                (Outcome::Timeout, format!("not done after {:?}{calls}{stopped}", self.options.timeout))
            }
        };
        worker.kill();
        let mut execution = Execution::bare(outcome, reason);
        execution.duration_us = duration_us;
        execution.body_us = duration_us;
        execution.call_log = worker.ring.tail(SHOWN_CALLS);
        execution.output = worker.output.tail();
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
            worker.dismiss();
        } else {
            self.worker = Some(worker);
        }
        execution
    }
}

impl Drop for DeviceRunner {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.dismiss();
        }
    }
}

fn done_of(frame: &Frame) -> Result<Done, String> {
    if frame.kind != kind::DONE {
        return Err(format!("a frame of kind {} came where the verdict was due", frame.kind));
    }
    serde_json::from_slice(&frame.payload).map_err(|error| format!("the verdict is garbled: {error}"))
}
