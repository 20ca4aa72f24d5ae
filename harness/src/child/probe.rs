//! The probe: lists a backend's devices where a crash or a hang does no harm.

use super::{ChildStart, ProbeAnswer, Probed, channel_lost, kind, logged};
use crate::backend::Suite;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::describe_devices;

pub(super) fn main(suite: &Suite, start: ChildStart) -> ExitCode {
    let (answer, _backend) = match suite.make_backend(&start.label) {
        Ok(backend) => {
            let backend = logged(backend, &start.ring);
            (answer(&backend), Some(backend))
        }
        Err(why) => (ProbeAnswer::NotAvailable(why), None),
    };
    let payload = serde_json::to_vec(&answer).expect("an answer is plain data");
    // The backend goes after the answer: how it does that is for workers to see.
    match start.channel.send(kind::PROBED, &payload, Instant::now() + Duration::from_secs(10)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the probe cannot answer: {error}");
            channel_lost()
        }
    }
}

fn answer(backend: &Arc<dyn UrIpc>) -> ProbeAnswer {
    let implementation = backend.implementation();
    match describe_devices(backend) {
        Ok(devices) => ProbeAnswer::Devices(Probed {
            implementation: implementation.name,
            version: implementation.version,
            details: implementation.details,
            devices,
        }),
        Err(error) => ProbeAnswer::Failed(error.to_string()),
    }
}
