//! Processes that a worker has left behind: daemons, children in groups of their own.

use super::exit::process_group;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable by which descendants of a worker are told.
const VARIABLE: &str = "UR_IPC_CTS_WORKER";

/// Tells the descendants of one worker from all other processes: they inherit it in their environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker(String);

impl Marker {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn apply(&self, command: &mut Command) {
        command.env(VARIABLE, &self.0);
    }

    fn is_on(&self, pid: u32) -> bool {
        let wanted = format!("{VARIABLE}={}", self.0);
        std::fs::read(format!("/proc/{pid}/environ"))
            .is_ok_and(|environment| environment.split(|&byte| byte == 0).any(|v| v == wanted.as_bytes()))
    }
}

/// Makes this process the parent of descendants whose own parent dies, so that they can be found.
pub(crate) fn adopt_orphans() {
    // SAFETY: no pointers.
    if unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } != 0 {
        tracing::warn!("orphans cannot be adopted: {}", std::io::Error::last_os_error());
    }
}

/// Kills what a dead worker has left behind, and says how many processes that were. `group` is the process
/// group that the worker led.
pub(crate) fn end_strays(marker: &Marker, group: u32) -> usize {
    let mut ended = 0;
    // A stray that is killed may leave children of its own, which are adopted then.
    for _ in 0..16 {
        // The group tells those that are dead already, whose environment is gone.
        let belongs = |pid: &u32| process_group(*pid) == Some(group) || marker.is_on(*pid);
        let strays: Vec<u32> = children_of(std::process::id()).into_iter().filter(belongs).collect();
        if strays.is_empty() {
            break;
        }
        for pid in strays {
            let pid = Pid::from_raw(pid.cast_signed());
            tracing::debug!("killing {pid}, left behind by a worker");
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, None);
            ended += 1;
        }
    }
    ended
}

/// The children of a process, as far as the system tells.
pub(super) fn children_of(pid: u32) -> Vec<u32> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    tasks
        .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_and_told_by_their_marker() {
        let marker = Marker::new();
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
        assert_eq!(end_strays(&marker, 0), 1);
        assert!(child.wait().is_err(), "it has been waited for");
    }
}
