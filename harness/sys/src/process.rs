//! Facts and settings of this process.

use std::io;
use std::os::unix::fs::MetadataExt;

/// The size of a page in bytes on the smallest-paged kernels; larger pages are multiples of the granule.
pub const PAGE: usize = 4096;

/// True if the byte at `address` can be read.
pub fn is_readable(address: usize) -> bool {
    let mut byte = 0u8;
    let local = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    let remote = libc::iovec { iov_base: std::ptr::without_provenance_mut(address), iov_len: 1 };
    // SAFETY: the local vector names one byte of this frame; the kernel checks the remote one and answers EFAULT
    // instead of faulting.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) };
    // A sandbox may forbid the call; then the caller's pointer is taken at its word.
    read == 1 || io::Error::last_os_error().raw_os_error() != Some(libc::EFAULT)
}

/// Whether the kernel lets memory be read by `process_vm_readv`, of this process itself.
///
/// # Errors
/// What the call answers.
pub fn allows_reading() -> io::Result<()> {
    let (from, mut to) = (7u8, 0u8);
    let local = libc::iovec { iov_base: (&raw mut to).cast(), iov_len: 1 };
    let remote = libc::iovec { iov_base: (&raw const from).cast_mut().cast(), iov_len: 1 };
    // SAFETY: both vectors name one byte of this frame.
    match unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) } {
        1 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Lets any process copy descriptors out of this one where Yama restricts that to ancestors.
pub fn allow_inspection() {
    set_ptracer(libc::PR_SET_PTRACER_ANY);
}

/// Takes that back. False where there is no Yama, so that nothing was restricted.
pub fn restrict_inspection() -> bool {
    set_ptracer(0)
}

fn set_ptracer(who: libc::c_ulong) -> bool {
    // SAFETY: prctl with integers. It fails where Yama is absent, and is not needed there.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, who, 0, 0, 0) == 0 }
}

/// The identity of the namespace that this process' id belongs to; 0 if `/proc` does not tell.
pub fn pid_namespace() -> u64 {
    std::fs::metadata("/proc/self/ns/pid").map_or(0, |metadata| metadata.ino())
}

/// A random number that is not 0.
pub fn random() -> io::Result<u64> {
    let mut bytes = [0u8; 8];
    loop {
        // SAFETY: the buffer is live and has the length that is given.
        let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
        match usize::try_from(got) {
            Ok(8) if bytes != [0; 8] => return Ok(u64::from_ne_bytes(bytes)),
            Ok(_) => {}
            Err(_) => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
}

/// Nanoseconds of the monotonic clock.
pub fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is live and of the type that the call fills. The monotonic clock always exists.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}
