//! Termination signals from outside.

use super::shutdown::terminate;
use super::signals::is_ignored;
use nix::sys::signal::{SigSet, Signal};
use std::thread::Builder;
use ur_ipc_sys::text_of;

/// The signals by which a person or a system ends a program.
const INTERRUPTIONS: [Signal; 4] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];

/// Those of them that this process does not ignore: who starts it may have had it ignore some, as `nohup` does.
pub fn interruptions() -> SigSet {
    INTERRUPTIONS.into_iter().filter(|&signal| !is_ignored(signal as libc::c_int)).collect()
}

/// From now on, a signal that ends this process has it run its [handler](super::ShutdownHandler), and end its children
/// and theirs first. To be called before there are other threads.
pub fn end_on_signals() {
    let signals = interruptions();
    if signals.thread_block().is_err() {
        return;
    }
    let wait = move || {
        if let Ok(signal) = signals.wait() {
            terminate(signal, &signals);
        }
    };
    // Where no thread can be had, there will be no run.
    if Builder::new().spawn(wait).is_err() {
        let _ = signals.thread_unblock();
    }
}

/// True if a debugger holds this process.
pub fn is_traced() -> bool {
    let status = text_of("/proc/self/status").unwrap_or_default();
    let tracer = status.lines().find_map(|line| line.strip_prefix("TracerPid:")).unwrap_or_default();
    !matches!(tracer.trim(), "" | "0")
}
