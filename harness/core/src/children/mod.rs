//! The other processes of a run: the same program, started anew, in another role.

mod before;
mod call_log;
mod death;
mod examiner;
mod messages;
mod peer;
mod peers;
mod probe;
mod process_drift;
pub mod process_end;
mod truncate;
mod worker;

pub use before::Before;
pub use call_log::CallLog;
pub use call_log::{begin_in, end_in};
pub use death::Death;
pub use examiner::{Attempt, Examined, Refusal};
pub use messages::{Done, FromWorker, LateEnd, ProbeAnswer, TestOrder, ToWorker};
pub use peers::Peers;
pub use worker::run_one;

use crate::device::{Address, Changed};
use crate::suite::{BackendError, Suite};
use nix::errno::Errno;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::{
    DeviceDescription, Environment, EnvironmentError, PeerKind, Ur, is_rusts_own, listen_to_panics,
};
use ur_ipc_isolated::crash::{CrashMemory, Hidden};
use ur_ipc_isolated::{
    CHANNEL_LOST, Channel, ChannelError, ChildProcess, MARK, Order, StartError, Started, Streams, Worker,
    keep_limits, spawn_child, started,
};
use ur_ipc_sys::process::allow_inspection;

/// The frames that backtraces hide: functions that run tests and call backends, and Rust's own.
pub const HIDDEN: Hidden = Hidden {
    machinery: &[
        "ur_ipc_fixtures::ur::",
        "ur_ipc_fixtures::sycl::",
        "ur_ipc_fixtures::run::",
        "ur_ipc_fixtures::test::",
        "ur_ipc_cli::",
        "ur_ipc_explore::",
        "ur_ipc_harness::",
        "ur_ipc_isolated::",
    ],
    sources: &[
        "fixtures/src/ur.rs:",
        "fixtures/src/sycl/mod.rs:",
        "fixtures/src/run.rs:",
        "fixtures/src/test.rs:",
    ],
    is_library: is_rusts_own,
};

/// Exit code of a child that was started wrongly.
const BAD_START: u8 = 125;

/// The purpose of a child process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildRole {
    /// Lists the devices of a backend.
    Probe,
    /// Looks for what a backend takes of the machine.
    Examiner,
    /// Runs tests on a device.
    Worker,
    /// Plays the second process of a test.
    Peer,
    /// The same, in a child that it forks before anything else.
    ForkedPeer,
    /// Does the steps of programs.
    Actor,
    /// The same, in a child that it forks before anything else.
    ForkedActor,
}

/// The beginning of a child's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// Started as any program is.
    Usual,
    /// Forked by a process that has called nothing.
    Forked,
    /// With [other folders](ELSEWHERE) in its environment.
    Elsewhere,
}

/// The folders that a process finds in its environment if it [begins elsewhere](Beginning::Elsewhere). Only the first one
/// exists.
pub const ELSEWHERE: [(&str, &str); 5] = [
    ("TMPDIR", "/var/tmp"),
    ("HOME", "/nonexistent"),
    ("XDG_CACHE_HOME", "/nonexistent"),
    ("XDG_CONFIG_HOME", "/nonexistent"),
    ("XDG_RUNTIME_DIR", "/nonexistent"),
];

impl Beginning {
    const fn environment(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Usual | Self::Forked => &[],
            Self::Elsewhere => &ELSEWHERE,
        }
    }
}

impl ChildRole {
    /// Its name, on the command line of the child.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Probe => "probe",
            Self::Examiner => "examiner",
            Self::Worker => "worker",
            Self::Peer => "peer",
            Self::ForkedPeer => "forked-peer",
            Self::Actor => "actor",
            Self::ForkedActor => "forked-actor",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Probe,
            Self::Examiner,
            Self::Worker,
            Self::Peer,
            Self::ForkedPeer,
            Self::Actor,
            Self::ForkedActor,
        ];
        all.into_iter().find(|role| role.name() == name)
    }

    /// The same, of a process that begins in this way.
    const fn beginning(self, beginning: Beginning) -> Self {
        match (self, beginning) {
            (Self::Peer, Beginning::Forked) => Self::ForkedPeer,
            (Self::Actor, Beginning::Forked) => Self::ForkedActor,
            (role, _) => role,
        }
    }
}

/// A child that leads a group of its own, and is about this device.
///
/// # Errors
/// What the system refused.
pub fn spawn_worker(role: ChildRole, beginning: Beginning, address: &Address) -> io::Result<Worker> {
    let role = role.beginning(beginning);
    Worker::spawn_in(beginning.environment(), role.name(), &serde_json::to_string(address)?)
}

