//! The compute walker: it starts a kernel.

use super::flush::PostSync;
use super::words::{address, bit, bits, qword};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;
use crate::gpu::kernels::{Grid, Walk};
use crate::gpu::registers::DISPATCH_DIMENSIONS;

/// Bytes of the payload that a walker has in itself.
const INLINE_DWORDS: usize = 8;

/// The layout of a walker of some generation, in dwords.
struct Layout {
    length: usize,
    descriptor: usize,
    post_sync: usize,
    inline: usize,
    /// Bytes of a timestamp that is written when the kernel is done.
    timestamp: u64,
}

/// Xe HPG and Xe HPC.
const XE_HP: Layout = Layout { length: 39, descriptor: 18, post_sync: 26, inline: 31, timestamp: 4 };
/// Xe2.
const XE2: Layout = Layout { length: 40, descriptor: 19, post_sync: 27, inline: 32, timestamp: 8 };

/// Runs a kernel on a grid of work groups, and says that it is done.
pub(super) fn walker(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    let layout = if e.device.graphics_version.0 >= 20 { &XE2 } else { &XE_HP };
    if dwords.len() != layout.length {
        return Err(Reason::Length { found: dwords.len(), expected: layout.length.to_string() });
    }
    if bit(header, 8) && e.state.suppressed() {
        return Ok(Flow::Next);
    }
    if bit(header, 9) {
        return Err(Reason::not_emulated("a walker in partitions"));
    }
    let dimensions = if bit(header, 10) {
        std::array::from_fn(|axis| e.state.registers.own(DISPATCH_DIMENSIONS + axis as u32 * 4))
    } else {
        [dwords[7], dwords[8], dwords[9]]
    };
    let bases = e.state.bases;
    let walk = Walk {
        code: bases.instruction.wrapping_add((dwords[layout.descriptor] & !0x3f).into()),
        grid: Grid {
            first: [dwords[10], dwords[11], dwords[12]],
            end: dimensions,
            local: bit(dwords[4], 29).then(|| local_size(dwords[6])),
        },
        inline: bit(dwords[4], 25).then(|| {
            dwords[layout.inline..layout.inline + INLINE_DWORDS]
                .iter()
                .flat_map(|dword| dword.to_le_bytes())
                .collect()
        }),
        indirect: (bases.general.wrapping_add((dwords[3] & !0x3f).into()), bits(dwords[2], 0, 16) as usize),
    };
    let started = e.time();
    e.kernels.run(&mut e.bus, e.meter, &walk)?;
    post_sync(e, &dwords[layout.post_sync..], layout.timestamp, started)?;
    Ok(Flow::Next)
}

/// The size of a work group, of which the command has the largest ids.
fn local_size(dword: u32) -> [u32; 3] {
    [bits(dword, 0, 9) + 1, bits(dword, 10, 19) + 1, bits(dword, 20, 29) + 1]
}

/// Writes the post-sync data when all groups are done; flushes data before that, if the command asks for it.
fn post_sync(e: &mut Execution<'_>, dwords: &[u32], stamp: u64, started: u64) -> Result<(), Reason> {
    const PIPELINE_FLUSH: u32 = 2;
    const L3_FLUSH: u32 = 3;
    const SYSTEM_FENCE: u32 = 11;
    const SUBSLICE_FLUSH: u32 = 12;
    let operation = PostSync::from_field(bits(dwords[0], 0, 1))?;
    if [PIPELINE_FLUSH, L3_FLUSH, SYSTEM_FENCE, SUBSLICE_FLUSH].iter().any(|flag| bit(dwords[0], *flag)) {
        e.bus.flush();
    }
    let at = address(dwords, 1, 0);
    match operation {
        PostSync::Nothing => Ok(()),
        PostSync::Immediate => e.bus.store_u64(at, qword(dwords, 3)),
        PostSync::Timestamp => {
            // Start in the context and start, end in the context and end; contexts are never switched here.
            let ended = e.time();
            for (index, time) in [started, started, ended, ended].into_iter().enumerate() {
                let at = at.wrapping_add(index as u64 * stamp);
                if stamp == 8 {
                    e.bus.store_u64(at, time)?;
                } else {
                    e.bus.store_u32(at, time as u32)?;
                }
            }
            Ok(())
        }
    }
}
