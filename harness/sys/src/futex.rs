//! Parks threads on a word of memory that processes may share.

use std::ptr;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Parks until the word is woken, at most for `limit`, unless it no longer holds `expected`. May return for no
/// reason.
pub fn wait(word: &AtomicU32, expected: u32, limit: Option<Duration>) {
    // A limit beyond what the kernel can count is none.
    let limit = limit.and_then(|limit| {
        let tv_sec = libc::time_t::try_from(limit.as_secs()).ok()?;
        Some(libc::timespec { tv_sec, tv_nsec: limit.subsec_nanos().into() })
    });
    // SAFETY: the word and the limit are live for the call; FUTEX_WAIT only compares the word. A failure is EAGAIN,
    // EINTR or ETIMEDOUT, after all of which the caller looks again.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            expected,
            limit.as_ref().map_or(ptr::null(), ptr::from_ref),
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
