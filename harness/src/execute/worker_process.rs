//! A worker or a probe, seen from the harness.

use crate::cause::Cause;
use crate::crash::Crash;
use crate::last_calls::Shown;
use crate::outcome::Outcome;
use crate::process::{
    BadLeave, CallRing, ChannelError, ChildProcess, Marker, Message, Output, Patience, SeenEnd, Streams,
    Watch, end_group, end_strays, has_ended, is_stopped, lacked, not_started, spawn_child, with_call,
};
use crate::roles::{Address, ChildRole, FromWorker, LateEnd, TestOrder, ToWorker};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io;
use std::time::{Duration, Instant};
use ur_ipc_fixtures::{DeviceDescription, ProcessEnd};

/// How long a worker may take to begin with a test.
pub(super) const BEGIN: Duration = Duration::from_secs(10);
/// How long it may take to hear of it.
const HEARS: Duration = Duration::from_secs(5);
/// How often it is looked whether it has.
const MOMENT: Duration = Duration::from_micros(100);

/// A child process that leads a group of its own, with all that the harness holds of it. Dropping it ends
/// everything that belongs to it.
pub(crate) struct WorkerProcess {
    process: ChildProcess,
    role: ChildRole,
    marker: Marker,
    pub output: Output,
    /// For how long this process has stood still while it waited for the other, since the last order.
    still: Duration,
}

/// Why there is no worker.
pub(crate) enum NoWorker {
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
    pub(crate) fn spawn(role: ChildRole, address: &Address) -> io::Result<Self> {
        let (output, marker) = (Output::new()?, Marker::new());
        let process = spawn_child(role, address, Streams::To(&output, &marker))?;
        Ok(Self { process, role, marker, output, still: Duration::ZERO })
    }

