//! Threads of the library's own.

use std::mem::MaybeUninit;

use crate::errno::Errno;

/// Starts a thread that no signal of the program's is delivered to.
pub fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), Errno> {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the sets are filled before they are read. A new thread has the mask of the one that starts it.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(run);
    // SAFETY: the set was filled above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    started.map(drop).map_err(|error| Errno(error.raw_os_error().unwrap_or(libc::EAGAIN)))
}
