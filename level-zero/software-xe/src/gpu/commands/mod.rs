//! Commands: their names, encodings, lengths and effects.
//!
//! The encodings are those of the public programmer's reference manuals, for Xe HPC and Xe2. A command that is not in the
//! table is a fault; so is one on an engine that does not know it.

mod atomic;
mod blitter;
mod dispatch;
mod flow;
mod flush;
mod math;
mod registers;
mod semaphore;
mod state;
mod store;
mod table;
mod words;

use crate::device::Device;
use crate::gpu::bus::Bus;
use crate::gpu::engine::{EngineClass, Meter};
use crate::gpu::fault::Reason;
use crate::gpu::kernels::KernelLibrary;
use crate::gpu::state::GpuState;
use crate::gpu::{Compare, Width};

pub(super) use table::find;

/// The context in which a command is executed.
pub(super) struct Execution<'a> {
    pub(super) state: &'a mut GpuState,
    pub(super) bus: Bus<'a>,
    pub(super) device: &'static Device,
    pub(super) kernels: &'a KernelLibrary,
    pub(super) meter: &'a mut Meter,
}

impl Execution<'_> {
    /// The value of the timestamp counter, which has fewer bits on some devices.
    fn time(&self) -> u64 {
        const NARROW: u64 = (1 << 36) - 1;
        let ticks = self.bus.clock.ticks();
        if self.device.wide_timestamps { ticks } else { ticks & NARROW }
    }
}

/// The place at which execution goes on after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// On to the command behind it.
    Next,
    /// On in another place of the same level.
    Jump(u64),
    /// Into a second-level batch.
    Call(u64),
    /// Out of this batch.
    Return,
    /// Out of all batches.
    End,
    /// On to the command behind it, after others have had a chance to change what was looked at.
    Pause,
    /// Nowhere, until a value in memory changes; then to the same command again.
    Wait { address: u64, width: Width, value: u64, compare: Compare },
}

type Execute = fn(&mut Execution<'_>, &[u32]) -> Result<Flow, Reason>;

/// A kind of command.
pub(super) struct CommandKind {
    pub(super) name: &'static str,
    /// The bits of the first dword that tell it from others, and what they are.
    mask: u32,
    value: u32,
    length: Length,
    engines: Engines,
    pub(super) execute: Execute,
}

/// The number of dwords of a command.
#[derive(Debug, Clone, Copy)]
enum Length {
    /// Always one; there is no length field.
    One,
    /// The length field, in the lowest `bits`, plus two; from `least` to `most`.
    Field { bits: u32, least: usize, most: usize },
}

/// The engines that know a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Engines {
    All,
    Copy,
    CopyAndMedia,
    Compute,
}

impl Engines {
    fn have(self, class: EngineClass) -> bool {
        match self {
            Self::All => true,
            Self::Copy => class == EngineClass::Copy,
            Self::CopyAndMedia => matches!(class, EngineClass::Copy | EngineClass::Media),
            Self::Compute => matches!(class, EngineClass::Compute | EngineClass::Render),
        }
    }
}

impl CommandKind {
    /// The dwords of a command of this kind that begins with `header`.
    pub(super) fn length(&self, header: u32) -> Result<usize, Reason> {
        match self.length {
            Length::One => Ok(1),
            Length::Field { bits, least, most } => {
                let found = (header & ((1 << bits) - 1)) as usize + 2;
                if (least..=most).contains(&found) {
                    return Ok(found);
                }
                let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
                Err(Reason::Length { found, expected })
            }
        }
    }
}
