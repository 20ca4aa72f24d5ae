//! What results say of backends and devices.

use crate::device::{Availability, Device, ProbedBackend};
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

/// The entry of a device.
pub fn device_entry(device: &Device) -> DeviceEntry {
    let (backend, description) = (device.address.label.clone(), device.description.clone());
    DeviceEntry { id: device.id(), backend, description }
}