    /// Starts a worker and waits until its device is open, which it describes.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn start(
        address: &Address,
        patience: Duration,
    ) -> Result<(Self, DeviceDescription), NoWorker> {
        let mut worker = Self::spawn(ChildRole::Worker, address).map_err(|error| {
            NoWorker::NotStarted(format!("no worker can be started: {}", not_started(&error)))
        })?;
        let why = match worker.receive(Instant::now() + patience) {
            Ok(FromWorker::Ready(description)) => return Ok((worker, description)),
            Ok(FromWorker::OpenFailed(why)) => format!("the device cannot be opened: {why}"),
            Ok(other) => format!("the worker began by saying {} instead of being ready", other.what()),
            Err(ChannelError::Closed) => {
                let end = worker.await_end(patience);
                let text = worker.with_last_words(&format!("while opening the device: {}", worker.told(end)));
                if end.is_none() {
                    return Err(NoWorker::Hangs(text));
                }
                if let Some(lacked) = worker.lacked(end) {
                    return Err(NoWorker::NotStarted(format!("{lacked}; with that: {text}")));
                }
                text
            }
            Err(ChannelError::TimedOut) => {
                let text = format!("opening the device took longer than {patience:?}{}", worker.hanging());
                return Err(NoWorker::Hangs(worker.with_last_words(&text)));
            }
            Err(error) => format!("while opening the device: {error}"),
        };
        Err(NoWorker::Failed(why))
    }

    /// The text, how the process crashed if it did, and what it has printed at last.
    pub(crate) fn with_last_words(&self, text: &str) -> String {
        let text = self.with_crash(text);
        self.output.tail().map_or_else(|| text.clone(), |tail| format!("{text}\n{tail}"))
    }

    /// The text, and how the process crashed if it did.
    pub(crate) fn with_crash(&self, text: &str) -> String {
        self.crash().map_or_else(|| text.to_owned(), |crash| format!("{text}\n{crash}"))
    }

    pub(crate) fn ring(&self) -> &CallRing {
        self.process.ring()
    }

    /// Has a test run. Says whether it has begun, and what then came of it. What was said before the order is not about it;
    /// a process that has ended is a closed channel. One that hangs where others have hung may be given up earlier.
    pub(super) fn run(
        &mut self,
        order: TestOrder,
        timeout: Duration,
        watch: &mut Watch,
    ) -> (bool, Result<FromWorker, ChannelError>) {
        let (tests, token, begin) = (self.ring().tests(), order.token, Instant::now());
        self.still = Duration::ZERO;
        let hears =
            self.process.is_listening() && self.process.send(&ToWorker::Run(order), begin + HEARS).is_ok();
        let mut heard = self.receive_watched(begin + BEGIN.min(timeout), tests, watch);
        let mut begun = self.ring().tests() != tests;
        if hears && matches!(heard, Err(ChannelError::TimedOut)) {
            if !begun {
                heard = self.receive(begin + BEGIN + self.still);
                begun = self.ring().tests() != tests;
            }
            if begun && matches!(heard, Err(ChannelError::TimedOut)) {
                heard = self.receive_watched(begin + timeout + self.still, tests, watch);
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
            process.ring().tests() == tests || !watch.is_over(process.pid(), process.ring())
        })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Why it did not go.
    pub(crate) fn send<M: Message>(&self, message: &M, deadline: Instant) -> Result<(), ChannelError> {
        self.process.send(message, deadline)
    }

    /// Receives a message.
    ///
    /// # Errors
    /// Why none came; a process that has ended is a closed channel.
    pub(crate) fn receive<M: Message>(&mut self, deadline: Instant) -> Result<M, ChannelError> {
        self.receive_while(deadline, |_| true)
    }

    fn receive_while<M: Message>(
        &mut self,
        deadline: Instant,
        mut goes_on: impl FnMut(&ChildProcess) -> bool,
    ) -> Result<M, ChannelError> {
        let Self { process, output, .. } = self;
        let mut patience = Patience::until(deadline);
        let received = process.receive(&mut patience, || {
            output.limit();
            goes_on(process)
        });
        self.still += patience.still();
        received
    }

    /// For how long this process has stood still since it gave the last order: with it, all processes of the run may have.
    pub(crate) fn stood_still(&self) -> Option<Duration> {
        Some(self.still).filter(|still| !still.is_zero())
    }

    /// How the process ends by itself, given this time to do so; `None` if it still lives then.
    pub(crate) fn await_end(&mut self, patience: Duration) -> Option<SeenEnd> {
        let Self { process, output, .. } = self;
        process.await_end(patience, || output.limit())
    }

    /// Has the process stand still, with all of its threads.
    ///
    /// # Errors
    /// That it does not.
    pub(crate) fn stop(&self) -> io::Result<()> {
        self.signal(Signal::SIGSTOP)?;
        self.until(is_stopped)
    }

    /// Has a stopped process go on.
    ///
    /// # Errors
    /// That it does not.
    pub(crate) fn resume(&self) -> io::Result<()> {
        self.signal(Signal::SIGCONT)?;
        self.until(|pid| !is_stopped(pid))
    }

    fn signal(&self, signal: Signal) -> io::Result<()> {
        // It has not been waited for, so that the number is its own.
        Ok(kill(Pid::from_raw(self.process.pid().cast_signed()), signal)?)
    }

    /// Waits until the process has taken note of a signal.
    fn until(&self, is_so: impl Fn(u32) -> bool) -> io::Result<()> {
        let until = Instant::now() + HEARS;
        while !is_so(self.process.pid()) {
            if has_ended(self.process.pid()) {
                return Err(io::Error::other("it has ended"));
            }
            if Instant::now() > until {
                return Err(io::ErrorKind::TimedOut.into());
            }
            std::thread::sleep(MOMENT);
        }
        Ok(())
    }

    /// Ends the process and everything that belongs to it. Harmless if it has ended.
    pub(crate) fn kill(&mut self) {
        end_group(&mut self.process);
        self.process.hang_up();
        end_strays(&mut self.marker, self.process.pid());
    }

    /// Lets an idle worker and its peers leave by themselves, so that their backends can clean up.
    pub(crate) fn dismiss(mut self, patience: Duration) -> Left {
        let until = Instant::now() + patience;
        // Whether it hears this shows in how it ends.
        let _ = self.process.send(&ToWorker::Leave(patience / 2), until);
        self.still = Duration::ZERO;
        let late = match self.receive(until) {
            Ok(FromWorker::Left(late)) => late,
            _ => Vec::new(),
        };
        let bad =
            self.leave((until + self.still).saturating_duration_since(Instant::now())).map(|how| match how {
                BadLeave::Died(end) => {
                    let how =
                        format!("{} while the process was leaving, after its last test", self.words(end));
                    match self.lacked(Some(end)) {
                        Some(lacked) => (Outcome::NotDetermined, format!("{how}: {lacked}")),
                        None => (Outcome::Crash, how),
                    }
                }
                BadLeave::Stayed(_) => (Outcome::Timeout, self.stays(patience)),
            });
        Left { late, bad }
    }

    /// Lets a process leave that has done its work, a probe or an actor. Says how it did not, if so.
    pub(crate) fn misses_its_end(&mut self, patience: Duration) -> Option<Missed> {
        self.leave(patience).map(|how| match how {
            BadLeave::Died(end) => Missed {
                how: format!("{} while the process was leaving", self.words(end)),
                lacked: self.lacked(Some(end)),
            },
            BadLeave::Stayed(_) => Missed { how: self.stays(patience), lacked: None },
        })
    }

    fn leave(&mut self, patience: Duration) -> Option<BadLeave> {
        let Self { process, output, .. } = self;
        process.dismiss(patience, || output.limit()).err()
    }

    fn stays(&self, patience: Duration) -> String {
        format!("the process did not leave within {patience:?}{}", self.stopped())
    }
}

