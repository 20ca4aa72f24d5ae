//! Parking on a word of memory that processes may share.

use std::ptr;
use std::sync::atomic::AtomicU32;

/// Parks until the word is woken, unless it no longer holds `expected`. May return for no reason.
pub fn wait(word: &AtomicU32, expected: u32) {
    // SAFETY: the word is live for the call; FUTEX_WAIT only compares it. A failure is EAGAIN or EINTR, after
    // both of which the caller looks again.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            expected,
            ptr::null::<libc::timespec>(),
            ptr::null::<u32>(),
            0u32,
        );
    }
}

/// Wakes every thread of every process that is parked on the word.
pub fn wake_all(word: &AtomicU32) {
    // SAFETY: the word is live for the call; FUTEX_WAKE only uses its address.
    unsafe {
        libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX, 0usize, 0usize, 0u32);
    }
}
