//! Being asked to end, from outside.

use super::farewell::part;
use super::signals::is_ignored;
use nix::sys::signal::{SigSet, Signal};
use std::thread::Builder;
use std::time::Duration;
use ur_ipc_sys::text_of;

/// The signals by which a person or a system ends a program.
const INTERRUPTIONS: [Signal; 4] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];

/// Those of them that this process does not ignore: who starts it may have had it ignore some, as `nohup` does.
pub fn interruptions() -> SigSet {
    INTERRUPTIONS.into_iter().filter(|&signal| !is_ignored(signal as libc::c_int)).collect()
}

/// From now on, a signal that ends this process has it say [farewell](super::Farewell), and end its children and theirs first. To be called before there are other
/// threads.
pub fn end_on_signals() {
    let signals = interruptions();
    if signals.thread_block().is_err() {
        return;
    }
    let wait = move || {
        if let Ok(signal) = signals.wait() {
            part(signal, &signals);
        }
    };
    // Where no thread can be had, there will be no run.
    if Builder::new().spawn(wait).is_err() {
        let _ = signals.thread_unblock();
    }
}

/// Ends this process by a signal, whatever is set up for that.
pub fn end_by(signal: libc::c_int) -> ! {
    // SAFETY: the default action runs no code of this process, and the set is filled by the first call.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &raw const set, std::ptr::null_mut());
        libc::raise(signal);
        // One that does not end a process by itself.
        libc::_exit(128 + signal)
    }
}

/// Waits for one of these signals, which are blocked, for so long at most: which has come, if one has.
pub fn await_signal(signals: &SigSet, patience: Duration) -> Option<Signal> {
    let time = libc::timespec {
        tv_sec: patience.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: patience.subsec_nanos().into(),
    };
    // SAFETY: the set and the time are valid; nothing more is to be told of the signal.
    let signal = unsafe { libc::sigtimedwait(signals.as_ref(), std::ptr::null_mut(), &raw const time) };
    Signal::try_from(signal).ok()
}

/// Whether a debugger holds this process.
pub fn is_traced() -> bool {
    let status = text_of("/proc/self/status").unwrap_or_default();
    let tracer = status.lines().find_map(|line| line.strip_prefix("TracerPid:")).unwrap_or_default();
    !matches!(tracer.trim(), "" | "0")
}
