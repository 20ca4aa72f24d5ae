//! Lists of tests and devices for programs.

use schemars::JsonSchema;
use serde::Serialize;
use ur_ipc_fixtures::Depth;
use ur_ipc_harness::discover::{Discovery, backend_entry, device_entry};
use ur_ipc_harness::plan::Planned;
use ur_ipc_harness::suite::{Backend, Suite};
use ur_ipc_report::requirements::{Chapter, Level};
use ur_ipc_report::{BackendEntry, DeviceEntry};

/// The version of the shape of `list --json`.
pub(super) const TESTS: &str = "ur-ipc-cts/tests/1";

/// The version of the shape of `devices --json`.
pub(super) const DEVICES: &str = "ur-ipc-cts/devices/1";

/// The tests that a run would run.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ListedTests<'p> {
    /// The version of this shape.
    #[schemars(extend("const" = TESTS))]
    schema: &'static str,
    /// The tests, in the order in which they run.
    tests: Vec<ListedTest<'p>>,
}

/// A test on a device.
#[derive(Debug, Serialize, JsonSchema)]
struct ListedTest<'p> {
    /// The full name.
    name: &'p str,
    /// The id of the device.
    device: &'p str,
    /// The id of the test, which is the same on all devices.
    test: &'p str,
    /// The family of the test.
    family: &'p str,
    /// How binding the requirements are that it checks.
    level: Level,
    /// The part of the verdict that it counts for.
    chapter: Chapter,
    /// The ids of the requirements that it checks.
    requirements: &'p [&'static str],
    /// The capabilities that it needs. A device that lacks one has the test skipped.
    needs: Vec<String>,
    /// Whether it is in thorough runs only.
    thorough: bool,
    /// Whether it runs in several processes.
    several_processes: bool,
}

impl<'p> ListedTests<'p> {
    /// Those of a plan.
    pub(super) fn new(tests: impl IntoIterator<Item = &'p Planned>) -> Self {
        Self { schema: TESTS, tests: tests.into_iter().map(ListedTest::new).collect() }
    }
}

impl<'p> ListedTest<'p> {
    fn new(planned: &'p Planned) -> Self {
        let test = &planned.test;
        Self {
            name: &planned.name,
            device: &planned.device_id,
            test: &test.id,
            family: test.family,
            level: planned.level,
            chapter: planned.chapter,
            requirements: &test.requirements,
            needs: test.needs.iter().map(ToString::to_string).collect(),
            thorough: test.depth == Depth::Thorough,
            several_processes: test.is_scenario(),
        }
    }
}

/// The backends of this build, and the devices on this machine.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ListedDevices {
    /// The version of this shape.
    #[schemars(extend("const" = DEVICES))]
    schema: &'static str,
    /// The backends of this build.
    built_in: Vec<BuiltIn>,
    /// The backends that were looked at.
    backends: Vec<BackendEntry>,
    /// Their devices.
    devices: Vec<DeviceEntry>,
    /// Why backends have no devices, or broke while they listed them.
    problems: Vec<String>,
}

/// A backend of this build.
#[derive(Debug, Serialize, JsonSchema)]
struct BuiltIn {
    /// Its name.
    name: &'static str,
    /// One line about it.
    description: &'static str,
    /// Its profiles: devices that can do less, or another driver.
    profiles: Vec<Profile>,
}

/// A profile of a backend.
#[derive(Debug, Serialize, JsonSchema)]
struct Profile {
    /// The name, as it stands behind `@`.
    name: &'static str,
    /// One line about it.
    description: &'static str,
}

impl ListedDevices {
    /// Makes the list from what was discovered.
    pub(super) fn new(suite: &Suite, discovery: &Discovery) -> Self {
        Self {
            schema: DEVICES,
            built_in: suite.backends.iter().map(BuiltIn::new).collect(),
            backends: discovery.backends.iter().map(backend_entry).collect(),
            devices: discovery.devices().iter().map(|device| device_entry(suite, device)).collect(),
            problems: discovery.missing().into_iter().chain(discovery.broken()).collect(),
        }
    }
}

impl BuiltIn {
    fn new(backend: &Backend) -> Self {
        let profiles = backend.profiles.iter();
        Self {
            name: backend.name,
            description: backend.description,
            profiles: profiles.map(|&(name, description)| Profile { name, description }).collect(),
        }
    }
}
