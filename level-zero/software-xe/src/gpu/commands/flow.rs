//! Which command comes next.

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

/// Goes to another batch, on the same level or one below.
pub(super) fn batch_start(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_global(!bit(header, 8))?;
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

/// The comparison in a command's first dword.
pub(super) fn comparison(header: u32) -> Result<Compare, Reason> {
    let field = bits(header, 12, 14);
    Compare::from_field(field).ok_or_else(|| Reason::invalid(format!("no comparison has the number {field}")))
}
