//! Starting a child: this program once more, in another role, with nothing inherited but what is meant.

use super::strays::Marker;
use crate::call_ring::CallRing;
use crate::child::{ChildRole, MARK};
use crate::output::Output;
use std::io;
use std::os::fd::{AsFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use ur_ipc_fixtures::channel::Channel;

/// Which child to start.
pub(crate) struct ChildSpec<'s> {
    pub role: ChildRole,
    /// Backend and profile.
    pub label: &'s str,
    /// Number of the device.
    pub index: usize,
}

/// Where a child prints.
pub(crate) enum Streams<'o> {
    /// Where this process prints its errors: its standard output may be for machines.
    Inherited,
    /// Into this, and the child leads a process group of its own that can be told by the marker.
    To(&'o Output, &'o Marker),
}

/// A child that has just been started.
pub(crate) struct StartedChild {
    pub child: Child,
    pub channel: Channel,
    pub ring: CallRing,
}

/// Starts a child. It is killed when the calling thread ends, whatever happens to this process.
///
/// # Errors
/// If the system refuses a descriptor, memory or the process.
pub(crate) fn spawn_child(spec: &ChildSpec<'_>, streams: Streams<'_>) -> io::Result<StartedChild> {
    let (ours, theirs) = Channel::pair()?;
    let ring = CallRing::create()?;
    let channel_fd = theirs.as_raw_fd();
    let ring_fd = ring.raw_fd().ok_or_else(|| io::Error::other("the call log has no descriptor"))?;
    let mut command = Command::new("/proc/self/exe");
    command
        .arg(MARK)
        .arg(spec.role.name())
        .args([channel_fd.to_string(), ring_fd.to_string()])
        .arg(spec.label)
        .arg(spec.index.to_string())
        .stdin(Stdio::null());
    match streams {
        Streams::Inherited => {
            command.stdout(io::stderr().as_fd().try_clone_to_owned()?);
        }
        Streams::To(output, marker) => {
            command.stdout(output.stdio()?).stderr(output.stdio()?).process_group(0);
            marker.apply(&mut command);
        }
    }
    let parent = std::process::id().cast_signed();
    // SAFETY: what runs between fork and exec makes system calls only.
    unsafe { command.pre_exec(move || prepare(parent, &[channel_fd, ring_fd])) };
    Ok(StartedChild { child: command.spawn()?, channel: ours, ring })
}

/// Runs in the child before `exec`: makes system calls only.
fn prepare(parent: libc::pid_t, kept: &[RawFd]) -> io::Result<()> {
    // SAFETY: no pointers.
    if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: no pointers.
    if unsafe { libc::getppid() } != parent {
        // The parent died before the signal was asked for: it would never come.
        // SAFETY: ends the process at once, without running anything of the parent's.
        unsafe { libc::_exit(1) };
    }
    // Kernels without this call are no loss: everything that Rust opens is closed on exec anyway.
    // SAFETY: no pointers; marks descriptors of this process.
    unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    for &fd in kept {
        // SAFETY: no pointers.
        if unsafe { libc::fcntl(fd, libc::F_SETFD, 0) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
