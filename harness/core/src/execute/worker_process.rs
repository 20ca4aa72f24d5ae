//! A child of the harness on a device, with what is told of it.

use super::execution::stacks_in;
use crate::children::process_end::{died_in, in_flight, last_in, with_call};
use crate::children::{
    Beginning, ChildRole, Death, FromWorker, HIDDEN, LateEnd, TestOrder, ToWorker, spawn_worker,
};
use crate::device::Address;
use std::io;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{DeviceDescription, ProcessEnd};
use ur_ipc_isolated::crash::{Crash, RawStacks, Stacks};
use ur_ipc_isolated::{BadLeave, ChannelError, SeenEnd, Watch, Worker, not_started};
use ur_ipc_report::cause::Cause;
use ur_ipc_report::last_calls::Shown;
use ur_ipc_report::outcome::Outcome;

/// Time limit for a worker to begin with a test.
pub(super) const BEGIN: Duration = Duration::from_secs(10);
/// Time limit for sending an order to a worker.
const HEARS: Duration = Duration::from_secs(5);

/// Time for the stacks of all processes of a child that hangs.
const STACKS: Duration = Duration::from_secs(2);

/// A worker, a probe or an actor, seen from the harness.
pub struct WorkerProcess {
    worker: Worker,
    role: ChildRole,
}

impl Deref for WorkerProcess {
    type Target = Worker;

    fn deref(&self) -> &Worker {
        &self.worker
    }
}

impl DerefMut for WorkerProcess {
    fn deref_mut(&mut self) -> &mut Worker {
        &mut self.worker
    }
}

/// Why there is no worker.
pub enum NoWorker {
    /// The system refused the process.
    NotStarted(String),
    Failed(String),
    /// It took too long; another attempt would, too.
    Hangs(String),
}

impl WorkerProcess {
    /// Starts a child of this kind. It ends with the calling thread at the latest.
    ///
    /// # Errors
    /// What the system refused.
    pub fn spawn(role: ChildRole, address: &Address) -> io::Result<Self> {
        Self::spawn_as(Beginning::Usual, role, address)
    }

    /// The same, with a process that begins in this way.
    ///
    /// # Errors
    /// What the system refused.
    pub fn spawn_as(beginning: Beginning, role: ChildRole, address: &Address) -> io::Result<Self> {
        Ok(Self { worker: spawn_worker(role, beginning, address)?, role })
    }

