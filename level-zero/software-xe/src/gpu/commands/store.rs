//! Values that the command streamer itself writes.

use super::words::{address, bit, qword, refuse_global};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;

/// Stores dwords or qwords that are in the command.
pub(super) fn store_data(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    refuse_global(bit(header, 22))?;
    if bit(header, 11) {
        return Err(Reason::not_emulated("an address by the work partition"));
    }
    let mut at = address(dwords, 1, 2);
    let data = &dwords[3..];
    if bit(header, 21) {
        let (pairs, rest) = data.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(Reason::Length { found: dwords.len(), expected: "an odd number, for qwords".into() });
        }
        for pair in pairs {
            e.bus.store_u64(at, qword(pair, 0))?;
            at = at.wrapping_add(8);
        }
    } else {
        for &dword in data {
            e.bus.store_u32(at, dword)?;
            at = at.wrapping_add(4);
        }
    }
    Ok(Flow::Next)
}

/// Copies a dword.
pub(super) fn copy_dword(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    refuse_global(bit(dwords[0], 21) || bit(dwords[0], 22))?;
    let value = e.bus.load_u32(address(dwords, 3, 2))?;
    e.bus.store_u32(address(dwords, 1, 2), value)?;
    Ok(Flow::Next)
}

/// Performance counters: there are none.
pub(super) fn report_counters(_: &mut Execution<'_>, _: &[u32]) -> Result<Flow, Reason> {
    Err(Reason::not_emulated("a report of performance counters"))
}
