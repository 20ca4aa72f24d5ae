//! Devices, and the probe that finds them.

use crate::child::{ChildRole, ProbeAnswer, Probed, kind};
use crate::execution::{Waited, WorkerProcess, hanging, worker_end};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::DeviceDescription;

/// A device under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Device {
    /// Backend and profile.
    pub label: String,
    /// Number among the devices of the backend.
    pub index: usize,
    pub description: DeviceDescription,
}

impl Device {
    /// The first two parts of test names: stable across machines.
    pub(crate) fn id(&self) -> String {
        format!("{}::dev{}", self.label, self.index)
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
    pub availability: Availability,
}

impl ProbedBackend {
    /// The devices of the backend; none if it cannot be used.
    pub(crate) fn devices(&self) -> Vec<Device> {
        let Availability::Ready(probed) = &self.availability else {
            return Vec::new();
        };
        let number = |(index, description): (usize, &DeviceDescription)| Device {
            label: self.label.clone(),
            index,
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
pub(crate) fn probe(label: &str, patience: Duration) -> ProbedBackend {
    ProbedBackend { label: label.to_owned(), availability: ask(label, patience) }
}

fn ask(label: &str, patience: Duration) -> Availability {
    let mut child = match WorkerProcess::spawn(ChildRole::Probe, label, 0) {
        Ok(child) => child,
        Err(error) => return Availability::Broken(format!("no probe can be started: {error}")),
    };
    match child.receive(Instant::now() + patience) {
        Waited::Frame(frame) if frame.kind == kind::PROBED => match frame.message() {
            Ok(ProbeAnswer::Devices(probed)) => Availability::Ready(probed),
            Ok(ProbeAnswer::NotAvailable(why)) => Availability::NotAvailable(why),
            Ok(ProbeAnswer::Failed(why)) => Availability::Broken(why),
            Err(error) => Availability::Broken(format!("the probe's answer is garbled: {error}")),
        },
        Waited::Frame(frame) => {
            Availability::Broken(format!("the probe answered with a frame of kind {}", frame.kind))
        }
        Waited::Gone => {
            Availability::Broken(format!("the probe ended: {}", worker_end(&mut child, patience)))
        }
        Waited::Garbled(what) => Availability::Broken(format!("the probe's answer is garbled: {what}")),
        Waited::TimedOut => Availability::Broken(format!(
            "listing its devices took longer than {patience:?}{}",
            hanging(&child)
        )),
    }
}
