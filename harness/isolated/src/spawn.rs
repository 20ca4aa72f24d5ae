//! Starts a child: this program once more, in another role. It inherits only what it should.

use crate::channel::Channel;
use crate::child::ChildProcess;
use crate::crash;
use crate::output::Output;
use crate::ring::CallRing;
use crate::signals::{die_with_parent, reset_all};
use crate::strays::{Marker, start_known};
use nix::unistd::setsid;
use std::io;
use std::os::fd::{AsFd, IntoRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// First argument of a child.
pub const MARK: &str = "__isolated-child";

/// The variable with the number of ancestors that were started as children. It includes the program's own starts of
/// itself.
const DEPTH: &str = "ISOLATED_DEPTH";
/// More are a mistake: a program that does not ask what it was [started](crate::started) for starts itself without an end, and
/// maybe several times in each of these processes.
const DEEPEST: u32 = 4;

/// Time limit for the system to find room for a further process.
const PATIENCE: Duration = Duration::from_secs(2);

/// The order for a child.
#[derive(Clone, Copy, Debug)]
pub struct Order<'o> {
    /// Its role, by which the program tells what to do.
    pub role: &'o str,
    /// Its subject, in words of the program.
    pub about: &'o str,
    /// Whether it leads a session and a process group of its own.
    pub leads: bool,
    /// Variables of its environment that differ from this process'.
    pub environment: &'o [(&'o str, &'o str)],
}

/// The target of a child's output.
pub enum Streams<'o> {
    /// The standard error of this process, since its standard output may be for machines.
    Inherited,
    /// Into this, and the child leads a process group of its own that can be told by the marker.
    To(&'o Output, &'o Marker),
}

/// Starts a child. It is killed when the calling thread ends, whatever happens to this process.
///
/// # Errors
/// If the system refuses a descriptor, memory or the process.
pub fn spawn_child(order: &Order<'_>, streams: Streams<'_>) -> io::Result<ChildProcess> {
    open_standard_streams();
    let Order { role, about, leads, environment } = *order;
    let depth = std::env::var(DEPTH).ok().and_then(|depth| depth.parse().ok()).unwrap_or(0);
    if depth >= DEEPEST {
        let why =
            "it is a child of a child of a child: does the program ask first of all what it was started for?";
        return Err(io::Error::other(why));
    }
    let (ours, theirs) = Channel::pair()?;
    let mut ring = CallRing::create()?;
    let mut crash = crash::create()?;
    let channel_fd = theirs.as_raw_fd();
    let ring_fd = ring.raw_fd().ok_or_else(|| io::Error::other("the call log has no descriptor"))?;
    let crash_fd = crash.raw_fd().ok_or_else(|| io::Error::other("the crash record has no descriptor"))?;
    let mut command = Command::new("/proc/self/exe");
    command
        .arg(MARK)
        .arg(role)
        .args([channel_fd, ring_fd, crash_fd].map(|number| number.to_string()))
        .arg(about)
        .envs(environment.iter().copied())
        .env(DEPTH, (depth + 1).to_string())
        .stdin(Stdio::null());
    match streams {
        Streams::Inherited => {
            command.stdout(io::stderr().as_fd().try_clone_to_owned()?);
        }
        Streams::To(output, marker) => {
            command.stdout(output.stdio()?).stderr(output.stdio()?);
            marker.apply(&mut command);
        }
    }
    let parent = std::process::id().cast_signed();
    // SAFETY: what runs between fork and exec makes system calls only.
    unsafe { command.pre_exec(move || prepare(parent, leads, &[channel_fd, ring_fd, crash_fd])) };
    let child = start_in_time(&mut command)?;
    tracing::debug!(pid = child.id(), about, "started: {role}");
    ring.handed_over();
    crash.handed_over();
    Ok(ChildProcess::new(child, ours, Arc::new(ring), Arc::new(crash)))
}

/// Starts a child. A system that is busy may have no room for one just now.
fn start_in_time(command: &mut Command) -> io::Result<Child> {
    let until = Instant::now() + PATIENCE;
    loop {
        match start_known(command) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < until => {
                std::thread::sleep(Duration::from_millis(10));
            }
            started => return started,
        }
    }
}

/// Opens those of the standard streams that a library has closed: a channel in their place would be mistaken for
/// one, by the library and by the child.
fn open_standard_streams() {
    for number in 0..=2 {
        // SAFETY: only asks.
        if unsafe { libc::fcntl(number, libc::F_GETFD) } >= 0 {
            continue;
        }
        // The lowest free number is taken. Where even that cannot be had, starting the child will say so.
        let opened = std::fs::File::options().read(true).write(true).open("/dev/null");
        if let Ok(file) = opened
            && let other @ 3.. = file.into_raw_fd()
        {
            // Another thread was faster.
            // SAFETY: opened just now, owned by nobody else.
            unsafe { libc::close(other) };
        }
    }
}

/// Runs in the child before `exec`: makes system calls only.
fn prepare(parent: libc::pid_t, leads: bool, kept: &[RawFd]) -> io::Result<()> {
    reset_all();
    if leads {
        // Neither a terminal nor the process group of anybody else is within reach of a library.
        setsid()?;
    }
    die_with_parent()?;
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