/// What is known of one that gives no answer.
impl WorkerProcess {
    /// ", in urX(...)" for calls that have not returned.
    pub(crate) fn in_flight(&self) -> String {
        self.process.in_flight(Shown::Whole)
    }

    /// How it crashed, if it left a record of that.
    pub(crate) fn crash(&self) -> Option<Crash> {
        self.process.crash().crash().map(|crash| crash.named(self.role.name().to_owned()))
    }

    /// "; its process was stopped", if it was.
    fn stopped(&self) -> &'static str {
        if is_stopped(self.process.pid()) { "; its process was stopped" } else { "" }
    }

    /// What it does instead.
    pub(crate) fn hanging(&self) -> String {
        format!("{}{}", self.in_flight(), self.stopped())
    }

    /// How it ended, in words that another process would say as well that ends in the same way.
    pub(super) fn death(&self, end: SeenEnd) -> String {
        self.process.death(end)
    }

    /// The same, for programs.
    pub(super) fn cause(&self, end: SeenEnd) -> Cause {
        let exited = matches!(end, SeenEnd::Known(ProcessEnd::Exited(_)));
        Cause::Died { how: end.to_string(), exited, calls: self.process.died_in(end) }
    }

    /// How it went: "SIGSEGV in urX(...)".
    pub(crate) fn told(&self, end: Option<SeenEnd>) -> String {
        let Some(end) = end else {
            return "the channel to the harness was closed, but the process lives".to_owned();
        };
        if end.is_channel_lost() {
            let place = self.ring().last().map(|last| format!(", in or after {last}")).unwrap_or_default();
            return format!("its channel to the harness was closed or replaced from inside{place}");
        }
        with_call(self.ring(), &self.words(end), end)
    }

    /// What the machine had too little of, if it ended for that. To be asked before it is killed.
    pub(crate) fn lacked(&self, end: Option<SeenEnd>) -> Option<String> {
        lacked(end?, self.process.pid(), &self.output.tail().unwrap_or_default())
    }

    /// How a process ended. Those that abort mostly say why, in their last line.
    fn words(&self, end: SeenEnd) -> String {
        let how = self.process.how(end);
        if end != SeenEnd::Known(ProcessEnd::Signalled(libc::SIGABRT))
            || self.process.crash().panic().is_some()
        {
            return how;
        }
        let said = self.output.tail().unwrap_or_default();
        // A backtrace may follow this one.
        let no_memory = said.lines().find(|line| line.starts_with("memory allocation of "));
        match no_memory.or_else(|| said.lines().last()) {
            Some(line) => format!("{how} ('{}')", line.trim()),
            None => how,
        }
    }
}

/// How a process did not leave that was to.
pub(crate) struct Missed {
    pub how: String,
    /// What the machine had too little of, if that is why.
    pub lacked: Option<String>,
}

impl Missed {
    pub(crate) fn told(self) -> String {
        match self.lacked {
            Some(lacked) => format!("{lacked}; with that: {}", self.how),
            None => self.how,
        }
    }
}

/// How a worker and its peers have left.
pub(crate) struct Left {
    /// Peers that did so badly.
    pub late: Vec<LateEnd>,
    /// What went wrong with the worker itself.
    pub bad: Option<(Outcome, String)>,
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
