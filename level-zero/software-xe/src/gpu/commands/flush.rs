//! Commands that make data visible, and that report it.

use super::words::{address, bit, bits, qword, refuse_global};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;
use crate::gpu::registers::Register;

/// A fence: everything before it is visible before anything after it.
pub(super) fn memory_fence(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    const RELEASE: u32 = 0;
    const ACQUIRE: u32 = 1;
    const WRITES: u32 = 3;
    match bits(dwords[0], 0, 1) {
        RELEASE | WRITES => e.bus.flush(),
        ACQUIRE => {}
        kind => return Err(Reason::invalid(format!("no fence has the number {kind}"))),
    }
    Ok(Flow::Next)
}

/// The copy engine's flush, after which it may write a value.
pub(super) fn flush(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let header = dwords[0];
    e.bus.flush();
    if bit(header, 21) {
        return Err(Reason::not_emulated("a write to the hardware status page"));
    }
    let data = &dwords[3..];
    let operation = PostSync::from_field(bits(header, 14, 15))?;
    if operation == PostSync::Nothing {
        return Ok(Flow::Next);
    }
    refuse_global(bit(dwords[1], 2))?;
    let at = address(dwords, 1, 3);
    match (operation, data) {
        (PostSync::Nothing, _) => {}
        (PostSync::Timestamp, _) => e.bus.store_u64(at, e.time())?,
        (PostSync::Immediate, [low, high]) => {
            e.bus.store_u64(at, u64::from(*low) | u64::from(*high) << 32)?
        }
        (PostSync::Immediate, [dword]) => e.bus.store_u32(at, *dword)?,
        (PostSync::Immediate, _) => {
            return Err(Reason::Length { found: dwords.len(), expected: "4 or 5, with a value".into() });
        }
    }
    Ok(Flow::Next)
}

/// The compute pipeline's flush, after which it may write a value.
pub(super) fn pipe_control(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let (header, flags) = (dwords[0], dwords[1]);
    if bit(header, 8) && e.state.suppressed() {
        return Ok(Flow::Next);
    }
    if flushes(header, flags) {
        e.bus.flush();
    }
    if bit(header, 14) {
        return Err(Reason::not_emulated("an address by the work partition"));
    }
    if bit(flags, 21) {
        return Err(Reason::not_emulated("a write to the hardware status page"));
    }
    let value = qword(dwords, 4);
    if bit(flags, 23) {
        // The address names a register.
        e.state.registers.write(Register::at(dwords[2], false), dwords[4]);
        return Ok(Flow::Next);
    }
    let operation = PostSync::from_field(bits(flags, 14, 15))?;
    if operation == PostSync::Nothing {
        return Ok(Flow::Next);
    }
    refuse_global(bit(flags, 24))?;
    let at = address(dwords, 2, 2);
    match operation {
        PostSync::Nothing => {}
        PostSync::Immediate => e.bus.store_u64(at, value)?,
        PostSync::Timestamp => e.bus.store_u64(at, e.time())?,
    }
    Ok(Flow::Next)
}

/// True if a pipe control empties a cache that kernels write through.
fn flushes(header: u32, flags: u32) -> bool {
    const DATAPORT: u32 = 9;
    const UNTYPED_DATAPORT: u32 = 11;
    const DATA_CACHE: u32 = 5;
    const PIPE_CONTROL_FLUSH: u32 = 7;
    const RENDER_TARGET: u32 = 12;
    [DATAPORT, UNTYPED_DATAPORT].iter().any(|flag| bit(header, *flag))
        || [DATA_CACHE, PIPE_CONTROL_FLUSH, RENDER_TARGET].iter().any(|flag| bit(flags, *flag))
}

/// A barrier between stages. Commands run one after the other here; the flush that it may ask for counts.
pub(super) fn resource_barrier(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    const IMMEDIATE: u32 = 0;
    const UAV: u32 = 3;
    const DATAPORT_FLUSH: u32 = 24;
    if bit(dwords[0], 24) && e.state.suppressed() {
        return Ok(Flow::Next);
    }
    if !matches!(bits(dwords[1], 30, 31), IMMEDIATE | UAV) {
        return Err(Reason::not_emulated("a barrier that signals or waits through memory"));
    }
    if bit(dwords[2], DATAPORT_FLUSH) {
        e.bus.flush();
    }
    Ok(Flow::Next)
}

/// The data that is written when everything before is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PostSync {
    Nothing,
    Immediate,
    Timestamp,
}

impl PostSync {
    pub(super) fn from_field(field: u32) -> Result<Self, Reason> {
        match field {
            0 => Ok(Self::Nothing),
            1 => Ok(Self::Immediate),
            3 => Ok(Self::Timestamp),
            _ => Err(Reason::not_emulated(format!("the post-sync operation {field}"))),
        }
    }
}
