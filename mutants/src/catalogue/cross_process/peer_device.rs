//! Defects of opening on another device than the one where the object was made. Tests write them down.

use super::sharing::{Defect, Memory, Open, Physical, lock, make};
use crate::Legacy as Mutant;
use std::sync::Mutex;
use ur_ipc_api::{DeviceHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_opens_on_one_device",
        "A process opens USM memory on the device of its first Open only, although devices reach each other",
        &["cross_process.peer_device"],
        make::<Memory, OneDevice>,
    )
    .on("two-devices"),
    Mutant::new(
        "cross_physical_opens_on_one_device",
        "A process opens physical memory on the device of its first Open only, although devices reach each other",
        &["cross_process.peer_device"],
        make::<Physical, OneDevice>,
    )
    .on("two-devices"),
];

/// Opens where it did first.
#[derive(Default)]
struct OneDevice {
    first: Mutex<Option<DeviceHandle>>,
}

impl Defect for OneDevice {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if *lock(&self.first).get_or_insert(call.device) != call.device {
            return UrResult::ERROR_INVALID_DEVICE;
        }
        call.run()
    }
}
