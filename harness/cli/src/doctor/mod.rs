//! The diagnosis of this machine: what can be tested, what is missing for more, and the remedy.

mod libraries;
mod machine;
mod nodes;
mod text;

use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;
use ur_ipc_harness::backend_options::BackendOptions;
use ur_ipc_harness::children::Examined;
use ur_ipc_harness::device::{Availability, ProbedBackend};
use ur_ipc_harness::discover::{Discovery, Fallback, Unexamined, device_entry, examine};
use ur_ipc_harness::suite::{Suite, UnknownBackend};
use ur_ipc_report::machine::{Library, Machine};
use ur_ipc_report::{DeviceEntry, UNKNOWN, VERSION, shares};

/// The version of the shape of `--json`.
pub const SCHEMA: &str = "ur-ipc-cts/doctor/1";

/// How something that was looked at is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    /// As it should be.
    Ok,
    /// Not as one might wish; tests can run all the same.
    Note,
    /// Tests cannot run for this, or not all of them.
    Missing,
}

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Check {
    /// What.
    pub what: String,
    /// How it is.
    pub state: CheckState,
    /// What was found.
    pub found: String,
    /// What to do, where there is something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Whether it is there and has a mistake, which is called wrong, not missing.
    #[serde(skip)]
    pub wrong: bool,
}

/// A backend that was looked at.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BackendReport {
    /// Its name, with its profile if it was asked for with one.
    pub label: String,
    /// One line about it.
    pub description: String,
    /// The cargo feature that builds it in, if this build lacks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuild_with: Option<String>,
    /// Whether tests can run on it.
    pub usable: bool,
    /// Whether it is software, so that no hardware is tested on it.
    pub software: bool,
    /// The label of the software that a run without `--backend` tests in its place, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// Its devices.
    pub devices: Vec<DeviceEntry>,
    /// What was looked at for it.
    pub checks: Vec<Check>,
    /// What it says of itself: names and values.
    pub details: Vec<(String, String)>,
    /// The libraries that were in a process because of it.
    pub libraries: Vec<Library>,
}

/// All that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The version of this shape.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: &'static str,
    /// The version of this suite.
    pub suite_version: &'static str,
    /// The commit of this suite.
    pub suite_commit: String,
    /// Whether what was asked for can be tested: each backend that was named, or any where none was.
    pub usable: bool,
    /// The machine, and what confines processes on it.
    pub machine: Machine,
    /// What was looked at, whatever the backend.
    pub checks: Vec<Check>,
    /// The backends.
    pub backends: Vec<BackendReport>,
}

impl Check {
    pub(crate) fn new(what: impl Into<String>, state: CheckState, found: impl Into<String>) -> Self {
        Self { what: what.into(), state, found: found.into(), advice: None, wrong: false }
    }

    /// Something that is there, and that nobody can use as it is.
    pub(crate) fn wrong(what: impl Into<String>, found: impl Into<String>) -> Self {
        Self { wrong: true, ..Self::new(what, CheckState::Missing, found) }
    }

    pub(crate) fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }
}

impl Diagnosis {
    /// Adds something that was looked at. What tests cannot run for leaves nothing usable.
    pub(crate) fn add(&mut self, check: Check) {
        self.usable &= check.state != CheckState::Missing;
        self.checks.push(check);
    }

    /// Looks at the backends of these labels, or at all there are.
    ///
    /// # Errors
    /// A label that names nothing.
    pub fn new(
        suite: &Suite,
        labels: &[String],
        options: &BackendOptions,
        patience: Duration,
    ) -> Result<Self, UnknownBackend> {
        // With hardware asked for, nothing stands in for what is missing.
        let discovery = Discovery::open(suite, labels, options, None, patience, true)?;
        let machine = Machine::current();
        let examined: Vec<Result<Examined, Unexamined>> =
            discovery.backends.iter().map(|probed| examine(&probed.label, options, patience)).collect();
        let trials = match examined.first() {
            Some(Ok(first)) => first.trials.clone(),
            _ => examine("", options, patience).map(|examined| examined.trials).unwrap_or_default(),
        };
        let checks = machine::checks(&machine, &trials);
        let shareable = machine::shareable(&machine, &trials);
        let reports = discovery.backends.iter().zip(&examined);
        let mut backends: Vec<BackendReport> = reports
            .map(|(probed, examined)| report(suite, &discovery, probed, examined, shareable))
            .collect();
        let usable = if labels.is_empty() {
            backends.iter().any(|backend| backend.usable || backend.replaced_by.is_some())
        } else {
            backends.iter().all(|backend| backend.usable)
        };
        let lacking =
            checks.iter().any(|check| check.state == CheckState::Missing && check.what == machine::ROOM);
        if labels.is_empty() {
            backends.extend(suite.build.not_built.iter().map(|known| BackendReport {
                label: known.backend.to_owned(),
                description: known.description.to_owned(),
                rebuild_with: Some(known.feature.to_owned()),
                usable: false,
                software: false,
                replaced_by: None,
                devices: Vec::new(),
                checks: Vec::new(),
                details: Vec::new(),
                libraries: Vec::new(),
            }));
        }
        Ok(Self {
            schema: SCHEMA,
            suite_version: VERSION,
            suite_commit: suite.build.commit.unwrap_or(UNKNOWN).to_owned(),
            usable: usable && !lacking,
            machine,
            checks,
            backends,
        })
    }
}

