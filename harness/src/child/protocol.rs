//! What the harness and its children say to each other.

use crate::options::ExecutionOptions;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use ur_ipc_fixtures::{DeviceDescription, Report, Test};

/// Kinds of frames between harness and workers or probes. Apart from those between tests and peers, so that
/// a mix-up is noticed.
pub(crate) mod kind {
    /// Harness to worker: run a test ([`Run`](super::Run)).
    pub(crate) const RUN: u8 = 32;
    /// Worker: the device is open; the payload describes it ([`DeviceDescription`](super::DeviceDescription)).
    pub(crate) const READY: u8 = 33;
    /// Worker: the device cannot be opened; the payload is the reason.
    pub(crate) const OPEN_FAILED: u8 = 34;
    /// Worker: the test begins.
    pub(crate) const STARTED: u8 = 35;
    /// Worker: the test has ended ([`Done`](super::Done)).
    pub(crate) const DONE: u8 = 36;
    /// Probe: the answer ([`ProbeAnswer`](super::ProbeAnswer)).
    pub(crate) const PROBED: u8 = 37;
}

/// An order to run a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub test: String,
    pub seed: u64,
    /// Time after which the test should give up by itself.
    pub time: Duration,
    /// Whether to note where checks stand.
    pub places: bool,
}

impl Run {
    /// The order for a test under these options.
    pub(crate) fn of(test: &Test, options: &ExecutionOptions) -> Self {
        Self {
            test: test.id.to_owned(),
            seed: options.seed,
            time: options.soft_timeout(),
            places: options.places,
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
