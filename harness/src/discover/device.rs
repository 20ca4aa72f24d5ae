//! Devices, and the probe that finds them.

use crate::execute::WorkerProcess;
use crate::process::ChannelError;
use crate::report::one_line;
use crate::roles::{Address, ChildRole, ProbeAnswer, Probed};
use crate::suite::BackendOptions;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::DeviceDescription;

/// A device under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Device {
    pub address: Address,
    pub description: DeviceDescription,
}

impl Device {
    /// The first two parts of test names: stable across machines.
    pub(crate) fn id(&self) -> String {
        self.address.to_string()
    }

    /// The id with the driver's name for it.
    pub(crate) fn told(&self) -> String {
        format!("{} ({})", self.id(), one_line(&self.description.name))
    }
}

/// What is known about a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Availability {
    Ready(Probed),
    /// It is not there, and says why. No error of anybody's.
    NotAvailable(String),
    /// It is there and does not work.
    Broken(String),
}

/// A backend that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProbedBackend {
    pub label: String,
    pub options: BackendOptions,
    pub availability: Availability,
}

impl ProbedBackend {
    /// The devices of the backend; none if it cannot be used.
    pub(crate) fn devices(&self) -> Vec<Device> {
        let Availability::Ready(probed) = &self.availability else {
            return Vec::new();
        };
        let number = |(index, description): (usize, &DeviceDescription)| Device {
            address: Address {
                label: self.label.clone(),
                index,
                options: self.options.clone(),
                seen: Some(description.clone()),
            },
            description: description.clone(),
        };
        probed.devices.iter().enumerate().map(number).collect()
    }

    /// Why it cannot be used, if so.
    pub(crate) fn problem(&self) -> Option<String> {
        match &self.availability {
            Availability::Ready(probed) if probed.devices.is_empty() => {
                Some(format!("backend {} has no devices", self.label))
            }
            Availability::Ready(_) => None,
            Availability::NotAvailable(why) => {
                Some(format!("backend {} is not available: {why}", self.label))
            }
            Availability::Broken(why) => Some(format!("backend {} does not work: {why}", self.label)),
        }
    }
}

/// Looks for the devices of a backend in a child process.
pub(crate) fn probe(label: &str, options: &BackendOptions, patience: Duration) -> ProbedBackend {
    let address = Address { label: label.to_owned(), index: 0, options: options.clone(), seen: None };
    let availability = ask(&address, patience);
    ProbedBackend { label: address.label, options: address.options, availability }
}

fn ask(address: &Address, patience: Duration) -> Availability {
    let mut child = match WorkerProcess::spawn(ChildRole::Probe, address) {
        Ok(child) => child,
        Err(error) => return Availability::Broken(format!("no probe can be started: {error}")),
    };
    match child.receive(Instant::now() + patience) {
        Ok(ProbeAnswer::Devices(probed)) => Availability::Ready(probed),
        Ok(ProbeAnswer::NotAvailable(why)) => Availability::NotAvailable(why),
        Ok(ProbeAnswer::Failed(why)) => Availability::Broken(why),
        Err(ChannelError::Closed) => {
            let end = child.await_end(patience);
            Availability::Broken(format!("the probe ended: {}", child.told(end)))
        }
        Err(ChannelError::TimedOut) => Availability::Broken(format!(
            "listing its devices took longer than {patience:?}{}",
            child.hanging()
        )),
        Err(error) => Availability::Broken(format!("the probe's answer is garbled: {error}")),
    }
}
