//! Places at which a backend misbehaves.

use crate::fault::Fault;
use crate::idle;
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
    /// A function that runs at the exit of the process.
    Exit,
    /// The first worker of a run, while it opens its device; the next one does not misbehave.
    FirstStart,
    /// A worker that waits for its next order: a thread of the backend's.
    Idle,
    /// The drop of the backend in a worker that its last test has made unfit for others.
    Retired,
    /// A peer that has played its part: a thread of the backend's.
    PeerIdle,
    /// The drop of the backend in a peer.
    PeerDrop,
    /// A function that runs at the exit of a peer.
    PeerExit,
    /// The drop of the backend in the probe, after its answer.
    ProbeDrop,
    /// A function that runs at the exit of the probe.
    ProbeExit,
}

impl Place {
    pub const ALL: [Self; 17] = [
        Self::Constructor,
        Self::Probe,
        Self::WorkerStart,
        Self::PeerStart,
        Self::Test,
        Self::Peer,
        Self::Release,
        Self::Drop,
        Self::Exit,
        Self::FirstStart,
        Self::Idle,
        Self::Retired,
        Self::PeerIdle,
        Self::PeerDrop,
        Self::PeerExit,
        Self::ProbeDrop,
        Self::ProbeExit,
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
            Self::FirstStart => "first_start",
            Self::Idle => "idle",
            Self::Retired => "retired",
            Self::PeerIdle => "peer_idle",
            Self::PeerDrop => "peer_drop",
            Self::PeerExit => "peer_exit",
            Self::ProbeDrop => "probe_drop",
            Self::ProbeExit => "probe_exit",
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
            Self::FirstStart => "the first start of a worker",
            Self::Idle => "a worker's wait for its next order",
            Self::Retired => "the drop of the backend in a worker that is replaced",
            Self::PeerIdle => "a peer's wait for its next part",
            Self::PeerDrop => "the backend's drop in a peer",
            Self::PeerExit => "the exit of a peer",
            Self::ProbeDrop => "the backend's drop in the probe",
            Self::ProbeExit => "the exit of the probe",
        }
    }
}

/// The role of this process: `probe`, `worker`, `peer`; none in the harness itself.
pub fn role() -> Option<String> {
    let mut arguments = std::env::args().skip(1);
    arguments.next().filter(|mark| mark.starts_with("__")).and_then(|_| arguments.next())
}

/// The fault that was ordered for this place, if any was.
pub fn ordered(place: Place) -> Option<Fault> {
    let order = std::env::var(ORDER).unwrap_or_default();
    let (fault, ordered) = order.split_once('@')?;
    (ordered == place.name()).then(|| Fault::named(fault).expect("the fault has a name"))
}

/// Misbehaves, if that was ordered for this place; once in a process.
pub fn strike(place: Place) {
    static DONE: AtomicBool = AtomicBool::new(false);
    if let Some(fault) = ordered(place)
        && !DONE.swap(true, Ordering::Relaxed)
    {
        perform(fault);
    }
}

/// A test calls, or its peer: what is to happen later is prepared.
pub fn strike_later() {
    if ordered(Place::Idle).is_some() {
        idle::strike_as_worker();
    }
    if ordered(Place::PeerIdle).is_some() {
        idle::strike_as_peer();
    }
    if ordered(Place::Retired).is_some() {
        perform(Fault::Chdir);
        RETIRED.store(true, Ordering::Relaxed);
    }
}

/// Whether a test has made this process unfit for others.
static RETIRED: AtomicBool = AtomicBool::new(false);

/// The backend goes.
pub fn strike_at_drop() {
    match role().as_deref() {
        Some("worker") if RETIRED.load(Ordering::Relaxed) => strike(Place::Retired),
        Some("worker") => strike(Place::Drop),
        Some("peer") => strike(Place::PeerDrop),
        Some("probe") => strike(Place::ProbeDrop),
        _ => {}
    }
}

/// Misbehaves at the start of a process, if that was ordered.
pub fn strike_at_start() {
    strike(Place::Constructor);
    match role().as_deref() {
        Some("worker") => {
            strike(Place::WorkerStart);
            if ordered(Place::FirstStart).is_some() && idle::is_first() {
                strike(Place::FirstStart);
            }
        }
        Some("peer") => strike(Place::PeerStart),
        _ => {}
    }
    // SAFETY: the function is plain code.
    unsafe { libc::atexit(strike_at_exit) };
}

extern "C" fn strike_at_exit() {
    match role().as_deref() {
        Some("worker") => strike(Place::Exit),
        Some("peer") => strike(Place::PeerExit),
        Some("probe") => strike(Place::ProbeExit),
        _ => {}
    }
}
