//! The probe: lists a backend's devices in its own process, where a crash or a hang does no harm.

use super::{ChildStart, ProbeAnswer, channel_lost};
use crate::device::Probed;
use crate::suite::Suite;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{Ur, describe_devices};
use ur_ipc_report::machine::Library;
use ur_ipc_sys::libraries::mapped;

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    let before = mapped();
    let (answer, _ur) = match suite.make_backend(&start.address.label, &start.address.options) {
        Ok(backend) => {
            let ur = Ur::new(backend, start.log);
            (answer(&ur, &before), Some(ur))
        }
        Err(why) => (ProbeAnswer::NotAvailable(why.to_string()), None),
    };
    // The backend goes after the answer: how it does that is seen in how this process ends.
    match start.channel.send(&answer, Instant::now() + Duration::from_secs(10)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the probe cannot answer: {error}");
            channel_lost()
        }
    }
}

fn answer(ur: &Ur, before: &BTreeSet<PathBuf>) -> ProbeAnswer {
    let implementation = ur.backend().implementation();
    match describe_devices(ur) {
        Ok(devices) => ProbeAnswer::Devices(Probed {
            implementation: implementation.name,
            version: implementation.version,
            details: implementation.details,
            devices,
            libraries: mapped().difference(before).map(|path| Library::of(path)).collect(),
        }),
        Err(error) => ProbeAnswer::Failed(error.to_string()),
    }
}
