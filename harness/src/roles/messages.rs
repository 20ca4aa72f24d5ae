//! What the harness and its children say to each other.

use crate::options::ExecutionOptions;
use crate::process::Message;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use ur_ipc_fixtures::{DeviceDescription, FromPeer, Report, Test, ToPeer};

/// An order to a worker: run a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestOrder {
    pub test: String,
    pub seed: u64,
    /// Time after which the test should give up by itself.
    pub time: Duration,
    /// Whether to note where checks stand.
    pub places: bool,
}

impl TestOrder {
    /// The order for a test under these options.
    pub(crate) fn of(test: &Test, options: &ExecutionOptions) -> Self {
        Self {
            test: test.id.clone(),
            seed: options.seed,
            time: options.soft_timeout(),
            places: options.places,
        }
    }
}

/// From a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FromWorker {
    /// The device is open, and says this of itself.
    Ready(DeviceDescription),
    /// The device cannot be opened, for this reason.
    OpenFailed(String),
    /// The test begins.
    Started,
    /// The test has ended.
    Done(Done),
}

impl FromWorker {
    /// What it is, for reports of one that came unasked.
    pub(crate) const fn what(&self) -> &'static str {
        match self {
            Self::Ready(_) => "that its device is open",
            Self::OpenFailed(_) => "that its device cannot be opened",
            Self::Started => "that a test begins",
            Self::Done(_) => "how a test has ended",
        }
    }
}

/// The end of a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub report: Report,
    /// Time spent in the test.
    pub body: Duration,
    /// The last calls of the test's peers, each with the process id, if the test went wrong.
    pub peer_calls: Vec<(u32, Vec<String>)>,
    /// Why this process should not run another test.
    pub retire: Option<String>,
}

/// What a probe found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ProbeAnswer {
    /// The backend's constructor failed with this reason.
    NotAvailable(String),
    /// The backend is there, but its devices cannot be listed.
    Failed(String),
    /// The devices.
    Devices(Probed),
}

/// A backend and its devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Probed {
    pub implementation: String,
    pub version: String,
    pub details: Vec<(String, String)>,
    pub devices: Vec<DeviceDescription>,
}

macro_rules! kinds {
    ($($message:ty = $kind:literal),* $(,)?) => {
        $(impl Message for $message {
            const KIND: u8 = $kind;
        })*
    };
}
kinds!(ToPeer = 1, FromPeer = 2, TestOrder = 3, FromWorker = 4, ProbeAnswer = 5);
