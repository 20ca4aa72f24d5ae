//! What a process does, as far as the system tells.

/// Whether somebody has stopped the process (SIGSTOP).
pub(crate) fn is_stopped(pid: u32) -> bool {
    process_state(pid) == Some('T')
}

/// Whether there is no such process any more, or nothing but what is to be waited for.
pub(crate) fn has_ended(pid: u32) -> bool {
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

/// A field of `/proc/PID/stat`, counted from the state.
fn stat_field(pid: u32, index: usize) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything; the state follows the last one.
    stat.rsplit_once(") ")?.1.split(' ').nth(index).map(str::to_owned)
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
