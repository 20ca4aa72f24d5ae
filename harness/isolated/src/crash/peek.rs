//! Looks at memory that may not be there.

use std::mem::MaybeUninit;

/// A copy of what stands there in the memory of a process; `None` where not all of it is mapped. Safe in signal handlers.
///
/// # Safety
/// Any bytes are a value of the type.
pub(super) unsafe fn peek<T>(pid: libc::pid_t, address: u64) -> Option<T> {
    let mut copy = MaybeUninit::<T>::uninit();
    let here = libc::iovec { iov_base: copy.as_mut_ptr().cast(), iov_len: size_of::<T>() };
    let there = libc::iovec {
        iov_base: std::ptr::with_exposed_provenance_mut(address as usize),
        iov_len: size_of::<T>(),
    };
    // SAFETY: the system copies, and refuses to where nothing is mapped.
    let read = unsafe { libc::process_vm_readv(pid, &raw const here, 1, &raw const there, 1, 0) };
    // SAFETY: all of it was written, and any bytes are a value, by this function's contract.
    (read == size_of::<T>().cast_signed()).then(|| unsafe { copy.assume_init() })
}
