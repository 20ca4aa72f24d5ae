//! Finds processes that a worker has left behind: daemons, children in groups of their own.

use super::patience::wait_until;
use super::signals::restore_sigchld;
use super::state::{children_of, process_group};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::HashSet;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io};

/// The environment variable by which descendants of a worker are told.
pub const VARIABLE: &str = "ISOLATED_WORKER";
/// Time limit for the end of a killed process.
const KILLED: Duration = Duration::from_secs(20);

/// The children of this process.
#[derive(Default)]
struct Children {
    /// Those that were there before any other; `None` as long as orphans are not adopted.
    before: Option<HashSet<u32>>,
    /// Those that were started here.
    started: HashSet<u32>,
    /// Workers that may be alive.
    workers: usize,
}

fn children() -> MutexGuard<'static, Children> {
    static CHILDREN: LazyLock<Mutex<Children>> = LazyLock::new(Mutex::default);
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the descendants of one worker from all other processes: they inherit it in their environment.
#[derive(Debug)]
pub struct Marker {
    text: String,
    /// Whether the worker counts as alive.
    alive: bool,
}

impl Marker {
    /// A worker is about to be started.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        children().workers += 1;
        let text = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { text, alive: true }
    }

    pub(super) fn apply(&self, command: &mut Command) {
        command.env(VARIABLE, &self.text);
    }

    fn is_on(&self, pid: u32) -> bool {
        let wanted = format!("{VARIABLE}={}", self.text);
        has_variable(pid, |variable| variable == wanted.as_bytes())
    }

    fn worker_ended(&mut self, children: &mut Children) {
        if std::mem::take(&mut self.alive) {
            children.workers -= 1;
        }
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        self.worker_ended(&mut children());
    }
}

/// Makes this process the parent of descendants whose own parent dies, so that they can be found.
pub fn adopt_orphans() {
    restore_sigchld();
    // SAFETY: no pointers.
    if unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } != 0 {
        tracing::warn!("orphans cannot be adopted: {}", io::Error::last_os_error());
        return;
    }
    children().before = Some(children_of(std::process::id()).into_iter().collect());
}

/// Starts a child that is nobody's stray.
pub(super) fn start_known(command: &mut Command) -> io::Result<Child> {
    // Held until the child is known, so that nobody takes it for a stray.
    let mut children = children();
    let child = command.spawn()?;
    children.started.insert(child.id());
    Ok(child)
}

/// Kills what a dead worker has left behind, and says how many processes that were. `group` is the process
/// group that the worker led. Those that have shaken off both signs of their origin go with the last worker.
pub fn end_strays(marker: &mut Marker, group: u32) -> usize {
    let mut children = children();
    marker.worker_ended(&mut children);
    children.started.remove(&group);
    let mut ended = HashSet::new();
    // A stray that is killed may leave children of its own, which are adopted then.
    for _ in 0..16 {
        // The group tells those that are dead already, whose environment is gone.
        let belongs = |pid: &u32| {
            !ended.contains(pid)
                && (process_group(*pid) == Some(group) || marker.is_on(*pid) || children.is_unknown(*pid))
        };
        let strays: Vec<u32> = children_of(std::process::id()).into_iter().filter(belongs).collect();
        if strays.is_empty() {
            break;
        }
        for pid in strays {
            end_stray(Pid::from_raw(pid.cast_signed()));
            ended.insert(pid);
        }
    }
    ended.len()
}

/// Kills all children of this process, and theirs, and starts no more.
pub(super) fn end_all() {
    // Never given back: who is about to start one waits for it in vain.
    let children = std::mem::ManuallyDrop::new(children());
    let until = Instant::now() + KILLED;
    loop {
        let mut own = children_of(std::process::id());
        own.retain(|pid| children.before.as_ref().is_none_or(|before| !before.contains(pid)));
        if own.is_empty() || Instant::now() > until {
            return;
        }
        for pid in own.into_iter().map(|pid| Pid::from_raw(pid.cast_signed())) {
            let _ = kill(pid, Signal::SIGKILL);
            // Its own children come to this process now.
            let _ = waitpid(pid, None);
        }
    }
}

/// Kills all that shows by its environment that it descends from a worker of this harness, which is gone.
pub fn end_descendants_of(harness: u32) {
    let prefix = format!("{VARIABLE}={harness}-");
    let descends = |pid: &u32| has_variable(*pid, |variable| variable.starts_with(prefix.as_bytes()));
    // What is killed while it forks may leave a child.
    for _ in 0..16 {
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let descendants: Vec<u32> = pids.filter(descends).collect();
        if descendants.is_empty() {
            return;
        }
        for pid in descendants {
            let _ = kill(Pid::from_raw(pid.cast_signed()), Signal::SIGKILL);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// True if such a variable, `NAME=value`, is in the environment with which a process was started.
fn has_variable(pid: u32, is_it: impl Fn(&[u8]) -> bool) -> bool {
    fs::read(format!("/proc/{pid}/environ"))
        .is_ok_and(|environment| environment.split(|&byte| byte == 0).any(is_it))
}

fn end_stray(pid: Pid) {
    tracing::debug!("killing {pid}, left behind by a worker");
    let _ = kill(pid, Signal::SIGKILL);
    let gone = wait_until(KILLED, || match waitpid(pid, Some(WaitPidFlag::WNOHANG)) {
        Ok(WaitStatus::StillAlive) => None,
        _ => Some(()),
    });
    if gone.is_none() {
        tracing::error!("process {pid} was killed and does not go");
    }
}

impl Children {
    /// True if an adopted process can be no living worker's.
    fn is_unknown(&self, pid: u32) -> bool {
        self.workers == 0
            && !self.started.contains(&pid)
            && self.before.as_ref().is_some_and(|before| !before.contains(&pid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_and_told_by_their_marker() {
        let mut marker = Marker::new();
        let mut command = Command::new("sleep");
        command.arg("60");
        marker.apply(&mut command);
        let mut child = command.spawn().unwrap();
        // Until `exec`, the child shows the environment of this process.
        while !marker.is_on(child.id()) {
            std::thread::yield_now();
        }
        assert!(children_of(std::process::id()).contains(&child.id()));
        assert!(!Marker::new().is_on(child.id()));
        assert_eq!(end_strays(&mut marker, 0), 1);
        assert!(child.wait().is_err(), "it has been waited for");
    }
}
