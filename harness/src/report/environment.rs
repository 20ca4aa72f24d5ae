//! What a run ran in, and with.

use crate::discover::{Availability, Device, ProbedBackend};
use serde::Serialize;
use ur_ipc_fixtures::DeviceDescription;

/// The `environment` of a result file.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct RunEnvironment {
    pub suite_version: String,
    pub kernel: String,
    pub architecture: String,
    /// Yama's `ptrace_scope`, on which sharing by descriptors depends; absent where there is no Yama.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptrace_scope: Option<u8>,
    pub command_line: Vec<String>,
    /// How the tests are run; absent where the run ended before that was known.
    #[serde(flatten)]
    pub terms: Option<RunTerms>,
    pub backends: Vec<BackendEntry>,
    /// The skiplists that are about any of the devices, in the order in which they are asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skiplists: Vec<String>,
    /// Time of the whole run, in microseconds; absent until it has ended.
    pub wall_us: Option<u64>,
    /// Time inside tests, in microseconds; absent until the run has ended.
    pub body_us: Option<u64>,
}

/// How the tests of a run are run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunTerms {
    pub seed: u64,
    pub timeout_ms: u64,
    pub isolation: String,
    pub shuffled: bool,
}

/// A backend that was looked at.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BackendEntry {
    pub label: String,
    pub available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<(String, String)>,
}

/// An element of `devices` of a result file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DeviceEntry<'d> {
    id: String,
    backend: &'d str,
    #[serde(flatten)]
    description: &'d DeviceDescription,
}

impl RunEnvironment {
    /// What is known of this machine and this process; the rest is to be filled in.
    pub(crate) fn current() -> Self {
        let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Self {
            suite_version: env!("CARGO_PKG_VERSION").to_owned(),
            kernel: kernel.trim().to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            ptrace_scope: std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope")
                .ok()
                .and_then(|scope| scope.trim().parse().ok()),
            command_line: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
            ..Self::default()
        }
    }
}

impl BackendEntry {
    pub(crate) fn new(backend: &ProbedBackend) -> Self {
        let mut entry = Self {
            label: backend.label.clone(),
            available: false,
            reason: backend.problem(),
            name: String::new(),
            version: String::new(),
            details: Vec::new(),
        };
        if let Availability::Ready(probed) = &backend.availability {
            entry.available = !probed.devices.is_empty();
            entry.name.clone_from(&probed.implementation);
            entry.version.clone_from(&probed.version);
            entry.details.clone_from(&probed.details);
        }
        entry
    }
}

impl<'d> DeviceEntry<'d> {
    pub(crate) fn new(device: &'d Device) -> Self {
        Self { id: device.id(), backend: &device.address.label, description: &device.description }
    }
}
