//! Atomic operations of the command streamer.

use super::words::{address, bit, bits, refuse_global};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;

const INLINE_LENGTH: usize = 11;
const PLAIN_LENGTH: usize = 3;

/// Changes a dword or qword in one step.
pub(super) fn atomic(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_global(bit(header, 22))?;
    if bit(dwords[1], 0) {
        return Err(Reason::not_emulated("an address by the work partition"));
    }
    let inline = bit(header, 18);
    let expected = if inline { INLINE_LENGTH } else { PLAIN_LENGTH };
    if dwords.len() != expected {
        return Err(Reason::Length { found: dwords.len(), expected: expected.to_string() });
    }
    let opcode = bits(header, 8, 15);
    let operation = Operation::from_code(opcode & 0x1f)
        .filter(|_| opcode < 0x40)
        .ok_or_else(|| Reason::not_emulated(format!("the atomic operation {opcode:#x}")))?;
    let wide = bit(opcode, 5);
    if bits(header, 19, 20) != u32::from(wide) {
        return Err(Reason::invalid("the size of the data is not that of the operation"));
    }
    let (first, second) = if inline {
        let value = |low: usize, high: usize| u64::from(dwords[low]) | u64::from(dwords[high]) << 32;
        (value(3, 5), value(4, 6))
    } else {
        (e.state.registers.general(0), e.state.registers.general(1))
    };
    let at = address(dwords, 1, 2);
    let old = if wide {
        e.bus.update_u64(at, |old| operation.apply64(old, first, second))?
    } else {
        let (first, second) = (first as u32, second as u32);
        e.bus.update_u32(at, |old| operation.apply32(old, first, second))?.into()
    };
    if bit(header, 16) {
        e.state.registers.set_general(0, old);
    }
    Ok(Flow::Next)
}

#[derive(Debug, Clone, Copy)]
enum Operation {
    And,
    Or,
    Xor,
    Move,
    Increment,
    Decrement,
    Add,
    Subtract,
    SubtractReversed,
    SignedMaximum,
    SignedMinimum,
    Maximum,
    Minimum,
    CompareAndWrite,
}

impl Operation {
    fn from_code(code: u32) -> Option<Self> {
        Some(match code {
            0x1 => Self::And,
            0x2 => Self::Or,
            0x3 => Self::Xor,
            0x4 => Self::Move,
            0x5 => Self::Increment,
            0x6 => Self::Decrement,
            0x7 => Self::Add,
            0x8 => Self::Subtract,
            0x9 => Self::SubtractReversed,
            0xa => Self::SignedMaximum,
            0xb => Self::SignedMinimum,
            0xc => Self::Maximum,
            0xd => Self::Minimum,
            0xe => Self::CompareAndWrite,
            _ => return None,
        })
    }

    fn apply64(self, old: u64, first: u64, second: u64) -> u64 {
        match self {
            Self::And => old & first,
            Self::Or => old | first,
            Self::Xor => old ^ first,
            Self::Move => first,
            Self::Increment => old.wrapping_add(1),
            Self::Decrement => old.wrapping_sub(1),
            Self::Add => old.wrapping_add(first),
            Self::Subtract => old.wrapping_sub(first),
            Self::SubtractReversed => first.wrapping_sub(old),
            Self::SignedMaximum => (old as i64).max(first as i64) as u64,
            Self::SignedMinimum => (old as i64).min(first as i64) as u64,
            Self::Maximum => old.max(first),
            Self::Minimum => old.min(first),
            Self::CompareAndWrite => {
                if old == first {
                    second
                } else {
                    old
                }
            }
        }
    }

    /// The same with 32 bits: only the signed operations see a difference beyond the bits that are cut off.
    fn apply32(self, old: u32, first: u32, second: u32) -> u32 {
        match self {
            Self::SignedMaximum => (old as i32).max(first as i32) as u32,
            Self::SignedMinimum => (old as i32).min(first as i32) as u32,
            _ => self.apply64(old.into(), first.into(), second.into()) as u32,
        }
    }
}
