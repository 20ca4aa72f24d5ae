//! The state of a child, whatever the signal: signals without a name included.

use nix::unistd::Pid;
use std::io;
use ur_ipc_sys::ProcessEnd;

/// The state of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// It runs, or waits.
    Lives,
    /// It does nothing until somebody has it go on.
    Stopped,
    /// It has ended so.
    Ended(ProcessEnd),
}

/// Looks at a child. The system's record of its end is kept.
///
/// # Errors
/// Why that cannot be seen.
pub fn run_state(pid: Pid) -> io::Result<RunState> {
    let look = libc::WEXITED | libc::WSTOPPED | libc::WNOHANG | libc::WNOWAIT;
    let id = libc::id_t::from(pid.as_raw().cast_unsigned());
    // SAFETY: fills a structure of the right type, in which all zeros is "nothing has happened".
    let (answer, info) = unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        (libc::waitid(libc::P_PID, id, &raw mut info, look), info)
    };
    if answer != 0 {
        let error = io::Error::last_os_error();
        return if error.kind() == io::ErrorKind::Interrupted { Ok(RunState::Lives) } else { Err(error) };
    }
    // SAFETY: `waitid` fills these fields, or leaves them zero.
    let (seen, status) = unsafe { (info.si_pid(), info.si_status()) };
    Ok(match info.si_code {
        _ if seen == 0 => RunState::Lives,
        libc::CLD_STOPPED => RunState::Stopped,
        libc::CLD_EXITED => RunState::Ended(ProcessEnd::Exited(status)),
        libc::CLD_KILLED | libc::CLD_DUMPED => RunState::Ended(ProcessEnd::Signalled(status)),
        // A debugger has it.
        _ => RunState::Lives,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    fn awaited(child: &Child, expected: RunState) {
        let until = Instant::now() + Duration::from_secs(20);
        let pid = Pid::from_raw(child.id().cast_signed());
        while run_state(pid).unwrap() != expected {
            assert!(Instant::now() < until, "{expected:?} is not seen");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn all_states_are_seen_and_none_is_taken_away() {
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        // SAFETY: no pointers; the child has not been waited for, so the number is its own.
        let tell = |signal| assert_eq!(unsafe { libc::kill(child.id().cast_signed(), signal) }, 0);
        awaited(&child, RunState::Lives);
        tell(libc::SIGSTOP);
        awaited(&child, RunState::Stopped);
        awaited(&child, RunState::Stopped);
        tell(libc::SIGCONT);
        awaited(&child, RunState::Lives);
        let real_time = libc::SIGRTMIN() + 3;
        tell(real_time);
        awaited(&child, RunState::Ended(ProcessEnd::Signalled(real_time)));
        child.wait().unwrap();
        assert!(run_state(Pid::from_raw(child.id().cast_signed())).is_err());
        let mut child = Command::new("false").spawn().unwrap();
        awaited(&child, RunState::Ended(ProcessEnd::Exited(1)));
        child.wait().unwrap();
    }
}
