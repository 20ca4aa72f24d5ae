//! Where a backend misbehaves.

use crate::fault::Fault;
use crate::perform::perform;
use std::sync::atomic::{AtomicBool, Ordering};

/// The variable that orders a fault: `FAULT@PLACE`.
pub const ORDER: &str = "FAULTS_ORDER";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The backend's constructor, in every process.
    Constructor,
    /// The probe, while it lists devices.
    Probe,
    /// A worker, while it opens its device.
    WorkerStart,
    /// A peer, while it opens its device.
    PeerStart,
    /// A call of a test.
    Test,
    /// A call of a test's peer.
    Peer,
    /// The last call of a test, when it releases what it made.
    Release,
    /// The drop of the backend, after the last test.
    Drop,
    /// What runs at the exit of the process.
    Exit,
}

impl Place {
    pub const ALL: [Self; 9] = [
        Self::Constructor,
        Self::Probe,
        Self::WorkerStart,
        Self::PeerStart,
        Self::Test,
        Self::Peer,
        Self::Release,
        Self::Drop,
        Self::Exit,
    ];

    /// The name, as in the names of trials.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constructor => "constructor",
            Self::Probe => "probe",
            Self::WorkerStart => "worker_start",
            Self::PeerStart => "peer_start",
            Self::Test => "test",
            Self::Peer => "peer",
            Self::Release => "release",
            Self::Drop => "drop",
            Self::Exit => "exit",
        }
    }

    /// The place in words, as in "during ...".
    pub const fn what(self) -> &'static str {
        match self {
            Self::Constructor => "the constructor of the backend",
            Self::Probe => "the probe of the devices",
            Self::WorkerStart => "a worker's start",
            Self::PeerStart => "a peer's start",
            Self::Test => "a call of a test",
            Self::Peer => "a call of a peer",
            Self::Release => "a test's last release",
            Self::Drop => "the backend's drop",
            Self::Exit => "the exit of the process",
        }
    }
}

/// The role of this process: `probe`, `worker`, `peer`; none in the harness itself.
pub fn role() -> Option<String> {
    let mut arguments = std::env::args().skip(1);
    arguments.next().filter(|mark| mark.starts_with("__")).and_then(|_| arguments.next())
}

/// Misbehaves, if that was ordered for this place; once in a process.
pub fn strike(place: Place) {
    static DONE: AtomicBool = AtomicBool::new(false);
    let order = std::env::var(ORDER).unwrap_or_default();
    if let Some((fault, ordered)) = order.split_once('@')
        && ordered == place.name()
        && !DONE.swap(true, Ordering::Relaxed)
    {
        perform(Fault::named(fault).expect("the fault has a name"));
    }
}

/// Misbehaves at the start of a process, if that was ordered.
pub fn strike_at_start() {
    strike(Place::Constructor);
    match role().as_deref() {
        Some("worker") => {
            extern "C" fn at_exit() {
                strike(Place::Exit);
            }
            strike(Place::WorkerStart);
            // SAFETY: the function is plain code.
            unsafe { libc::atexit(at_exit) };
        }
        Some("peer") => strike(Place::PeerStart),
        _ => {}
    }
}
