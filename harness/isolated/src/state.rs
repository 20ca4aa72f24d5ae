//! The state of a process, as the system tells it.

use std::fs;
use ur_ipc_sys::text_of;

/// True if somebody has stopped the process (SIGSTOP).
pub fn is_stopped(pid: u32) -> bool {
    process_state(pid) == Some('T')
}

/// Whether there is no such process any more, or nothing but what is to be waited for.
pub fn has_ended(pid: u32) -> bool {
    matches!(process_state(pid), None | Some('Z' | 'X'))
}

/// The state letter of `/proc/PID/stat`.
pub(super) fn process_state(pid: u32) -> Option<char> {
    stat_field(pid, 0)?.chars().next()
}

/// The process group of a process, dead or alive.
pub(super) fn process_group(pid: u32) -> Option<u32> {
    stat_field(pid, 2)?.parse().ok()
}

/// The processor time that a process has used, dead or alive, in seconds.
pub(super) fn processor_time(pid: u32) -> Option<u64> {
    let ticks = |index| stat_field(pid, index)?.parse::<u64>().ok();
    // SAFETY: takes a number only.
    let second =
        u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok().filter(|&ticks| ticks > 0)?;
    // What the kernel counts in full is cut here, twice.
    Some((ticks(11)? + ticks(12)? + 2) / second)
}

/// A field of `/proc/PID/stat`, counted from the state.
fn stat_field(pid: u32, index: usize) -> Option<String> {
    let stat = text_of(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything; the state follows the last one.
    stat.rsplit_once(") ")?.1.split(' ').nth(index).map(str::to_owned)
}

/// The children of a process, as far as the system tells.
pub(super) fn children_of(pid: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok())
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_process_is_not_stopped() {
        assert!(!is_stopped(std::process::id()));
        assert!(process_state(std::process::id()).is_some());
    }
}
