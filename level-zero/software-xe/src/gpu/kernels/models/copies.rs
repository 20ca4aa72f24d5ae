//! Copies from one buffer to another.

use super::Call;
use crate::gpu::fault::Reason;
use crate::gpu::kernels::KernelError;

/// Bytes that an item moves in the kernels for the aligned middle of a copy.
pub(super) const VECTOR: u64 = 16;
const DWORD_MASK: u64 = !3;

/// A byte for each item, from the start of both buffers.
pub(super) fn single(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let (to, from) = (call.number(0)?, call.number(1)?);
    items(call, to, from, 1, u64::MAX)
}

/// A byte for each item, with offsets.
pub(super) fn bytes(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let from = call.number(0)?.wrapping_add(call.number(2)?);
    let to = call.number(1)?.wrapping_add(call.number(3)?);
    items(call, to, from, 1, u64::MAX)
}

/// Four dwords for each item, with offsets in whole dwords.
pub(super) fn middle(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let from = call.number(0)?.wrapping_add(call.number(2)? & DWORD_MASK);
    let to = call.number(1)?.wrapping_add(call.number(3)? & DWORD_MASK);
    items(call, to, from, VECTOR, u64::MAX)
}

/// As [`middle`], from a place within a dword, which is put together of two.
pub(super) fn middle_misaligned(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let from = call.number(0)?.wrapping_add(call.number(2)? & DWORD_MASK);
    let to = call.number(1)?.wrapping_add(call.number(3)? & DWORD_MASK);
    let bits = call.number(4)?;
    if !matches!(bits, 8 | 16 | 24) {
        return Err(KernelError::Argument(format!("a copy that is misaligned by {bits} bits")).into());
    }
    items(call, to, from.wrapping_add(bits / 8), VECTOR, u64::MAX)
}

/// A byte for each of the first items.
pub(super) fn side_region(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    region(call, 1)
}

/// Four dwords for each of the first items.
pub(super) fn middle_region(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    region(call, VECTOR)
}

fn region(call: &mut Call<'_, '_>, unit: u64) -> Result<(), Reason> {
    let to = call.number(0)?.wrapping_add(call.number(3)?);
    let from = call.number(1)?.wrapping_add(call.number(4)?);
    let count = call.number(2)?;
    items(call, to, from, unit, count)
}

/// Has each item below `limit` copy its unit.
fn items(call: &mut Call<'_, '_>, to: u64, from: u64, unit: u64, limit: u64) -> Result<(), Reason> {
    let first = call.items.global[0].start;
    let count = call.items.global[0].end.min(limit).saturating_sub(first);
    let (skipped, length) = (first.wrapping_mul(unit), count.saturating_mul(unit));
    call.meter.work(length)?;
    call.bus.copy(to.wrapping_add(skipped), from.wrapping_add(skipped), length)?;
    Ok(())
}
