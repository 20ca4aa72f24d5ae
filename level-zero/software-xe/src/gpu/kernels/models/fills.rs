//! Fills of a buffer with a pattern.

use super::Call;
use super::copies::VECTOR;
use crate::gpu::fault::Reason;
use crate::gpu::kernels::KernelError;

/// The longest pattern that repeats.
const LONGEST: u64 = 1 << 16;
const DWORD: u64 = 4;

/// A group writes the pattern once, a byte for each item.
pub(super) fn bytes(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let pattern = call.number(2)?;
    groups(call, pattern)
}

/// As [`bytes`], with an offset of the pattern.
pub(super) fn with_pattern_offset(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let pattern = call.number(2)?.wrapping_add(call.number(3)?);
    groups(call, pattern)
}

fn groups(call: &mut Call<'_, '_>, pattern: u64) -> Result<(), Reason> {
    let mut bytes = vec![0; call.items.local[0] as usize];
    call.bus.read(pattern, &mut bytes)?;
    items(call, 1, &bytes)
}

/// A byte for each item, from the place in the pattern that the item's id has.
pub(super) fn leftover(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    by_id(call, 1)
}

/// A dword for each item, from the place in the pattern that the item's id has.
pub(super) fn middle(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    by_id(call, DWORD)
}

/// Fills with a pattern whose element is chosen by the lowest bits of an item's id.
fn by_id(call: &mut Call<'_, '_>, unit: u64) -> Result<(), Reason> {
    let (pattern, elements) = (call.number(2)?, call.number(3)?);
    let period = elements.checked_next_power_of_two().filter(|period| (1..=LONGEST).contains(period));
    let (Some(period), Some(mask)) = (period, elements.checked_sub(1)) else {
        return Err(KernelError::Argument(format!("a pattern of {elements} elements")).into());
    };
    let mut source = vec![0; (elements * unit) as usize];
    call.bus.read(pattern, &mut source)?;
    let first = call.items.global[0].start;
    let repeated: Vec<u8> = (0..period)
        .flat_map(|id| {
            let at = ((first.wrapping_add(id) & mask) * unit) as usize;
            source[at..at + unit as usize].iter().copied()
        })
        .collect();
    items(call, unit, &repeated)
}

/// Four dwords for each item, all of the same value.
pub(super) fn immediate(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let value = call.number(2)? as u32;
    items(call, VECTOR, &value.to_le_bytes())
}

/// A byte for each item.
pub(super) fn immediate_leftover(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let value = call.number(2)? as u8;
    items(call, 1, &[value])
}

/// Fills the units of all items with what repeats from the first one's on.
fn items(call: &mut Call<'_, '_>, unit: u64, repeated: &[u8]) -> Result<(), Reason> {
    let ids = &call.items.global[0];
    let length = (ids.end - ids.start).saturating_mul(unit);
    let to = call.number(0)?.wrapping_add(call.number(1)?).wrapping_add(ids.start.wrapping_mul(unit));
    call.meter.work(length)?;
    call.bus.fill(to, length, repeated)?;
    Ok(())
}
