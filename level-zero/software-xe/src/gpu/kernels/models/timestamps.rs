//! The query of events' timestamps.

use super::Call;
use crate::gpu::fault::Reason;
use crate::gpu::kernels::KernelError;

/// Bytes of the description of an event: where its timestamps are, how many packets of them, and their size in dwords.
const EVENT: u64 = 24;
/// Timestamps in a packet: start in the context, start, end in the context, end.
const STAMPS: usize = 4;
const RESULT: u64 = 32;

/// Writes results one behind the other.
pub(super) fn in_order(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let global_only = call.number(2)? != 0;
    for id in call.items.global[0].clone() {
        let to = call.number(1)?.wrapping_add(id.wrapping_mul(RESULT));
        query(call, id, to, global_only)?;
    }
    Ok(())
}

/// Writes each result at an offset of its own.
pub(super) fn with_offsets(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let global_only = call.number(3)? != 0;
    for id in call.items.global[0].clone() {
        let offset =
            u64::from_le_bytes(call.bus.read_array(call.number(2)?.wrapping_add(id.wrapping_mul(8)))?);
        // The kernel counts in qwords.
        let to = call.number(1)?.wrapping_add(offset / 8 * 8);
        query(call, id, to, global_only)?;
    }
    Ok(())
}

/// Writes an event's earliest start and latest end, over all its packets.
fn query(call: &mut Call<'_, '_>, id: u64, to: u64, global_only: bool) -> Result<(), Reason> {
    let event: [u8; EVENT as usize] =
        call.bus.read_array(call.number(0)?.wrapping_add(id.wrapping_mul(EVENT)))?;
    let (words, _) = event.as_chunks::<8>();
    let [packets, packet_count, dwords] = [0, 1, 2].map(|at| u64::from_le_bytes(words[at]));
    let count = packet_count.max(1);
    call.meter.work(count)?;
    let mut stamps = packet(call, packets, dwords)?;
    for at in 1..count {
        let size = STAMPS as u64 * dwords * 4;
        let next = packet(call, packets.wrapping_add(at.wrapping_mul(size)), dwords)?;
        for (stamp, next) in stamps[..2].iter_mut().zip(&next[..2]) {
            *stamp = (*stamp).min(*next);
        }
        for (stamp, next) in stamps[2..].iter_mut().zip(&next[2..]) {
            *stamp = (*stamp).max(*next);
        }
    }
    let [context_start, start, context_end, end] = stamps;
    let own = if global_only { [start, end] } else { [context_start, context_end] };
    let result: Vec<u8> = [start, end, own[0], own[1]].iter().flat_map(|stamp| stamp.to_le_bytes()).collect();
    call.bus.write(to, &result)?;
    Ok(())
}

fn packet(call: &Call<'_, '_>, at: u64, dwords: u64) -> Result<[u64; STAMPS], Reason> {
    match dwords {
        1 => {
            let bytes: [u8; STAMPS * 4] = call.bus.read_array(at)?;
            let (stamps, _) = bytes.as_chunks::<4>();
            Ok(std::array::from_fn(|index| u32::from_le_bytes(stamps[index]).into()))
        }
        2 => {
            let bytes: [u8; STAMPS * 8] = call.bus.read_array(at)?;
            let (stamps, _) = bytes.as_chunks::<8>();
            Ok(std::array::from_fn(|index| u64::from_le_bytes(stamps[index])))
        }
        _ => Err(KernelError::Argument(format!("timestamps of {dwords} dwords")).into()),
    }
}
