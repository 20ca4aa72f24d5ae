//! Control flow between commands.

use super::words::{address, bit, bits, refuse_global};
use super::{Execution, Flow};
use crate::gpu::Compare;
use crate::gpu::fault::Reason;
use crate::gpu::state::Predicate;

/// A command whose effect nobody can see here: no preemption, no interrupt that anyone waits for.
pub(super) fn nothing(_: &mut Execution<'_>, _: &[u32]) -> Result<Flow, Reason> {
    Ok(Flow::Next)
}

/// Sets when commands that ask for the predicate do nothing.
pub(super) fn set_predicate(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    if bits(dwords[0], 4, 5) != 0 {
        return Err(Reason::not_emulated("a predicate by the work partition"));
    }
    let field = bits(dwords[0], 0, 3);
    e.state.predicate = Predicate::from_field(field)
        .ok_or_else(|| Reason::invalid(format!("no predicate has the number {field}")))?;
    Ok(Flow::Next)
}

/// Goes to another batch, on the same level or one below. It is in the address space of the one that starts it, whatever the bit
/// says that names one: a batch of a process cannot leave its own.
pub(super) fn batch_start(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    if bit(header, 15) && e.state.suppressed() {
        return Ok(Flow::Next);
    }
    let target = if bit(header, 18) { e.state.registers.general(0) } else { address(dwords, 1, 2) };
    Ok(if bit(header, 22) { Flow::Call(target) } else { Flow::Jump(target) })
}

/// Ends the batch.
pub(super) fn batch_end(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    Ok(if bit(dwords[0], 15) && e.state.suppressed() { Flow::Next } else { Flow::Return })
}

/// Ends all batches, or the innermost one, unless a value in memory compares as is asked for.
pub(super) fn conditional_end(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_global(bit(header, 22))?;
    if bit(header, 19) {
        return Err(Reason::not_emulated("a comparison of masked bits"));
    }
    let found = e.bus.load_u32(address(dwords, 2, 2))?;
    // Without the comparison it is as if it failed.
    if bit(header, 21) && comparison(header)?.holds(found.into(), dwords[1].into()) {
        return Ok(Flow::Pause);
    }
    Ok(if bit(header, 18) { Flow::Return } else { Flow::End })
}

/// The comparison in a command's first dword.
pub(super) fn comparison(header: u32) -> Result<Compare, Reason> {
    let field = bits(header, 12, 14);
    Compare::from_field(field).ok_or_else(|| Reason::invalid(format!("no comparison has the number {field}")))
}
