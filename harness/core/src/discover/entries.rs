//! Entries of backends and devices in the results.

use crate::device::{Availability, Device, ProbedBackend};
use crate::suite::Suite;
use ur_ipc_report::{BackendEntry, DeviceEntry};

/// The entry of a backend that was looked at.
pub fn backend_entry(backend: &ProbedBackend) -> BackendEntry {
    let mut entry = BackendEntry {
        label: backend.label.clone(),
        available: false,
        reason: backend.problem(),
        name: String::new(),
        version: String::new(),
        details: Vec::new(),
        libraries: Vec::new(),
    };
    if let Availability::Ready(probed) = &backend.availability {
        entry.available = !probed.devices.is_empty();
        entry.name.clone_from(&probed.implementation);
        entry.version.clone_from(&probed.version);
        entry.details.clone_from(&probed.details);
        entry.libraries.clone_from(&probed.libraries);
    }
    entry
}

/// The entry of a device of the suite's backends.
pub fn device_entry(suite: &Suite, device: &Device) -> DeviceEntry {
    let (backend, description) = (device.address.label.clone(), device.description.clone());
    let software = suite.is_software(&backend) || description.stand_in;
    DeviceEntry { id: device.id(), backend, software, description }
}
