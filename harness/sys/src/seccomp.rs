//! Forbids system calls, as sandboxes do.

use std::io;

/// The calling process and all its threads get `EPERM` for `pidfd_getfd` from now on, for ever.
///
/// # Errors
/// Those of the system calls: the kernel may have no filters, or none may be added.
pub fn deny_pidfd_getfd() -> io::Result<()> {
    const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    const IS: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    const ANSWER: u32 = libc::BPF_RET | libc::BPF_K;
    let call = libc::SYS_pidfd_getfd as u32;
    let denied = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    let statement = |code: u32, k| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let mut filter = [
        // The first field of what a filter sees is the number of the call.
        statement(LOAD, 0),
        libc::sock_filter { jf: 1, ..statement(IS, call) },
        statement(ANSWER, denied),
        statement(ANSWER, libc::SECCOMP_RET_ALLOW),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: prctl with integers. Whoever may not add filters otherwise may with this.
    if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the program is live, and has the length that it says.
    let added = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_TSYNC,
            &raw const program,
        )
    };
    match added {
        0 => Ok(()),
        thread if thread > 0 => Err(io::Error::other(format!("thread {thread} has another filter"))),
        _ => Err(io::Error::last_os_error()),
    }
}
