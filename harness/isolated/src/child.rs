//! A child process, seen from its parent.

use super::channel::{CHANNEL_LOST, Channel, ChannelError, Message};
use super::patience::{Patience, SLICE, wait_until};
use super::ring::CallRing;
use crate::crash::CrashMemory;
use nix::errno::Errno;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};
use ur_ipc_sys::ProcessEnd;

/// Time limit for the rest of a message that has begun.
const REST: Duration = Duration::from_secs(1);

/// A child with the channel to it and the log of its calls.
pub struct ChildProcess {
    child: Child,
    /// Gone when it has been closed.
    channel: Option<Channel>,
    ring: Arc<CallRing>,
    crash: Arc<CrashMemory>,
    /// The process that started it.
    parent: u32,
}

/// The end of a process, as far as it can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenEnd {
    /// It is known how.
    Known(ProcessEnd),
    /// It is gone, and this is why nobody can say how.
    Unknown(&'static str),
}

/// The failure of a process to leave when asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLeave {
    /// It ended badly.
    Died(SeenEnd),
    /// It had not left after so much time.
    Stayed(Duration),
}

/// The exit code of Rust programs whose main thread has panicked.
const PANICKED: i32 = 101;

impl SeenEnd {
    /// Whether a process that panics may end so.
    #[must_use]
    pub const fn may_be_a_panic(self) -> bool {
        matches!(self, Self::Known(ProcessEnd::Exited(PANICKED) | ProcessEnd::Signalled(libc::SIGABRT)))
    }

    /// Whether it ended because its channel was of no more use to it.
    pub fn is_channel_lost(self) -> bool {
        self == Self::Known(ProcessEnd::Exited(CHANNEL_LOST))
    }
}

impl fmt::Display for SeenEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(end) => end.fmt(f),
            Self::Unknown(why) => write!(f, "gone, how is not known: {why}"),
        }
    }
}

impl ChildProcess {
    pub(super) fn new(child: Child, channel: Channel, ring: Arc<CallRing>, crash: Arc<CrashMemory>) -> Self {
        Self { child, channel: Some(channel), ring, crash, parent: std::process::id() }
    }

    /// Its number.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its last calls.
    #[must_use]
    pub fn ring(&self) -> &Arc<CallRing> {
        &self.ring
    }

    /// Returns the memory for its crash record.
    pub fn crash(&self) -> &Arc<CrashMemory> {
        &self.crash
    }

    /// Describes its end, with the panic if it was one: "SIGSEGV", "exited with code 101 (panic at open.rs:12:9: no)".
    #[must_use]
    pub fn how(&self, end: SeenEnd) -> String {
        match self.crash.panic().filter(|_| end.may_be_a_panic()) {
            Some(panic) => format!("{end} ({panic})"),
            None => end.to_string(),
        }
    }

    /// Whether it can be spoken with, and says nothing by itself.
    pub fn is_listening(&self) -> bool {
        self.channel.as_ref().is_some_and(|channel| channel.is_whole() && !channel.has_news(Duration::ZERO))
    }

    /// Closes the channel: the child will leave when it has no other work.
    pub fn hang_up(&mut self) {
        self.channel = None;
    }

    /// Sends a message.
    ///
    /// # Errors
    /// As [`Channel::send`].
    pub fn send<M: Message + Serialize>(&self, message: &M, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.as_ref().ok_or(ChannelError::Closed)?.send(message, deadline)
    }

    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Receives a message. A process that the child has forked off may hold the channel open after its end, so that is
    /// looked for as well, which ends like a closed channel. `meanwhile` runs every now and then, and says whether to go on
    /// waiting.
    ///
    /// # Errors
    /// As [`Channel::receive`].
    pub fn receive<M: Message + DeserializeOwned>(
        &self,
        patience: &mut Patience,
        mut meanwhile: impl FnMut() -> bool,
    ) -> Result<M, ChannelError> {
        let channel = self.channel.as_ref().ok_or(ChannelError::Closed)?;
        loop {
            let has_news = channel.has_news(SLICE.min(patience.left()));
            let left = patience.left();
            if has_news {
                return channel.receive(Instant::now() + left.max(REST));
            }
            if left.is_zero() || !meanwhile() {
                return Err(ChannelError::TimedOut);
            }
            // What it sent before its end is received first.
            if self.end().is_some() && !channel.has_news(Duration::ZERO) {
                return Err(ChannelError::Closed);
            }
        }
    }

    /// Returns the end of the process, if it has ended. The system's record of it is kept.
    pub fn end(&self) -> Option<SeenEnd> {
        let look = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        // SAFETY: fills a structure of the right type, in which all zeros is "nothing has happened".
        let (answer, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            (libc::waitid(libc::P_PID, self.pid(), &raw mut info, look), info)
        };
        if answer != 0 {
            return match Errno::last() {
                Errno::EINTR => None,
                Errno::ECHILD => Some(SeenEnd::Unknown("SIGCHLD is ignored here")),
                errno => Some(SeenEnd::Unknown(errno.desc())),
            };
        }
        // SAFETY: `waitid` fills these fields, or leaves them zero.
        let (pid, status) = unsafe { (info.si_pid(), info.si_status()) };
        let end = if info.si_code == libc::CLD_EXITED {
            ProcessEnd::Exited(status)
        } else {
            ProcessEnd::Signalled(status)
        };
        (pid != 0).then_some(SeenEnd::Known(end))
    }

    /// Waits for the end of the process. Returns `None` if it still lives after this time.
    pub fn await_end(&self, patience: Duration, mut meanwhile: impl FnMut()) -> Option<SeenEnd> {
        wait_until(patience, || {
            meanwhile();
            self.end()
        })
    }

    /// Lets it leave by itself, given this time to do so.
    ///
    /// # Errors
    /// How it left instead; it may live on.
    pub fn dismiss(&mut self, patience: Duration, meanwhile: impl FnMut()) -> Result<(), BadLeave> {
        self.hang_up();
        match self.await_end(patience, meanwhile) {
            Some(SeenEnd::Known(ProcessEnd::Exited(0))) => Ok(()),
            Some(end) => Err(BadLeave::Died(end)),
            None => Err(BadLeave::Stayed(patience)),
        }
    }

    /// Kills it and waits until it is gone, unless this is a fork that has come by a copy of everything.
    pub fn kill(&mut self) {
        let is_ours = std::process::id() == self.parent;
        if is_ours && matches!(self.child.try_wait(), Ok(None)) {
            // It may be gone already, which is just as well.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
