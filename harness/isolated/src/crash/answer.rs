//! The handler by which a thread of a living process says where it is.

use super::memory::CrashMemory;
use super::unwind::{self, Place};
use libc::{c_int, c_void, siginfo_t};
use std::mem::zeroed;
use std::ptr::null_mut;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// The signal that asks. A process that has no handler for it ignores it.
pub(super) const ASKS: c_int = libc::SIGWINCH;

/// The data for the handler.
struct Asked {
    memory: Arc<CrashMemory>,
    /// Forks inherit the handler, and have no such memory.
    process: c_int,
}

static ASKED: OnceLock<Asked> = OnceLock::new();

/// From now on, each thread of this process says where it is if it is asked. Of several calls the first counts.
pub fn answer(memory: &Arc<CrashMemory>) {
    let asked_here = ASKED.get_or_init(|| {
        // SAFETY: no pointers.
        Asked { memory: Arc::clone(memory), process: unsafe { libc::getpid() } }
    });
    asked_here.memory.answer.process.store(asked_here.process, Ordering::Relaxed);
    // SAFETY: the handler has the signature for these flags, and does what handlers may.
    unsafe {
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = asked as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigaction(ASKS, &raw const action, null_mut());
    }
}

extern "C" fn asked(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    let Some(Asked { memory, process }) = ASKED.get() else { return };
    // SAFETY: no pointers.
    let (own, thread) = unsafe { (libc::getpid(), libc::gettid()) };
    if own != *process {
        return;
    }
    // The thread goes on, and may be about to look at its error.
    // SAFETY: each thread has such a place.
    let error = unsafe { *libc::__errno_location() };
    let answer = &memory.answer;
    if answer.begin(thread) {
        // SAFETY: the system hands over what belongs to the signal.
        let place = unsafe { Place::of(context) };
        unwind::keep(&answer.frames, &place);
        answer.end();
    }
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = error };
}
