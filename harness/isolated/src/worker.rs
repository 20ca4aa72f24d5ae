//! A worker: a child that leads a process group of its own, with its parent's resources for it.

use crate::channel::{ChannelError, Message};
use crate::child::{BadLeave, ChildProcess, SeenEnd};
use crate::end::end_group;
use crate::output::Output;
use crate::patience::Patience;
use crate::ring::CallRing;
use crate::shortage::lacked;
use crate::spawn::{Order, Streams, spawn_child};
use crate::state::{has_ended, is_stopped};
use crate::strays::{Marker, end_strays};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::time::{Duration, Instant};
use ur_ipc_sys::ProcessEnd;

/// Time limit for a process to react to a signal.
const HEARS: Duration = Duration::from_secs(5);
/// The interval at which the reaction is looked for.
const MOMENT: Duration = Duration::from_micros(100);

/// The child. Dropping it ends everything that belongs to it.
pub struct Worker {
    process: ChildProcess,
    marker: Marker,
    /// Its output.
    pub output: Output,
    /// For how long this process has stood still while it waited for the other, since the last order.
    still: Duration,
}

impl Worker {
    /// Starts a child. It ends with the calling thread at the latest.
    ///
    /// # Errors
    /// What the system refused.
    pub fn spawn(role: &str, about: &str) -> io::Result<Self> {
        Self::spawn_in(&[], role, about)
    }

    /// The same, with these variables of its environment changed.
    ///
    /// # Errors
    /// As [`spawn`](Self::spawn).
    pub fn spawn_in(environment: &[(&str, &str)], role: &str, about: &str) -> io::Result<Self> {
        let (output, marker) = (Output::new()?, Marker::new());
        let order = Order { role, about, leads: true, environment };
        let process = spawn_child(&order, Streams::To(&output, &marker))?;
        Ok(Self { process, marker, output, still: Duration::ZERO })
    }

    /// The process.
    #[must_use]
    pub fn process(&self) -> &ChildProcess {
        &self.process
    }

    /// Its last calls.
    #[must_use]
    pub fn ring(&self) -> &CallRing {
        self.process.ring()
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Why it did not go.
    pub fn send<M: Message + Serialize>(&self, message: &M, deadline: Instant) -> Result<(), ChannelError> {
        self.process.send(message, deadline)
    }

    /// Receives a message.
    ///
    /// # Errors
    /// Why none came; a process that has ended is a closed channel.
    pub fn receive<M: Message + DeserializeOwned>(&mut self, deadline: Instant) -> Result<M, ChannelError> {
        self.receive_while(deadline, |_| true)
    }

    /// The same, for as long as that is so.
    ///
    /// # Errors
    /// As [`receive`](Self::receive); that the time is up where it is not so any longer.
    pub fn receive_while<M: Message + DeserializeOwned>(
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

    /// A new order is given: what came before it is no longer of interest.
    pub fn begin_order(&mut self) {
        self.still = Duration::ZERO;
    }

    /// For how long this process has stood still since it gave the last order: with it, all processes of the run may have.
    #[must_use]
    pub fn stood_still(&self) -> Duration {
        self.still
    }

    /// Waits for the process to end by itself. Returns `None` if it still lives after this time.
    pub fn await_end(&mut self, patience: Duration) -> Option<SeenEnd> {
        let Self { process, output, .. } = self;
        process.await_end(patience, || output.limit())
    }

    /// Lets a process leave that has done its work.
    ///
    /// # Errors
    /// How it did not.
    pub fn leave(&mut self, patience: Duration) -> Result<(), BadLeave> {
        let Self { process, output, .. } = self;
        process.dismiss(patience, || output.limit())
    }

    /// Has the process stand still, with all of its threads.
    ///
    /// # Errors
    /// That it does not.
    pub fn stop(&self) -> io::Result<()> {
        self.signal(Signal::SIGSTOP)?;
        self.until(is_stopped)
    }

    /// Has a stopped process go on.
    ///
    /// # Errors
    /// That it does not.
    pub fn resume(&self) -> io::Result<()> {
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
    pub fn kill(&mut self) {
        end_group(&mut self.process);
        self.process.hang_up();
        end_strays(&mut self.marker, self.process.pid());
    }
}

/// Descriptions of a process that ended or gives no answer.
impl Worker {
    /// "; its process was stopped", if it was.
    #[must_use]
    pub fn stopped(&self) -> &'static str {
        if is_stopped(self.process.pid()) { "; its process was stopped" } else { "" }
    }

    /// Names the resource that the machine had too little of, if it ended for that. To be called before it is killed.
    #[must_use]
    pub fn lacked(&self, end: SeenEnd) -> Option<String> {
        lacked(end, self.process.pid(), &self.output.tail().unwrap_or_default())
    }

    /// Describes the end of the process. Processes that abort mostly say why in their last line, so it is included.
    #[must_use]
    pub fn how(&self, end: SeenEnd) -> String {
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

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}
