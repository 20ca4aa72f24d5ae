//! Further processes.

use crate::traces::MARK;
use std::ffi::CString;
use std::ptr::{null, null_mut};

/// First argument of this program when it does nothing but live.
pub const IDLE: &str = "__idle";

/// Lives, and does nothing.
pub fn idle() -> ! {
    loop {
        // SAFETY: no pointers.
        unsafe { libc::pause() };
    }
}

/// Makes this process another program that does nothing. It can be told by its arguments, even with an empty
/// environment.
pub fn become_idle() {
    let mark = std::env::var(MARK).unwrap_or_default();
    let [program, idle, mark] =
        ["/proc/self/exe", IDLE, &mark].map(|text| CString::new(text).expect("no zero inside"));
    let arguments = [program.as_ptr(), idle.as_ptr(), mark.as_ptr(), null()];
    let environment = [null()];
    // SAFETY: all texts and both lists end in zero and live until the call.
    unsafe { libc::execve(program.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
}

/// Leaves a process behind that outlives this one; it holds all descriptors open, if so asked.
pub fn daemon(holding_descriptors: bool) {
    orphan(|| {
        if !holding_descriptors {
            // SAFETY: no pointers.
            unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0) };
        }
        idle()
    });
}

/// Leaves another program behind, with neither environment nor descriptors nor process group of this one.
pub fn daemon_in_disguise() {
    orphan(|| {
        // SAFETY: no pointers.
        unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0) };
        become_idle();
    });
}

/// Runs something in a process of a session of its own, whose parent is dead.
fn orphan(work: impl FnOnce()) {
    // SAFETY: the only thread of the child that matters is this one; it ends there.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::setsid();
            if libc::fork() == 0 {
                work();
            }
            libc::_exit(0);
        }
        // Not all children: peers may be among them.
        libc::waitpid(child, null_mut(), 0);
    }
}

/// As `daemon(3)` does: the parent ends, the child goes on in its place.
pub fn go_on_in_child() {
    // SAFETY: not sound with further threads, which is the point.
    unsafe {
        if libc::fork() > 0 {
            libc::_exit(0);
        }
    }
}

/// Returns twice.
pub fn go_on_in_both() {
    // SAFETY: as above.
    unsafe { libc::fork() };
}

/// The child shares nothing but its parent's time: it never ends.
pub fn hang_in_vfork() {
    let flags = libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: without shared memory it is a fork after which the parent waits.
    if unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) } == 0 {
        idle();
    }
}

/// Goes over to the process group of the parent.
pub fn leave_group() {
    // SAFETY: no pointers.
    unsafe { libc::setpgid(0, libc::getpgid(libc::getppid())) };
}

/// Has a fork die, and goes on.
pub fn fork_and_abort() {
    // SAFETY: the child does nothing but die.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::abort();
        }
        let mut status = 0;
        libc::waitpid(child, &raw mut status, 0);
        assert_eq!(libc::WTERMSIG(status), libc::SIGABRT);
    }
}