/// A peer for a device, in the group of this process.
fn spawn_peer(address: &Address, kind: PeerKind) -> io::Result<ChildProcess> {
    let about = serde_json::to_string(address)?;
    let beginning = match kind {
        PeerKind::Any | PeerKind::Fresh => Beginning::Usual,
        PeerKind::Forked => Beginning::Forked,
        PeerKind::Elsewhere => Beginning::Elsewhere,
    };
    let role = ChildRole::Peer.beginning(beginning);
    let order =
        Order { role: role.name(), about: &about, leads: false, environment: beginning.environment() };
    spawn_child(&order, Streams::Inherited)
}

/// The role, channel, logs and device that a child gets at its start.
pub struct ChildStart {
    /// Its role.
    pub role: ChildRole,
    /// The way to its parent.
    pub channel: Channel,
    /// The log of its calls.
    pub log: Arc<CallLog>,
    /// Shared memory for its crash record.
    pub crash: Arc<CrashMemory>,
    /// The device that it is about.
    pub address: Address,
}

/// Plays the role for which this process was started, if it was started as a child. To be called before
/// anything else in `main`.
///
/// `None` means that this is an ordinary start of the program. `actor` is what actors do.
#[must_use]
pub fn child_main(suite: &Suite, actor: fn(&Suite, ChildStart) -> ExitCode) -> Option<ExitCode> {
    let start = match started(&[ChildRole::ForkedPeer.name(), ChildRole::ForkedActor.name()])?
        .map_err(BadStart::from)
        .and_then(ChildStart::new)
    {
        Ok(start) => start,
        Err(why) => {
            eprintln!("{MARK} is for the harness itself: {why}");
            return Some(ExitCode::from(BAD_START));
        }
    };
    keep_limits();
    // The duty of applications, says SYCL's text: Yama lets none but ancestors copy descriptors otherwise.
    allow_inspection();
    suite.subject.take_effect();
    Some(match start.role {
        ChildRole::Probe => probe::main(suite, start),
        ChildRole::Examiner => examiner::main(suite, &start),
        ChildRole::Worker => worker::main(suite, start),
        ChildRole::Peer | ChildRole::ForkedPeer => peer::main(suite, start),
        ChildRole::Actor | ChildRole::ForkedActor => actor(suite, start),
    })
}

/// Time that a worker or an actor waits for its next order: for ever, in practice.
pub const IDLE: Duration = Duration::from_secs(7 * 86_400);
/// Time limit for sending an answer of a child to its parent.
pub const ANSWER: Duration = Duration::from_secs(30);

/// Ends the service of a child: returns success, or prints the error after `name` and exits at once.
pub fn ended(name: &str, served: Result<(), ChannelError>) -> ExitCode {
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            channel_lost()
        }
    }
}

/// Ends a child that cannot speak any more. What broke the channel may have closed other descriptors as well, so
/// nothing that owns one is dropped.
fn channel_lost() -> ! {
    // SAFETY: ends the process at once.
    unsafe { libc::_exit(CHANNEL_LOST) }
}

/// An error in the start of a child.
#[derive(Debug, Error)]
enum BadStart {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("no role '{0}'")]
    Role(String),
    #[error("the device: {0}")]
    Device(serde_json::Error),
}

/// Why a process cannot open its device.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// There is no memory for this.
    #[error("no memory for the {what}: {why}")]
    NoMemory {
        /// For what.
        what: &'static str,
        /// The system's error.
        why: Errno,
    },
    /// The backend cannot be made.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The backend cannot open the device.
    #[error(transparent)]
    Device(#[from] EnvironmentError),
    /// It is not what it was.
    #[error(transparent)]
    Changed(#[from] Changed),
}

impl ChildStart {
    fn new(started: Started) -> Result<Self, BadStart> {
        let Started { role, about, channel, ring, crash } = started;
        let role = ChildRole::named(&role).ok_or(BadStart::Role(role))?;
        let address = serde_json::from_str(&about).map_err(BadStart::Device)?;
        let record = Arc::clone(&crash);
        listen_to_panics(move |told| record.panicked(told));
        let log = Arc::new(CallLog::new(Arc::new(ring), role, &address));
        Ok(Self { role, channel, log, crash, address })
    }

    /// Makes the backend and opens the device, which describes itself.
    pub fn open(&self, suite: &Suite) -> Result<(Arc<Environment>, DeviceDescription), OpenError> {
        let backend = suite.make_backend(&self.address.label, &self.address.options)?;
        let environment = open(backend, &self.address, &self.log)?;
        let description = environment.describe();
        Ok((environment, description))
    }
}

/// Opens a device, with every call noted in the log.
pub fn open(
    backend: Arc<dyn UrIpc>,
    address: &Address,
    log: &Arc<CallLog>,
) -> Result<Arc<Environment>, EnvironmentError> {
    Environment::open(Ur::new(backend, log.clone()), &address.label, address.index).map(Arc::new)
}