fn report(
    suite: &Suite,
    discovery: &Discovery,
    probed: &ProbedBackend,
    examined: &Result<Examined, Unexamined>,
    shareable: bool,
) -> BackendReport {
    // The label has been resolved before.
    let known = suite.resolve(&probed.label).ok();
    let devices = probed.devices();
    let is_software = suite.is_software(&probed.label);
    let mut requires = known.map(|(backend, _)| backend.requires.clone()).unwrap_or_default();
    let are_stand_ins = !devices.is_empty() && devices.iter().all(|device| device.description.stand_in);
    let is_software = is_software || are_stand_ins;
    if is_software {
        // What stands in for a driver and a GPU needs neither.
        requires.libraries.clear();
        requires.nodes.clear();
    }
    let mut checks = Vec::new();
    if devices.is_empty() || !is_software {
        match examined {
            Ok(examined) => checks.extend(libraries::checks(&requires.libraries, &examined.libraries)),
            Err(why) => checks.push(Check::new("libraries", CheckState::Missing, why.to_string())),
        }
        checks.extend(requires.nodes.iter().flat_map(nodes::checks));
    }
    let lacks_requirement = checks.iter().any(|check| check.state == CheckState::Missing);
    if requires.descriptors && !shareable {
        let found = "its processes take descriptors from each other, which is not allowed here";
        checks.push(
            Check::new("sharing", CheckState::Missing, found).advise("see what is said of the machine"),
        );
    }
    let fallback = discovery.fallbacks.iter().find(|fallback| fallback.missing == probed.label);
    let listed = availability(probed, lacks_requirement);
    checks.push(match fallback {
        None => listed,
        Some(Fallback { label, problem: None, .. }) => {
            listed.advise(format!("to test without hardware, use --backend {label}, which is software"))
        }
        Some(Fallback { problem: Some(problem), .. }) => {
            listed.advise(format!("no software stands in for it either: {problem}"))
        }
    });
    for device in &devices {
        let description = &device.description;
        let state = if description.shares_any() { CheckState::Ok } else { CheckState::Note };
        checks.push(Check::new(device.describe(), state, format!("shares {}", shares(description))));
    }
    let (details, libraries) = match &probed.availability {
        Availability::Ready(probed) => (probed.details.clone(), probed.libraries.clone()),
        _ => (Vec::new(), Vec::new()),
    };
    BackendReport {
        label: probed.label.clone(),
        description: known.map(|(backend, _)| backend.description.to_owned()).unwrap_or_default(),
        rebuild_with: None,
        usable: !devices.is_empty() && probed.left_badly.is_none(),
        software: is_software,
        replaced_by: fallback
            .filter(|fallback| !discovery.explicit && fallback.problem.is_none())
            .map(|fallback| fallback.label.clone()),
        devices: devices.iter().map(|device| device_entry(suite, device)).collect(),
        checks,
        details,
        libraries,
    }
}

/// The check of the devices. Without a library or a node the backend cannot say more than the checks of these.
fn availability(probed: &ProbedBackend, lacks_requirement: bool) -> Check {
    let what = "devices";
    match (&probed.availability, &probed.left_badly) {
        (Availability::Ready(found), Some(how)) => {
            let count = found.devices.len();
            Check::new(what, CheckState::Missing, format!("{count} listed, and then: {how}"))
        }
        (Availability::Ready(found), None) if found.devices.is_empty() => {
            Check::new(what, CheckState::Missing, "none")
        }
        (Availability::Ready(found), None) => {
            let named = format!("{} by {} {}", found.devices.len(), found.implementation, found.version);
            Check::new(what, CheckState::Ok, named)
        }
        (Availability::NotAvailable(_), _) if lacks_requirement => {
            Check::new(what, CheckState::Missing, "none, because of the lines above")
        }
        (Availability::NotAvailable(why) | Availability::NotSeen(why), _) => {
            Check::new(what, CheckState::Missing, why)
        }
        (Availability::Broken(why), _) => {
            let advice =
                "the backend or its driver is at fault: its call before the end is the last one named";
            Check::new(what, CheckState::Missing, why).advise(advice)
        }
    }
}
