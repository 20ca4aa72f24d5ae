//! Drivers that say something wrong about their devices.

use super::layer::{defect, install};
use super::outputs::is_done;
use crate::Legacy as Mutant;

pub(super) const MUTANTS: &[Mutant] = &[Mutant::of_driver(
    "lz_driver_device_uuid_of_process",
    "zeDeviceGetProperties gives a device another UUID in each process",
    &[
        "cross_process.memory.read",
        "cross_process.physical_memory.read",
        "cross_process.event.producer_signal",
    ],
    install::<UuidOfProcess>,
)];

defect!(UuidOfProcess {}, zeDeviceGetProperties, |_, call| {
    let result = call.run();
    if is_done(result) {
        // SAFETY: the successful call has written it.
        let id = unsafe { &mut (*call.pDeviceProperties).uuid.id };
        id[..4].copy_from_slice(&std::process::id().to_ne_bytes());
    }
    result
});
