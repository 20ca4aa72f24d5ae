//! The environment and the terms of a run.

use super::request_record::RequestRecord;
use crate::built::Build;
use crate::machine::{Library, Machine, utc};
use crate::options::{ExecutionOptions, Front};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::time::SystemTime;
use ur_ipc_fixtures::DeviceDescription;

/// The `environment` of a result file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunEnvironment {
    /// The version of this suite.
    pub suite_version: String,
    /// The commit that it was built of, as git names it, with `-dirty` behind it where files had been changed; `unknown`
    /// where neither a repository nor a package said.
    #[serde(default = "unknown")]
    pub suite_commit: String,
    /// When the run began: RFC 3339, in UTC.
    #[serde(default)]
    pub started: String,
    /// The name of the host that it ran on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub host: String,
    /// The machine, and what confines processes on it.
    #[serde(flatten)]
    pub machine: Machine,
    /// The words that the run was started with.
    pub command_line: Vec<String>,
    /// The variables that drivers and runtimes read, as `NAME=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// How the tests are run; absent where the run ended before that was known.
    #[serde(flatten)]
    pub terms: Option<RunTerms>,
    /// What was to be run; absent where the run ended before that was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<RequestRecord>,
    /// The backends that were looked at.
    pub backends: Vec<BackendEntry>,
    /// The skiplists that are about any of the devices, in the order in which they are asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skiplists: Vec<String>,
    /// Time of the whole run, in microseconds; absent until it has ended.
    pub wall_us: Option<u64>,
    /// Time inside tests, in microseconds; absent until the run has ended.
    pub body_us: Option<u64>,
    /// What each part ran in, and with, of results that were put together from parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<RunEnvironment>,
}

/// How the tests of a run are run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunTerms {
    /// What started the run.
    #[serde(default)]
    pub front: Front,
    /// Seed of everything random in tests.
    pub seed: u64,
    /// Time for one test, in milliseconds.
    pub timeout_ms: u64,
    /// How far tests are kept apart: `worker`, `process` or `in-process`.
    pub isolation: String,
    /// Whether the tests of each device run in an order drawn from the seed.
    pub shuffled: bool,
    /// The conditions on tests and devices, in words; without one, all tests run on all devices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selection: Vec<String>,
    /// Those conditions of the selection that choose devices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen_devices: Vec<String>,
}

/// A backend that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BackendEntry {
    /// Its name, with its profile if it has one.
    pub label: String,
    /// Whether it has devices.
    pub available: bool,
    /// Why it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The name of the implementation, in its own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The version of the implementation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// What else it says of itself: names and values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<(String, String)>,
    /// The libraries that are in a process because of it, when it has listed its devices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub libraries: Vec<Library>,
}

/// An element of `devices` of a result file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceEntry {
    /// The first two parts of the names of its tests.
    pub id: String,
    /// The label of its backend.
    pub backend: String,
    /// Whether it is software: a model, or what stands in for a driver. False in results of suites that did not say.
    #[serde(default)]
    pub software: bool,
    /// What it says of itself.
    #[serde(flatten)]
    pub description: DeviceDescription,
}

/// The version of this suite.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit of a build that nobody can tell.
pub const UNKNOWN: &str = "unknown";

fn unknown() -> String {
    UNKNOWN.to_owned()
}

/// The words that this process was started with.
pub(super) fn command_line() -> Vec<String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// The prefixes of variables that drivers and runtimes read.
const OF_DRIVERS: [&str; 10] = [
    "CUDA_DEVICE_ORDER",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_VISIBLE_DEVICES",
    "LEVEL_ZERO_SOFT_",
    "ONEAPI_DEVICE_SELECTOR",
    "SYCL_",
    "UMF_",
    "UR_",
    "ZE_",
    "ZEX_",
];
/// The prefix of the suite's own, which the command line repeats.
const OF_SUITE: &str = "UR_IPC_CTS_";

/// The variables that drivers and runtimes read, as `NAME=value`, sorted.
pub(super) fn driver_variables(all: impl Iterator<Item = (OsString, OsString)>) -> Vec<String> {
    let texts = all.map(|(name, value)| [name, value].map(|text| text.to_string_lossy().into_owned()));
    let is_told =
        |name: &str| OF_DRIVERS.iter().any(|prefix| name.starts_with(prefix)) && !name.starts_with(OF_SUITE);
    let mut told: Vec<String> =
        texts.filter(|[name, _]| is_told(name)).map(|[name, value]| format!("{name}={value}")).collect();
    told.sort();
    told
}

impl RunTerms {
    /// Those of these options.
    #[must_use]
    pub fn new(front: Front, options: &ExecutionOptions, shuffled: bool) -> Self {
        let ExecutionOptions { seed, timeout, isolation, .. } = options;
        Self {
            front,
            seed: *seed,
            timeout_ms: timeout.as_millis().try_into().unwrap_or(u64::MAX),
            isolation: isolation.name().to_owned(),
            shuffled,
            selection: Vec::new(),
            chosen_devices: Vec::new(),
        }
    }

    /// Returns the conditions on tests, without those on devices.
    pub fn chosen_tests(&self) -> impl Iterator<Item = &String> {
        self.selection.iter().filter(|told| !self.chosen_devices.contains(told))
    }

    /// True if devices were chosen, and not just found.
    pub(super) fn names_devices(&self) -> bool {
        !self.chosen_devices.is_empty()
    }
}

impl RunEnvironment {
    /// Describes this machine, this process and the build of the suite. The caller fills in the rest.
    pub fn current(build: &Build) -> Self {
        Self {
            suite_version: VERSION.to_owned(),
            suite_commit: build.commit.unwrap_or(UNKNOWN).to_owned(),
            started: utc(SystemTime::now()),
            host: host(),
            machine: Machine::current(),
            command_line: command_line(),
            variables: driver_variables(std::env::vars_os()),
            ..Self::default()
        }
    }
}

fn host() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// Lists the facts that a device reports of itself, by name. Facts that it does not report are left out.
pub fn facts(known: &DeviceDescription) -> impl Iterator<Item = (&'static str, &str)> {
    let facts = [
        ("name", known.name.as_str()),
        ("vendor", &known.vendor),
        ("driver", &known.driver_version),
        ("platform", &known.platform),
        ("adapter", &known.adapter),
        ("uuid", &known.uuid),
        ("pci", &known.pci_address),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty())
}

/// Returns which kinds of objects a device claims to share, in words.
pub fn shares(known: &DeviceDescription) -> String {
    let shares = [
        ("memory", known.ipc_memory),
        ("physical memory", known.ipc_physical_memory),
        ("events", known.ipc_event),
    ];
    let told = shares.map(|(what, answer)| {
        format!("{what}: {}", answer.map_or("no answer", |yes| if yes { "yes" } else { "no" }))
    });
    told.join(", ")
}
