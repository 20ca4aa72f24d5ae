//! Registers, from and to memory and each other.

use super::words::{address, bit, bits, refuse_global};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;
use crate::gpu::registers::Register;

/// Bits in which commands say that an offset is relative to the engine's first register.
const RELATIVE: u32 = 19;
const RELATIVE_SOURCE: u32 = 18;

/// Loads registers with values in the command.
pub(super) fn load_immediate(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let (pairs, rest) = dwords[1..].as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Reason::Length { found: dwords.len(), expected: "an odd number".into() });
    }
    let kept = kept_bytes(bits(dwords[0], 8, 11));
    for &[offset, value] in pairs {
        let register = Register::at(offset, bit(dwords[0], RELATIVE));
        let old = e.state.registers.read(register, e.time());
        e.state.registers.write(register, value & !kept | old & kept);
    }
    Ok(Flow::Next)
}

/// The bits that are not written, of the bytes that are not.
fn kept_bytes(disabled: u32) -> u32 {
    (0..4).filter(|byte| bit(disabled, *byte)).map(|byte| 0xff << (byte * 8)).sum()
}

/// Loads a register from memory.
pub(super) fn load_from_memory(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    refuse_partition(dwords[0])?;
    refuse_global(bit(dwords[0], 22))?;
    let value = e.bus.load_u32(address(dwords, 2, 2))?;
    e.state.registers.write(Register::at(dwords[1], bit(dwords[0], RELATIVE)), value);
    Ok(Flow::Next)
}

/// Stores a register to memory.
pub(super) fn store_to_memory(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_partition(header)?;
    refuse_global(bit(header, 22))?;
    if bit(header, 21) && e.state.suppressed() {
        return Ok(Flow::Next);
    }
    let value = e.state.registers.read(Register::at(dwords[1], bit(header, RELATIVE)), e.time());
    e.bus.store_u32(address(dwords, 2, 2), value)?;
    Ok(Flow::Next)
}

/// Copies a register.
pub(super) fn load_register(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let value = e.state.registers.read(Register::at(dwords[1], bit(dwords[0], RELATIVE_SOURCE)), e.time());
    e.state.registers.write(Register::at(dwords[2], bit(dwords[0], RELATIVE)), value);
    Ok(Flow::Next)
}

/// Several tiles would each take an address of their own; a device here has one, of which the offset is zero.
fn refuse_partition(header: u32) -> Result<(), Reason> {
    if bit(header, 16) { Err(Reason::not_emulated("an address by the work partition")) } else { Ok(()) }
}
