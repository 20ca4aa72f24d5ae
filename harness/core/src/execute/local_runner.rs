//! Tests in this very process.

use super::aftermath::{Aftermath, Late};
use super::execution::execution_of;
use crate::children::{CallLog, ChildRole, OpenError, Peers, TestOrder, open, run_one};
use crate::device::Address;
use crate::suite::Suite;
use std::sync::Arc;
use ur_ipc_fixtures::{Environment, Test};
use ur_ipc_isolated::crash::{self, CrashMemory};
use ur_ipc_isolated::{CallRing, share};
use ur_ipc_report::last_calls::calls_in;
use ur_ipc_report::options::ExecutionOptions;
use ur_ipc_report::outcome::{Execution, Outcome};

/// Runs tests without isolation, for debuggers.
pub(super) struct LocalRunner<'s> {
    suite: &'s Suite,
    address: Address,
    options: ExecutionOptions,
    /// The device, as opened for the first test, or the error; `None` before.
    opened: Option<Result<Opened, OpenError>>,
    peers: Peers,
    /// Ends of peers after the tests of which they were.
    late: Vec<Late>,
}

/// The device, and where its calls are logged, and its end.
struct Opened {
    environment: Arc<Environment>,
    log: Arc<CallLog>,
    crash: Arc<CrashMemory>,
}

impl<'s> LocalRunner<'s> {
    pub(super) fn new(suite: &'s Suite, address: &Address, options: ExecutionOptions) -> Self {
        Self {
            suite,
            address: address.clone(),
            options,
            opened: None,
            peers: Peers::new(address),
            late: Vec::new(),
        }
    }

    /// Runs a test.
    pub(super) fn run(&mut self, test: &Test) -> Execution {
        let Self { suite, address, options, opened, peers, late } = self;
        let name = format!("{address}::{}", test.id);
        let opened = opened.get_or_insert_with(|| Opened::new(suite, address, &name));
        let Opened { environment, log, crash } = match opened {
            Ok(opened) => opened,
            Err(why) => {
                return Execution::bare(Outcome::HarnessError, format!("the device cannot be opened: {why}"));
            }
        };
        log.begin_test(&test.id);
        crash.begin_job(&name);
        let mut done = run_one(test, environment, &TestOrder::of(test, options), peers);
        crash.end_job();
        log.end_test();
        late.extend(std::mem::take(&mut done.late).into_iter().map(Late::from));
        let body = done.body;
        let duration_us = body.as_micros().try_into().unwrap_or(u64::MAX);
        execution_of(done, duration_us, || calls_in(log.ring()), std::process::id())
    }

    pub(super) fn finish(mut self) -> Aftermath {
        self.late.extend(self.peers.dismiss(self.options.timeout).into_iter().map(Late::from));
        Aftermath { late: self.late, problems: Vec::new() }
    }
}

impl Opened {
    /// Opens the device for its first test, of this name.
    fn new(suite: &Suite, address: &Address, test: &str) -> Result<Self, OpenError> {
        let no_memory = |what| move |why| OpenError::NoMemory { what, why };
        let mut ring = CallRing::create().map_err(no_memory("call log"))?;
        let mut crash = crash::create().map_err(no_memory("record of a crash"))?;
        share(&ring, &crash);
        ring.handed_over();
        crash.handed_over();
        let log = Arc::new(CallLog::new(Arc::new(ring), ChildRole::Worker, address));
        let crash = Arc::new(crash);
        crash::give_room();
        crash::watch(&crash);
        crash.begin_job(test);
        let backend = suite.make_backend(&address.label, &address.options)?;
        Ok(Self { environment: open(backend, address, &log)?, log, crash })
    }
}
