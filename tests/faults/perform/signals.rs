//! Signals.

use std::ptr::null_mut;

pub fn raise(signal: libc::c_int) {
    // SAFETY: a signal to oneself.
    unsafe { libc::raise(signal) };
}

pub fn stop_parent() {
    // SAFETY: no pointers.
    unsafe { libc::kill(libc::getppid(), libc::SIGSTOP) };
}

/// Only where the process leads a group, or is in that of one that does.
pub fn kill_group() {
    // SAFETY: no pointers.
    unsafe { libc::kill(0, libc::SIGKILL) };
}

pub fn block() {
    // SAFETY: the set is filled by the first call.
    unsafe {
        let mut all = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, null_mut());
    }
}

/// Gives all signals this effect.
pub fn set_all(effect: libc::sighandler_t) {
    for signal in 1..=64 {
        // SAFETY: default and ignoring run no code, and the handler here does nothing. Some refuse, which is right.
        unsafe { libc::signal(signal, effect) };
    }
}

extern "C" fn nothing(_: libc::c_int) {}

pub fn handle_all() {
    for signal in 1..=64 {
        // SAFETY: the handler does nothing. It does not ask for calls to be restarted, so that they are interrupted.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = nothing as *const () as libc::sighandler_t;
            libc::sigaction(signal, &raw const action, null_mut());
        }
    }
}

/// SIGALRM in a millisecond, or every millisecond.
pub fn timer(again: bool) {
    let millisecond = libc::timeval { tv_sec: 0, tv_usec: 1000 };
    let never = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let times =
        libc::itimerval { it_interval: if again { millisecond } else { never }, it_value: millisecond };
    // SAFETY: reads a structure of the right type.
    unsafe {
        libc::syscall(libc::SYS_setitimer, libc::ITIMER_REAL, &raw const times, null_mut::<libc::itimerval>())
    };
}
