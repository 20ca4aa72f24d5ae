//! Fields of commands.

use crate::gpu::fault::Reason;

/// The bits `low` to `high` of a dword.
pub(super) fn bits(dword: u32, low: u32, high: u32) -> u32 {
    dword << (31 - high) >> (31 - high + low)
}

/// Whether a bit is set.
pub(super) fn bit(dword: u32, bit: u32) -> bool {
    dword >> bit & 1 == 1
}

/// A qword of two dwords, of which the low one comes first.
pub(super) fn qword(dwords: &[u32], at: usize) -> u64 {
    u64::from(dwords[at]) | u64::from(dwords[at + 1]) << 32
}

/// An address in two dwords whose lowest bits mean something else.
pub(super) fn address(dwords: &[u32], at: usize, spare_bits: u32) -> u64 {
    qword(dwords, at) >> spare_bits << spare_bits
}

/// Refuses the addresses of the kernel's own address space, which no batch of a process may use.
pub(super) fn refuse_global(global: bool) -> Result<(), Reason> {
    if global {
        Err(Reason::invalid("an address in the global address space, which only the kernel may use"))
    } else {
        Ok(())
    }
}
