//! Waiting for a value.

use super::flow::comparison;
use super::words::{address, bit, refuse_global};
use super::{Execution, Flow};
use crate::gpu::Width;
use crate::gpu::fault::Reason;
use crate::gpu::registers::Register;

/// Passes if a value in memory compares as is asked for, else waits.
pub(super) fn wait(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_global(bit(header, 22))?;
    if bit(header, 18) {
        return Err(Reason::not_emulated("an address by the work partition"));
    }
    let compare = comparison(header)?;
    // A value that does not fit into the command is in the first register for calculations, all 64 bits of it.
    let (width, value) = if bit(header, 17) {
        (Width::Qword, e.state.registers.general(0))
    } else {
        (Width::Dword, dwords[1].into())
    };
    if bit(header, 16) {
        let found = e.state.registers.read(Register::at(dwords[2], false), e.time());
        return if compare.holds(found.into(), value) {
            Ok(Flow::Next)
        } else {
            Err(Reason::not_emulated("a wait for a register, which nobody else writes,"))
        };
    }
    if !bit(header, 15) {
        return Err(Reason::not_emulated("a semaphore in signal mode"));
    }
    let address = address(dwords, 2, 2);
    let found = match width {
        Width::Dword => e.bus.load_u32(address)?.into(),
        Width::Qword => e.bus.load_u64(address)?,
    };
    if compare.holds(found, value) {
        return Ok(Flow::Next);
    }
    Ok(Flow::Wait { address: address & e.bus.mask, width, value, compare })
}
