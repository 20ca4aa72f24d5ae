//! Messages between the harness and its children.

use super::before::Before;
use super::death::Death;
use super::examiner::Examined;
use crate::device::Probed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use ur_ipc_fixtures::{DeviceDescription, FromPeer, Report, Test, ToPeer};
use ur_ipc_isolated::Message;
use ur_ipc_isolated::crash::{RawCrash, RawStacks};
use ur_ipc_report::last_calls::ProcessCalls;
use ur_ipc_report::options::ExecutionOptions;

/// From the harness to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Run a test.
    Run(TestOrder),
    /// There are no more tests: leave, and let peers leave, within this time.
    Leave(Duration),
}

/// An order to run a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestOrder {
    /// The id of the test.
    pub test: String,
    /// Comes back with the verdict: what does not know it does not speak for the worker.
    pub token: u64,
    /// Its seed.
    pub seed: u64,
    /// Time after which the test should give up by itself.
    pub time: Duration,
    /// Whether to note where checks stand.
    pub places: bool,
    /// The calls in which so many tests have hung that a peer which stands still in them is not waited for in full.
    pub hangs: BTreeSet<String>,
}

impl TestOrder {
    /// The order for a test under these options.
    pub fn of(test: &Test, options: &ExecutionOptions) -> Self {
        Self {
            test: test.id.clone(),
            token: RandomState::new().hash_one(&test.id),
            seed: options.seed,
            time: options.soft_timeout(),
            places: options.places,
            hangs: BTreeSet::new(),
        }
    }
}

/// From a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The device is open, and says this of itself.
    Ready(DeviceDescription),
    /// The device cannot be opened, for this reason.
    OpenFailed(String),
    /// The test has ended.
    Done(Box<Done>),
    /// The peers have left, and the worker leaves.
    Left(Vec<LateEnd>),
}

/// The bad end of a process after its last test, which had ended well for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateEnd {
    /// The id of that test.
    pub test: String,
    /// Completes "after its end ...": "peer 4711 was ended by SIGSEGV".
    pub how: String,
    /// Other tests in which the process took part before.
    pub before: Before,
}

impl FromWorker {
    /// Describes the message, for reports of one that came out of turn.
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Ready(_) => "that its device is open",
            Self::OpenFailed(_) => "that its device cannot be opened",
            Self::Done(_) => "how a test has ended",
            Self::Left(_) => "that it leaves",
        }
    }
}

/// The end of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// That of the order.
    pub token: u64,
    /// The test's own report.
    pub report: Report,
    /// Time spent in the test.
    pub body: Duration,
    /// The last calls of the test's peers, if the test went wrong. Their times are those of the clock.
    pub peer_calls: Vec<ProcessCalls>,
    /// The crashes of the test's peers, each with the process id, if the test went wrong.
    pub peer_crashes: Vec<(u32, RawCrash)>,
    /// The stacks of the processes of the test, if one of them gave no answer in time.
    pub stacks: Vec<RawStacks>,
    /// The deaths of peers that took part in the test, if the test went wrong.
    pub peer_deaths: Vec<Death>,
    /// The calls in which peers were that gave no answer in time.
    pub peer_hangs: BTreeSet<String>,
    /// Why this process should not run another test.
    pub retire: Option<String>,
    /// The bad ends of peers after their part in this test or in an earlier one.
    pub late: Vec<LateEnd>,
}

/// The answer of a probe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProbeAnswer {
    /// The backend's constructor failed with this reason.
    NotAvailable(String),
    /// The backend is there, but its devices cannot be listed.
    Failed(String),
    /// The devices.
    Devices(Probed),
}

macro_rules! kinds {
    ($($message:ty = $kind:literal),* $(,)?) => {
        $(impl Message for $message {
            const KIND: u8 = $kind;
        })*
    };
}
/// A message of a scenario, on its way between processes.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub struct Played<M>(pub M);

kinds!(
    Played<ToPeer> = 1,
    Played<&ToPeer> = 1,
    Played<FromPeer> = 2,
    Played<&FromPeer> = 2,
    ToWorker = 3,
    FromWorker = 4,
    ProbeAnswer = 5,
    Examined = 6,
);
