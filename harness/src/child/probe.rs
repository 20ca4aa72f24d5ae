//! The probe: lists a backend's devices where a crash or a hang does no harm.

use super::{ChildStart, ProbeAnswer, Probed, kind, logged};
use crate::backend::Suite;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::describe_devices;

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    let answer = answer(suite, &start);
    let payload = serde_json::to_vec(&answer).expect("an answer is plain data");
    match start.channel.send(kind::PROBED, &payload, Instant::now() + Duration::from_secs(10)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the probe cannot answer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(suite: &Suite, start: &ChildStart) -> ProbeAnswer {
    let backend = match suite.make_backend(&start.label) {
        Ok(backend) => logged(backend, &start.ring),
        Err(why) => return ProbeAnswer::NotAvailable(why),
    };
    let implementation = backend.implementation();
    match describe_devices(&backend) {
        Ok(devices) => ProbeAnswer::Devices(Probed {
            implementation: implementation.name,
            version: implementation.version,
            details: implementation.details,
            devices,
        }),
        Err(error) => ProbeAnswer::Failed(error.to_string()),
    }
}
