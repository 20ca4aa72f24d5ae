//! The watchdog: ends a signal handler that takes too long.

use libc::c_int;
use std::mem::zeroed;
use std::ptr::null_mut;

/// Time limit for a handler.
const LIMIT: libc::timespec = libc::timespec { tv_sec: 2, tv_nsec: 0 };

/// A timer of the kernel's.
pub(super) struct Limit(Option<c_int>);

/// Has the process get this signal when the time is over. Makes system calls only.
pub(super) fn start(signal: c_int) -> Limit {
    let mut timer: c_int = 0;
    // SAFETY: structures of the right types, which the kernel reads, and the number, which it writes. The C library's
    // own function allocates.
    let armed = unsafe {
        let mut event: libc::sigevent = zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = signal;
        let mut time: libc::itimerspec = zeroed();
        time.it_value = LIMIT;
        libc::syscall(libc::SYS_timer_create, libc::CLOCK_MONOTONIC, &raw const event, &raw mut timer) == 0
            && libc::syscall(
                libc::SYS_timer_settime,
                timer,
                0,
                &raw const time,
                null_mut::<libc::itimerspec>(),
            ) == 0
    };
    Limit(armed.then_some(timer))
}

/// It was not too long.
pub(super) fn stop(limit: Limit) {
    if let Limit(Some(timer)) = limit {
        // SAFETY: no pointers.
        unsafe { libc::syscall(libc::SYS_timer_delete, timer) };
    }
}
