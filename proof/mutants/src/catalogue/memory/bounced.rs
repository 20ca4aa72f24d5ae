//! Copies whose bytes are taken over too early.

use super::tools::*;

/// As many bytes fit into a command of many devices.
const IN_COMMAND: usize = 256;

/// The bytes at an address as they are now, where the process can read them.
fn now(at: Ptr, size: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; size];
    let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: size };
    let remote = libc::iovec { iov_base: at.0.cast(), iov_len: size };
    // SAFETY: writes into `bytes`; an address that cannot be read is an error of the call.
    let read =
        unsafe { libc::process_vm_readv(libc::getpid(), &raw const local, 1, &raw const remote, 1, 0) };
    (usize::try_from(read) == Ok(size)).then_some(bytes)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_small_copies_taken_at_the_call", "cross_process.through_host")
        .does("a copy of at most 256 bytes, without waiting, takes them over at the call where the host can read them")
        .changes(|c: &memcpy, _| {
            let bytes = (!c.blocking && c.size <= IN_COMMAND).then(|| now(c.src, c.size)).flatten();
            let src = bytes.map_or(c.src, |bytes| Ptr(bytes.leak().as_mut_ptr().cast()));
            memcpy { src, ..*c }
        });
}
