//! How a process ended, in words.

use nix::sys::signal::Signal;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// "SIGSEGV" or "exited with code 3".
pub(crate) fn describe_exit(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(number)) => match Signal::try_from(number) {
            Ok(signal) => signal.to_string(),
            Err(_) => format!("signal {number}"),
        },
        (None, None) => status.to_string(),
    }
}

/// Whether somebody has stopped the process (SIGSTOP).
pub(crate) fn is_stopped(pid: u32) -> bool {
    process_state(pid) == Some('T')
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
    use rstest::rstest;

    #[rstest]
    #[case(0, "exited with code 0")]
    #[case(3 << 8, "exited with code 3")]
    #[case(11, "SIGSEGV")]
    #[case(6 | 128, "SIGABRT")]
    #[case(40, "signal 40")]
    fn ends_are_named(#[case] raw: i32, #[case] words: &str) {
        assert_eq!(describe_exit(ExitStatus::from_raw(raw)), words);
    }

    #[test]
    fn a_running_process_is_not_stopped() {
        assert!(!is_stopped(std::process::id()));
        assert!(process_state(std::process::id()).is_some());
    }
}
