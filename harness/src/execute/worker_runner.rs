//! One device, and a worker at a time on it.

use super::SHOWN_CALLS;
use super::execution::execution_of;
use super::worker_process::{BadLeave, NoWorker, WorkerProcess};
use crate::options::{ExecutionOptions, Isolation};
use crate::outcome::{Execution, Outcome};
use crate::process::ChannelError;
use crate::roles::{Address, Done, FromWorker, TestOrder};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{DeviceDescription, Test};

/// How often a device is tried before its tests are given up.
const OPEN_ATTEMPTS: u32 = 3;
/// How long a worker may take to begin with a test.
const BEGIN: Duration = Duration::from_secs(10);

/// Runs tests in worker processes. To be used from one thread, which must live as long as the runner does.
pub(crate) struct WorkerRunner {
    address: Address,
    options: ExecutionOptions,
    worker: Option<WorkerProcess>,
    /// What the last worker said of the device.
    description: DeviceDescription,
    /// How many tests the worker has run.
    ran: usize,
    /// Why the device is given up.
    given_up: Option<String>,
    previous: Option<String>,
}

/// What became of an order to run a test.
enum Ran {
    Ended(Execution),
    /// The worker was gone before the test began.
    NotBegun(String),
}

impl WorkerRunner {
    pub(crate) fn new(address: &Address, options: ExecutionOptions) -> Self {
        Self {
            address: address.clone(),
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
                    let previous = self.previous.as_deref().unwrap_or("its start");
                    notes.push(format!("the worker process was lost after {previous}: {how}"));
                    if notes.len() == OPEN_ATTEMPTS as usize {
                        break Execution::bare(Outcome::HarnessError, notes.join("\n"));
                    }
                }
            }
        };
        self.previous = Some(test.id.clone());
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
            why = match WorkerProcess::start(&self.address, self.options.open_timeout()) {
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
            tracing::warn!("{}: {why}", self.address);
        }
        why.push_str(&format!(" (tried {OPEN_ATTEMPTS} times)"));
        self.given_up = Some(why.clone());
        Err(why)
    }

    fn run_in(&mut self, mut worker: WorkerProcess, test: &Test) -> Ran {
        worker.output.begin_test();
        let begin = Instant::now();
        let begun = worker
            .order(&TestOrder::of(test, &self.options))
            .map_err(|_| ChannelError::Closed)
            .and_then(|()| worker.receive(begin + BEGIN));
        let lost = match begun {
            Ok(FromWorker::Started) => None,
            Ok(other) => Some(format!("it said {}, unasked", other.what())),
            Err(ChannelError::TimedOut) => {
                Some(format!("it began with no other within {BEGIN:?}{}", worker.hanging()))
            }
            Err(ChannelError::Closed) => {
                worker.ring().begin_test();
                let end = worker.await_end(BEGIN);
                Some(worker.told(end))
            }
            Err(error) => Some(error.to_string()),
        };
        if let Some(how) = lost {
            return Ran::NotBegun(how);
        }
        self.ran += 1;
        let waited = worker.receive(begin + self.options.timeout);
        let duration_us = begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        let (outcome, reason) = match waited {
            Ok(FromWorker::Done(done)) => return Ran::Ended(self.conclude(worker, done, duration_us)),
            Ok(other) => {
                (Outcome::HarnessError, format!("the worker said {} instead of a verdict", other.what()))
            }
            // How it ends is waited for as long as the test may take: some take a while to die.
            Err(ChannelError::Closed) => match worker.await_end(self.options.timeout) {
                Some(end) if end.is_channel_lost() => {
                    (Outcome::HarnessError, "the test closed the channel to the harness".to_owned())
                }
                Some(end) => (Outcome::Crash, worker.told(Some(end))),
                None => (Outcome::HarnessError, worker.told(None)),
            },
            Err(ChannelError::TimedOut) => {
                let state = worker.hanging();
                (Outcome::Timeout, format!("not done after {:?}{state}", self.options.timeout))
            }
            Err(error) => (Outcome::HarnessError, format!("{error}{}", worker.in_flight())),
        };
        worker.kill();
        let mut execution = Execution::bare(outcome, reason);
        execution.duration_us = duration_us;
        execution.body_us = duration_us;
        execution.call_log = worker.ring().tail(SHOWN_CALLS);
        execution.output = worker.output.tail();
        if let (2.., Some(previous)) = (self.ran, &self.previous) {
            // What that left running may be to blame.
            execution.notes.push(format!("the same process had run {previous} before"));
        }
        Ran::Ended(execution)
    }

    /// Takes over a test's own report, and keeps the worker if it is still good.
    fn conclude(&mut self, worker: WorkerProcess, done: Done, duration_us: u64) -> Execution {
        let retire = done.retire.clone();
        let mut execution = execution_of(done, duration_us, worker.ring().tail(SHOWN_CALLS));
        if !execution.outcome.is_good() {
            execution.output = worker.output.tail();
        }
        if let Some(why) = &retire {
            tracing::info!("a fresh worker is needed: {why}");
        }
        let used_up = retire.is_some() || execution.outcome == Outcome::Timeout;
        if used_up {
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
        worker.dismiss(self.options.timeout).map_err(|how| format!("{}: {}", self.address, how.text()))
    }
}

impl Drop for WorkerRunner {
    fn drop(&mut self) {
        if let Err(how) = self.finish() {
            tracing::warn!("{how}");
        }
    }
}
