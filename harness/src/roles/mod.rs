//! The other processes of a run: the same program, started anew, in another role.

mod actor;
mod address;
mod before;
mod call_log;
mod examiner;
mod fitness;
mod messages;
mod peer;
mod peers;
mod probe;
mod shortened;
mod worker;

pub(crate) use address::Address;
pub(crate) use before::Before;
pub(crate) use call_log::CallLog;
pub(crate) use examiner::{Attempt, Examined, Refusal};
pub(crate) use messages::{Done, FromWorker, LateEnd, ProbeAnswer, Probed, TestOrder, ToWorker};
pub(crate) use peers::Peers;
pub(crate) use worker::run_one;

use crate::crash::{self, CrashMemory};
use crate::process::{CHANNEL_LOST, CallRing, Channel, ChannelError, keep_limits};
use crate::suite::Suite;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use ur_ipc_fixtures::api::UrIpc;
use ur_ipc_fixtures::{DeviceDescription, Environment, Ur, listen_to_panics};
use ur_ipc_sys::process::allow_inspection;

/// First argument of a child.
pub(crate) const MARK: &str = "__ur-ipc-child";

/// Exit code of a child that was started wrongly.
const BAD_START: u8 = 125;

/// What a child is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChildRole {
    /// Lists the devices of a backend.
    Probe,
    /// Looks for what a backend takes of the machine.
    Examiner,
    /// Runs tests on a device.
    Worker,
    /// Plays the second process of a test.
    Peer,
    /// Does the steps of programs.
    Actor,
}

impl ChildRole {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Probe => "probe",
            Self::Examiner => "examiner",
            Self::Worker => "worker",
            Self::Peer => "peer",
            Self::Actor => "actor",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let all = [Self::Probe, Self::Examiner, Self::Worker, Self::Peer, Self::Actor];
        all.into_iter().find(|role| role.name() == name)
    }
}

/// What a child has been given.
struct ChildStart {
    role: ChildRole,
    channel: Channel,
    log: Arc<CallLog>,
    crash: Arc<CrashMemory>,
    address: Address,
}

/// Plays the role for which this process was started, if it was started as a child. To be called before
/// anything else in `main`.
///
/// `None` means that this is an ordinary start of the program.
#[must_use]
pub fn child_main(suite: &Suite) -> Option<ExitCode> {
    let mut arguments = std::env::args_os();
    if arguments.nth(1).as_deref() != Some(MARK.as_ref()) {
        return None;
    }
    let arguments: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    let start = match ChildStart::from_arguments(&arguments) {
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
        ChildRole::Peer => peer::main(suite, start),
        ChildRole::Actor => actor::main(suite, start),
    })
}

/// How long a worker or an actor waits for its next order: for ever, in practice.
const IDLE: Duration = Duration::from_secs(7 * 86_400);
/// How long may pass until what a child answers is read.
const ANSWER: Duration = Duration::from_secs(30);

/// How a child ends that has served, under the name that its complaint bears.
fn ended(name: &str, served: Result<(), ChannelError>) -> ExitCode {
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

impl ChildStart {
    fn from_arguments(arguments: &[String]) -> Result<Self, String> {
        let [role, channel, ring, crash, address] = arguments else {
            return Err(format!("{} arguments", arguments.len()));
        };
        let role = ChildRole::named(role).ok_or_else(|| format!("no role '{role}'"))?;
        let address = serde_json::from_str(address).map_err(|error| format!("the device: {error}"))?;
        let [channel, ring, crash] = [inherited(channel)?, inherited(ring)?, inherited(crash)?];
        let ring =
            CallRing::inherit(ring).map_err(|errno| format!("the call log cannot be used: {errno}"))?;
        let crash = CrashMemory::inherit(crash)
            .map_err(|errno| format!("the crash record cannot be used: {errno}"))?;
        // SAFETY: an open descriptor that was just taken over; a parent passes a socket here.
        let channel = unsafe { Channel::from_inherited(channel.into_raw_fd()) };
        // Before there is a backend, which may have its own ways with signals.
        let crash = Arc::new(crash);
        crash::give_room();
        crash::watch(&crash);
        let record = Arc::clone(&crash);
        listen_to_panics(move |told| record.panicked(told));
        let log = Arc::new(CallLog::new(Arc::new(ring), role, &address));
        Ok(Self { role, channel, log, crash, address })
    }

    /// Makes the backend and opens the device, which describes itself.
    fn open(&self, suite: &Suite) -> Result<(Arc<Environment>, DeviceDescription), String> {
        let backend = suite.make_backend(&self.address.label, &self.address.options)?;
        let environment = open(backend, &self.address, &self.log)?;
        let description = environment.describe();
        Ok((environment, description))
    }
}

/// Opens a device, with every call noted in the log.
pub(crate) fn open(
    backend: Arc<dyn UrIpc>,
    address: &Address,
    log: &Arc<CallLog>,
) -> Result<Arc<Environment>, String> {
    Environment::open(Ur::new(backend, log.clone()), &address.label, address.index)
        .map(Arc::new)
        .map_err(|error| error.to_string())
}

/// Takes over a descriptor named on the command line, and keeps it from being inherited any further.
fn inherited(number: &str) -> Result<OwnedFd, String> {
    let fd: RawFd = number.parse().map_err(|error| format!("descriptor {number}: {error}"))?;
    // SAFETY: only asks; a number that is no descriptor gives an error.
    if fd <= 2 || unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return Err(format!("{number} is no inherited descriptor"));
    }
    // SAFETY: it is open, and at the start of the process nobody else can own it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