    /// Starts a worker and waits until its device is open, which it describes.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn start(address: &Address, patience: Duration) -> Result<(Self, DeviceDescription), NoWorker> {
        let mut worker = Self::spawn(ChildRole::Worker, address).map_err(|error| {
            NoWorker::NotStarted(format!("no worker can be started: {}", not_started(&error)))
        })?;
        let why = match worker.receive(Instant::now() + patience) {
            Ok(FromWorker::Ready(description)) => return Ok((worker, description)),
            Ok(FromWorker::OpenFailed(why)) => format!("the device cannot be opened: {why}"),
            Ok(other) => format!("the worker began by saying {} instead of being ready", other.what()),
            Err(ChannelError::Closed) => {
                let end = worker.await_end(patience);
                let text =
                    worker.with_last_words(&format!("while opening the device: {}", worker.describe(end)));
                if end.is_none() {
                    return Err(NoWorker::Hangs(text));
                }
                if let Some(lacked) = end.and_then(|end| worker.lacked(end)) {
                    return Err(NoWorker::NotStarted(format!("{lacked}; with that: {text}")));
                }
                text
            }
            Err(ChannelError::TimedOut) => {
                let text = format!("opening the device took longer than {patience:?}{}", worker.hanging());
                return Err(NoWorker::Hangs(worker.with_stacks(&worker.with_last_words(&text))));
            }
            Err(error) => format!("while opening the device: {error}"),
        };
        Err(NoWorker::Failed(why))
    }

    /// The text, how the process crashed if it did, and what it has printed at last.
    pub fn with_last_words(&self, text: &str) -> String {
        let text = self.with_crash(text);
        self.output.tail().map_or_else(|| text.clone(), |tail| format!("{text}\n{tail}"))
    }

    /// The stacks of the process and of those that it started, for one that does not answer.
    pub fn stacks(&self) -> Vec<Stacks> {
        let pid = self.process().pid();
        RawStacks::of_tree(pid, STACKS)
            .iter()
            .map(|stacks| stacks_in(stacks, pid, self.role.name()))
            .collect()
    }

    /// The text, and the stacks of a process that does not answer.
    pub fn with_stacks(&self, text: &str) -> String {
        self.stacks().iter().fold(text.to_owned(), |text, stacks| format!("{text}\n{stacks}"))
    }

    /// The text, and how the process crashed if it did.
    pub fn with_crash(&self, text: &str) -> String {
        self.crash().map_or_else(|| text.to_owned(), |crash| format!("{text}\n{crash}"))
    }

    /// Has a test run. Says whether it has begun, and what then came of it. What was said before the order is not about it;
    /// a process that has ended is a closed channel. One that hangs where others have hung may be given up earlier.
    pub(super) fn run(
        &mut self,
        order: TestOrder,
        timeout: Duration,
        watch: &mut Watch,
    ) -> (bool, Result<FromWorker, ChannelError>) {
        let (tests, token, begin) = (self.ring().jobs(), order.token, Instant::now());
        self.begin_order();
        let hears = self.process().is_listening() && self.send(&ToWorker::Run(order), begin + HEARS).is_ok();
        let mut heard = self.receive_watched(begin + BEGIN.min(timeout), tests, watch);
        let mut begun = self.ring().jobs() != tests;
        if hears && matches!(heard, Err(ChannelError::TimedOut)) {
            if !begun {
                let until = begin + BEGIN + self.stood_still();
                heard = self.receive(until);
                begun = self.ring().jobs() != tests;
            }
            if begun && matches!(heard, Err(ChannelError::TimedOut)) {
                let until = begin + timeout + self.stood_still();
                heard = self.receive_watched(until, tests, watch);
            }
        }
        let answers = matches!(&heard, Ok(FromWorker::Done(done)) if done.token == token);
        (begun || answers, heard)
    }

    /// Receives what a worker says of a test before which so many have begun, unless it is given up before.
    fn receive_watched(
        &mut self,
        deadline: Instant,
        tests: u32,
        watch: &mut Watch,
    ) -> Result<FromWorker, ChannelError> {
        self.receive_while(deadline, |process| {
            process.ring().jobs() == tests || !watch.is_over(process.pid(), process.ring())
        })
    }

    /// Lets an idle worker and its peers leave by themselves, so that their backends can clean up.
    pub fn dismiss(mut self, patience: Duration) -> Left {
        let until = Instant::now() + patience;
        // Whether it hears this shows in how it ends.
        let _ = self.send(&ToWorker::Leave(patience / 2), until);
        self.begin_order();
        let late = match self.receive(until) {
            Ok(FromWorker::Left(late)) => late,
            _ => Vec::new(),
        };
        let left = (until + self.stood_still()).saturating_duration_since(Instant::now());
        let bad = self.leave(left).err().map(|how| match how {
            BadLeave::Died(end) => {
                let how = format!("{} while the process was leaving, after its last test", self.how(end));
                match self.lacked(end) {
                    Some(lacked) => (Outcome::NotDetermined, format!("{how}: {lacked}")),
                    None => (Outcome::Crash, how),
                }
            }
            BadLeave::Stayed(_) => (Outcome::Timeout, self.stays(patience)),
        });
        Left { late, bad }
    }

    /// Lets a process leave that has done its work, a probe or an actor. Says how it did not, if so.
    pub fn misses_its_end(&mut self, patience: Duration) -> Option<Missed> {
        self.leave(patience).err().map(|how| match how {
            BadLeave::Died(end) => Missed {
                how: format!("{} while the process was leaving", self.how(end)),
                lacked: self.lacked(end),
            },
            BadLeave::Stayed(_) => Missed { how: self.stays(patience), lacked: None },
        })
    }

    fn stays(&self, patience: Duration) -> String {
        format!("the process did not leave within {patience:?}{}", self.stopped())
    }
}

/// Descriptions of a process that ended or does not answer.
impl WorkerProcess {
    /// ", in urX(...)" for calls that have not returned.
    pub fn in_flight(&self) -> String {
        in_flight(self.process(), Shown::Whole)
    }

    /// Returns its crash record, if it left one.
    pub fn crash(&self) -> Option<Crash> {
        self.process().crash().crash().map(|crash| crash.named(self.role.name().to_owned(), &HIDDEN))
    }

    /// Describes its activity when it does not answer: the calls in flight, and whether it is stopped.
    pub fn hanging(&self) -> String {
        format!("{}{}", self.in_flight(), self.stopped())
    }

    /// Its end, for comparison with others.
    pub(super) fn death(&self, end: SeenEnd) -> Death {
        Death::of(self.process(), end)
    }

    /// The same, for programs.
    pub(super) fn cause(&self, end: SeenEnd) -> Cause {
        let exited = matches!(end, SeenEnd::Known(ProcessEnd::Exited(_)));
        Cause::Died { how: end.to_string(), exited, calls: died_in(self.process(), end) }
    }

    /// Describes its end, with the whole call: "SIGSEGV in urX(...)".
    pub fn describe(&self, end: Option<SeenEnd>) -> String {
        let Some(end) = end else {
            return "the channel to the harness was closed, but the process lives".to_owned();
        };
        if end.is_channel_lost() {
            let place = last_in(self.ring()).map(|last| format!(", in or after {last}")).unwrap_or_default();
            return format!("its channel to the harness was closed or replaced from inside{place}");
        }
        with_call(self.ring(), &self.how(end), end, Shown::Whole)
    }
}

/// The failure of a process to leave when it should.
pub struct Missed {
    /// The way in which it ended instead.
    pub how: String,
    /// The resource that the machine had too little of, if that is the reason.
    pub lacked: Option<String>,
}

impl Missed {
    /// All of it in words.
    pub fn describe(self) -> String {
        match self.lacked {
            Some(lacked) => format!("{lacked}; with that: {}", self.how),
            None => self.how,
        }
    }
}

/// The ends of a worker and its peers.
pub struct Left {
    /// Peers that did so badly.
    pub late: Vec<LateEnd>,
    /// The bad end of the worker itself, if so.
    pub bad: Option<(Outcome, String)>,
}
