//! Signal masks and dispositions: resets them for a child, and reads them.

use nix::sys::signal::{SigSet, Signal};
use std::io;
use std::time::Duration;

/// Above all signals there are.
const SIGNALS: libc::c_int = 65;

/// The bit of SIGPIPE, which Rust's own start ignores.
pub(super) const IGNORED_BY_RUST: u64 = 1 << (libc::SIGPIPE - 1);

/// Gives all signals their default effect and lets all of them in: a process inherits what its parent ignores
/// and blocks. Makes system calls only.
pub(super) fn reset_all() {
    for signal in 1..SIGNALS {
        // SAFETY: the default action runs no code of this process. SIGKILL and the like refuse, which is right.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: the set is filled by the first call; only this thread's mask is changed.
    unsafe {
        let mut none = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// True if SIGCHLD is ignored, so that nobody can say how a child ended.
pub fn ends_are_unseen() -> bool {
    disposition(libc::SIGCHLD).is_some_and(|action| {
        action.sa_sigaction == libc::SIG_IGN || action.sa_flags & libc::SA_NOCLDWAIT != 0
    })
}

/// True if this process ignores the signal.
pub(super) fn is_ignored(signal: libc::c_int) -> bool {
    disposition(signal).is_some_and(|action| action.sa_sigaction == libc::SIG_IGN)
}

/// Returns the disposition of a signal in this process.
fn disposition(signal: libc::c_int) -> Option<libc::sigaction> {
    // SAFETY: only asks, into memory of the right size, for which all zeros are a value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0).then_some(action)
    }
}

/// Sees to it that the ends of children are kept for this process, whatever its parent had it ignore.
pub fn restore_sigchld() {
    if ends_are_unseen() {
        // SAFETY: the default action of SIGCHLD is to do nothing.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    }
}

/// Lets a limit on the size of files be told like a full disk. Children have the signal's own effect again.
pub fn ignore_sigxfsz() {
    // SAFETY: no handler is installed, so no code runs in one.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// Has this process killed when the thread that started it ends.
///
/// # Errors
/// What the system refused.
pub fn die_with_parent() -> io::Result<()> {
    set_parent_death_signal(libc::SIGKILL)
}

/// Has this process get a signal when the thread that started it ends.
///
/// # Errors
/// What the system refused.
pub fn set_parent_death_signal(signal: libc::c_int) -> io::Result<()> {
    // SAFETY: no pointers.
    if unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, signal) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Ends this process by a signal, whatever is set up for that.
pub fn raise_default(signal: libc::c_int) -> ! {
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
