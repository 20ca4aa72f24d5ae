//! A worker, seen from the harness.

use super::wait::{Waited, pidfd, wait_for_frame};
use crate::call_ring::CallRing;
use crate::child::{ChildRole, kind};
use crate::output::Output;
use crate::process::{ChildSpec, Marker, Streams, describe_exit, end_group, end_strays, spawn_child};
use std::os::fd::OwnedFd;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::channel::Channel;

/// How long a worker may take to leave by itself.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long a process that closed its channel is watched for its end.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// A child process that leads a group of its own, with all that the harness holds of it. Dropping it ends
/// everything that belongs to it.
pub(crate) struct WorkerProcess {
    child: Child,
    channel: Option<Channel>,
    process: Option<OwnedFd>,
    marker: Marker,
    pub ring: CallRing,
    pub output: Output,
    ended: Option<Option<ExitStatus>>,
}

impl WorkerProcess {
    /// Starts a child of this kind. It ends with the calling thread at the latest.
    ///
    /// # Errors
    /// What the system refused.
    pub(crate) fn spawn(role: ChildRole, label: &str, index: usize) -> std::io::Result<Self> {
        let output = Output::new()?;
        let marker = Marker::new();
        let spec = ChildSpec { role, label, index };
        let started = spawn_child(&spec, Streams::To(&output, &marker))?;
        let process = pidfd(started.child.id());
        Ok(Self {
            child: started.child,
            channel: Some(started.channel),
            process,
            marker,
            ring: started.ring,
            output,
            ended: None,
        })
    }

    /// Starts a worker and waits until its device is open.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn start(label: &str, index: usize, patience: Duration) -> Result<Self, String> {
        let mut worker = Self::spawn(ChildRole::Worker, label, index)
            .map_err(|error| format!("no worker can be started: {error}"))?;
        match worker.receive(Instant::now() + patience) {
            Waited::Frame(frame) if frame.kind == kind::READY => Ok(worker),
            Waited::Frame(frame) if frame.kind == kind::OPEN_FAILED => {
                Err(format!("the device cannot be opened: {}", String::from_utf8_lossy(&frame.payload)))
            }
            Waited::Frame(frame) => {
                Err(format!("the worker began with a frame of kind {} instead of being ready", frame.kind))
            }
            Waited::Gone => {
                let end = worker_end(&mut worker);
                Err(worker.with_output(&format!("while opening the device: {end}")))
            }
            Waited::Garbled(what) => Err(format!("while opening the device: {what}")),
            Waited::TimedOut => Err(worker.with_output(&format!(
                "opening the device took longer than {patience:?}{}",
                in_flight(&worker.ring)
            ))),
        }
    }

    fn with_output(&self, text: &str) -> String {
        self.output.tail().map_or_else(|| text.to_owned(), |tail| format!("{text}\n{tail}"))
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn send(&self, kind: u8, payload: &[u8]) -> bool {
        let until = Instant::now() + Duration::from_secs(5);
        self.channel.as_ref().is_some_and(|channel| channel.send(kind, payload, until).is_ok())
    }

    pub(crate) fn receive(&mut self, deadline: Instant) -> Waited {
        match &self.channel {
            Some(channel) => wait_for_frame(channel, self.process.as_ref(), &mut self.output, deadline),
            None => Waited::Gone,
        }
    }

    /// How the process ended by itself, given a moment to do so; `None` if it still lives.
    pub(crate) fn own_end(&mut self) -> Option<ExitStatus> {
        if let Some(ended) = self.ended {
            return ended;
        }
        self.leave_within(LAST_WORDS)
    }

    fn leave_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.ended = Some(Some(status));
                    return Some(status);
                }
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Ends the process and everything that belongs to it. Harmless if it has ended.
    pub(crate) fn kill(&mut self) {
        if self.ended.is_none() {
            self.ended = Some(end_group(&mut self.child));
        }
        self.channel = None;
        end_strays(&self.marker, self.child.id());
    }

    /// Lets an idle worker leave by itself, so that its backend can clean up.
    pub(crate) fn dismiss(mut self) {
        self.channel = None;
        match self.leave_within(FAREWELL) {
            Some(status) if status.success() => {}
            Some(status) => {
                tracing::warn!("a worker ended badly after its last test: {}", describe_exit(status))
            }
            None => tracing::warn!("a worker did not leave after its last test and is killed"),
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// ", in urX(...)" for calls that have not returned.
pub(crate) fn in_flight(ring: &CallRing) -> String {
    let unfinished = ring.unfinished();
    if unfinished.is_empty() { String::new() } else { format!(", in {}", unfinished.join(" and ")) }
}

/// How a worker that is gone went: "SIGSEGV in urX(...)".
pub(crate) fn worker_end(worker: &mut WorkerProcess) -> String {
    let Some(status) = worker.own_end() else {
        return "the channel to the harness was closed, but the process lives".to_owned();
    };
    let how = describe_exit(status);
    let unfinished = worker.ring.unfinished();
    let place = if status.code().is_some() { "inside" } else { "in" };
    if !unfinished.is_empty() {
        return format!("{how} {place} {}", unfinished.join(" and "));
    }
    match worker.ring.tail(1).pop() {
        Some(last) => format!("{how} outside of UR, after {last}"),
        None => format!("{how} before any call to UR"),
    }
}
