//! Tests in this very process.

use super::SHOWN_CALLS;
use super::verdict::execution_of;
use crate::backend::Suite;
use crate::call_ring::CallRing;
use crate::child::{PeerPool, Run, logged, run_one};
use crate::options::ExecutionOptions;
use crate::outcome::{Execution, Outcome};
use std::sync::Arc;
use ur_ipc_fixtures::{Environment, Test};

/// Runs tests without isolation: for debuggers, and where another layer has isolated this process.
pub(crate) struct LocalRunner<'s> {
    suite: &'s Suite,
    label: String,
    index: usize,
    options: ExecutionOptions,
    ring: Option<Arc<CallRing>>,
    environment: Option<Result<Environment, String>>,
    peers: PeerPool,
}

impl<'s> LocalRunner<'s> {
    pub(crate) fn new(suite: &'s Suite, label: &str, index: usize, options: ExecutionOptions) -> Self {
        Self {
            suite,
            label: label.to_owned(),
            index,
            options,
            ring: None,
            environment: None,
            peers: PeerPool::new(label, index),
        }
    }

    /// Where the calls are logged.
    ///
    /// # Errors
    /// If there is no memory for that.
    pub(crate) fn ring(&mut self) -> Result<Arc<CallRing>, String> {
        if let Some(ring) = &self.ring {
            return Ok(Arc::clone(ring));
        }
        let ring = CallRing::create().map_err(|errno| format!("no memory for the call log: {errno}"))?;
        Ok(Arc::clone(self.ring.insert(Arc::new(ring))))
    }

    /// Opens the device unless that has been tried.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub(crate) fn open(&mut self) -> Result<&Environment, String> {
        if self.environment.is_none() {
            let ring = self.ring()?;
            let opened = self.suite.make_backend(&self.label).and_then(|backend| {
                Environment::open(logged(backend, &ring), &self.label, self.index)
                    .map_err(|error| error.to_string())
            });
            self.environment = Some(opened);
        }
        match &self.environment {
            Some(Ok(environment)) => Ok(environment),
            Some(Err(why)) => Err(why.clone()),
            None => Err("the device is not open".to_owned()),
        }
    }

    /// Runs a test.
    pub(crate) fn run(&mut self, test: &Test) -> Execution {
        if let Err(why) = self.open() {
            return Execution::bare(Outcome::HarnessError, format!("the device cannot be opened: {why}"));
        }
        let (Some(Ok(environment)), Some(ring)) = (&self.environment, &self.ring) else {
            return Execution::bare(Outcome::HarnessError, "the device is not open");
        };
        ring.begin_test();
        let done = run_one(test, environment, &Run::of(test, &self.options), &self.peers);
        let body = done.body;
        execution_of(done, body.as_micros().try_into().unwrap_or(u64::MAX), ring.tail(SHOWN_CALLS))
    }
}
