//! Waiting for a child's next frame, or for its end, whichever comes first.

use crate::output::Output;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};
use ur_ipc_fixtures::channel::{Channel, ChannelError, Frame};

/// How often the amount of output is looked at.
const SLICE: Duration = Duration::from_millis(200);
/// How long the rest of a frame may take once it has begun.
const REST: Duration = Duration::from_secs(5);

/// What a wait ended with.
pub(crate) enum Waited {
    Frame(Frame),
    /// The process has ended, or closed its channel.
    Gone,
    /// Something that is no frame came.
    Garbled(String),
    TimedOut,
}

/// A descriptor that becomes readable when the process ends; `None` on kernels without such.
pub(crate) fn pidfd(pid: u32) -> Option<OwnedFd> {
    // SAFETY: no pointers; the process is a child that has not been waited for, so the number is its own.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    let fd = i32::try_from(fd).ok().filter(|&fd| fd >= 0)?;
    // SAFETY: just made, owned by nobody else.
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Waits for a frame from the child.
pub(crate) fn wait_for_frame(
    channel: &Channel,
    process: Option<&OwnedFd>,
    output: &mut Output,
    deadline: Instant,
) -> Waited {
    // SAFETY: the channel keeps the descriptor open for longer than this call.
    let socket = unsafe { BorrowedFd::borrow_raw(channel.as_raw_fd()) };
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut fds = vec![PollFd::new(socket, PollFlags::POLLIN)];
        // A descendant may hold the channel open after the child's end, so that alone does not tell.
        fds.extend(process.map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        // Rounded up, so that the last wait does not end before the deadline.
        let millis = left.min(SLICE).as_micros().div_ceil(1000);
        let timeout = PollTimeout::try_from(millis).unwrap_or(PollTimeout::ZERO);
        match poll(&mut fds, timeout) {
            Ok(0) if left.is_zero() => return Waited::TimedOut,
            Ok(0) | Err(nix::errno::Errno::EINTR) => output.limit(),
            Ok(_) => {
                let has_data = fds[0].any().unwrap_or(false);
                return if has_data { receive(channel, deadline) } else { Waited::Gone };
            }
            Err(errno) => return Waited::Garbled(format!("the channel cannot be waited for: {errno}")),
        }
    }
}

fn receive(channel: &Channel, deadline: Instant) -> Waited {
    match channel.receive(deadline.max(Instant::now() + REST)) {
        Ok(frame) => Waited::Frame(frame),
        Err(ChannelError::Closed) => Waited::Gone,
        Err(ChannelError::Garbled(what)) => Waited::Garbled(what),
        Err(error) => Waited::Garbled(error.to_string()),
    }
}
