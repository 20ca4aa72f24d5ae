//! State of the compute pipeline.

use super::words::{address, bit};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;

/// A state that changes nothing of what kernels' models do.
pub(super) fn ignore(_: &mut Execution<'_>, _: &[u32]) -> Result<Flow, Reason> {
    Ok(Flow::Next)
}

/// Sets the bases that are marked as modified. Those of surfaces and samplers are for images, which no model touches.
pub(super) fn base_address(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    const PAGE_BITS: u32 = 12;
    let bases = &mut e.state.bases;
    for (base, at) in [(&mut bases.general, 1), (&mut bases.instruction, 10)] {
        if bit(dwords[at], 0) {
            *base = address(dwords, at, PAGE_BITS);
        }
    }
    Ok(Flow::Next)
}
