//! The alternate signal stack, for a thread whose own stack has overflowed.

use std::ptr::null_mut;

const SIZE: usize = 64 << 10;
/// Below it, so that one who needs still more faults.
const GUARD: usize = 64 << 10;

/// Gives the calling thread an alternate stack with room for a handler that looks around. Rust's own is as small as can be.
/// It stays until the end of the process; where there is no memory for it, the one that is there does.
pub fn give_room() {
    // SAFETY: a new mapping, at an address of the kernel's choice, and of which the lower part is taken away again.
    unsafe {
        let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let memory = libc::mmap(null_mut(), GUARD + SIZE, rights, kind, -1, 0);
        if memory == libc::MAP_FAILED {
            return;
        }
        libc::mprotect(memory, GUARD, libc::PROT_NONE);
        let stack = libc::stack_t { ss_sp: memory.byte_add(GUARD), ss_flags: 0, ss_size: SIZE };
        libc::sigaltstack(&raw const stack, null_mut());
    }
}
