//! A worker, seen from the harness.

use super::wait::{Waited, pidfd, wait_for_frame};
use crate::call_ring::CallRing;
use crate::child::{ChildRole, kind};
use crate::output::Output;
use crate::process::{
    ChildSpec, Marker, Streams, describe_exit, end_group, end_strays, is_stopped, spawn_child, wait_until,
};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_fixtures::channel::{CHANNEL_LOST, Channel};

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

    /// Starts a worker and waits until its device is open, which it describes.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub(crate) fn start(
        label: &str,
        index: usize,
        patience: Duration,
    ) -> Result<(Self, DeviceDescription), NoWorker> {
        let mut worker = Self::spawn(ChildRole::Worker, label, index)
            .map_err(|error| NoWorker::Failed(format!("no worker can be started: {error}")))?;
        let why = match worker.receive(Instant::now() + patience) {
            Waited::Frame(frame) if frame.kind == kind::READY => match frame.message() {
                Ok(description) => return Ok((worker, description)),
                Err(error) => format!("the worker's description of the device is garbled: {error}"),
            },
            Waited::Frame(frame) if frame.kind == kind::OPEN_FAILED => {
                format!("the device cannot be opened: {}", String::from_utf8_lossy(&frame.payload))
            }
            Waited::Frame(frame) => {
                format!("the worker began with a frame of kind {} instead of being ready", frame.kind)
            }
            Waited::Gone => {
                let end = worker_end(&mut worker, patience);
                let text = worker.with_output(&format!("while opening the device: {end}"));
                if worker.ended.is_none() {
                    return Err(NoWorker::Hangs(text));
                }
                text
            }
            Waited::Garbled(what) => format!("while opening the device: {what}"),
            Waited::TimedOut => {
                let state = hanging(&worker);
                let text = format!("opening the device took longer than {patience:?}{state}");
                return Err(NoWorker::Hangs(worker.with_output(&text)));
            }
        };
        Err(NoWorker::Failed(why))
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

    /// How the process ended by itself, given this time to do so; `None` if it still lives.
    pub(crate) fn own_end(&mut self, patience: Duration) -> Option<ExitStatus> {
        if let Some(ended) = self.ended {
            return ended;
        }
        let Self { child, output, .. } = self;
        let status = wait_until(patience, || {
            output.limit();
            child.try_wait().transpose()
        });
        let status = status?.ok()?;
        self.ended = Some(Some(status));
        Some(status)
    }

    /// Ends the process and everything that belongs to it. Harmless if it has ended.
    pub(crate) fn kill(&mut self) {
        if self.ended.is_none() {
            self.ended = Some(end_group(&mut self.child));
        }
        self.channel = None;
        end_strays(&mut self.marker, self.child.id());
    }

    /// Lets an idle worker leave by itself, so that its backend can clean up.
    ///
    /// # Errors
    /// What went wrong with that.
    pub(crate) fn dismiss(mut self, patience: Duration) -> Result<(), BadLeave> {
        self.channel = None;
        match self.own_end(patience) {
            Some(status) if status.success() => Ok(()),
            Some(status) => {
                let how = describe_end(status, &self.output);
                Err(BadLeave::Died(format!("{how} while the process was leaving, after its last test")))
            }
            None => {
                let stopped = stopped(self.pid());
                Err(BadLeave::Stayed(format!("the process did not leave within {patience:?}{stopped}")))
            }
        }
    }
}

/// Why there is no worker.
pub(crate) enum NoWorker {
    Failed(String),
    /// It took too long; another attempt would, too.
    Hangs(String),
}

/// How a worker failed to leave.
pub(crate) enum BadLeave {
    Died(String),
    Stayed(String),
}

impl BadLeave {
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Died(text) | Self::Stayed(text) => text,
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

/// "; its process was stopped", if it was.
fn stopped(pid: u32) -> &'static str {
    if is_stopped(pid) { "; its process was stopped" } else { "" }
}

/// What a child does that gives no answer.
pub(crate) fn hanging(worker: &WorkerProcess) -> String {
    format!("{}{}", in_flight(&worker.ring), stopped(worker.pid()))
}

/// How a worker that is gone went: "SIGSEGV in urX(...)". It is given this time to be gone.
pub(crate) fn worker_end(worker: &mut WorkerProcess, patience: Duration) -> String {
    let Some(status) = worker.own_end(patience) else {
        return "the channel to the harness was closed, but the process lives".to_owned();
    };
    if status.code() == Some(CHANNEL_LOST) {
        return match worker.ring.tail(1).pop() {
            Some(last) => {
                format!("its channel to the harness was closed or replaced from inside, in or after {last}")
            }
            None => "its channel to the harness was closed or replaced from inside".to_owned(),
        };
    }
    let how = describe_end(status, &worker.output);
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

/// How a process ended. Those that abort mostly say why, in their last line.
fn describe_end(status: ExitStatus, output: &Output) -> String {
    let how = describe_exit(status);
    if status.signal() != Some(libc::SIGABRT) {
        return how;
    }
    let said = output.tail().unwrap_or_default();
    // A backtrace may follow this one.
    let no_memory = said.lines().find(|line| line.starts_with("memory allocation of "));
    match no_memory.or_else(|| said.lines().last()) {
        Some(line) => format!("{how} ('{}')", line.trim()),
        None => how,
    }
}
