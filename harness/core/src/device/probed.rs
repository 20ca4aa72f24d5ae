//! Probed devices and their backends.

use super::Address;
use crate::backend_options::BackendOptions;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_report::machine::Library;
use ur_ipc_report::one_line;

/// A device under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The address by which processes open it.
    pub address: Address,
    /// Its description, as the driver gives it.
    pub description: DeviceDescription,
}

impl Device {
    /// The first two parts of test names: stable across machines.
    pub fn id(&self) -> String {
        self.address.to_string()
    }

    /// The id with the driver's name for it.
    pub fn describe(&self) -> String {
        format!("{} ({})", self.id(), one_line(&self.description.name))
    }
}

/// The result of probing a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It has listed its devices.
    Ready(Probed),
    /// It is not there, and says why. No error of anybody's.
    NotAvailable(String),
    /// It is there and does not work.
    Broken(String),
    /// The machine lacks what it takes to look.
    NotSeen(String),
}

/// A backend that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedBackend {
    /// Backend and profile.
    pub label: String,
    /// The options that it is constructed with.
    pub options: BackendOptions,
    /// The folder where calls are noted for a trace, if one is asked for.
    pub trace: Option<PathBuf>,
    /// The result of the probe.
    pub availability: Availability,
    /// The way in which the probe process ended badly after its answer, if it did.
    pub left_badly: Option<String>,
}

impl ProbedBackend {
    /// The devices of the backend; none if it cannot be used.
    pub fn devices(&self) -> Vec<Device> {
        let Availability::Ready(probed) = &self.availability else {
            return Vec::new();
        };
        let number = |(index, description): (usize, &DeviceDescription)| Device {
            address: Address {
                label: self.label.clone(),
                index,
                options: self.options.clone(),
                seen: Some(description.clone()),
                trace: self.trace.clone(),
            },
            description: description.clone(),
        };
        probed.devices.iter().enumerate().map(number).collect()
    }

    /// Whether it is there, or may be, and cannot be used.
    pub fn is_broken(&self) -> bool {
        matches!(self.availability, Availability::Broken(_) | Availability::NotSeen(_))
    }

    /// Why it cannot be used, if so.
    pub fn problem(&self) -> Option<String> {
        match &self.availability {
            Availability::Ready(probed) if probed.devices.is_empty() => {
                Some(format!("backend {} has no devices", self.label))
            }
            Availability::Ready(_) => None,
            Availability::NotAvailable(why) => {
                Some(format!("backend {} is not available: {why}", self.label))
            }
            Availability::Broken(why) => Some(format!("backend {} does not work: {why}", self.label)),
            Availability::NotSeen(why) => Some(format!("backend {} cannot be looked at: {why}", self.label)),
        }
    }
}

/// A backend and its devices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probed {
    /// The name of the implementation, in its own words.
    pub implementation: String,
    /// The version of the implementation.
    pub version: String,
    /// Other facts that it reports: names and values.
    pub details: Vec<(String, String)>,
    /// Its devices.
    pub devices: Vec<DeviceDescription>,
    /// The libraries that it has brought into the process.
    pub libraries: Vec<Library>,
}
