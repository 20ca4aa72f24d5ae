//! The registers of an engine that commands read and write.

use std::collections::BTreeMap;

/// The addresses in MMIO space at which the registers of engines begin. Each engine has the same ones, at the same
/// distances.
const ENGINES: [u32; 15] = [
    0x2000, 0x1_a000, 0x1_c000, 0x1_e000, 0x2_6000, 0x2_2000, 0x3e_0000, 0x3e_2000, 0x3e_4000, 0x3e_6000,
    0x3e_8000, 0x3e_a000, 0x3e_c000, 0x3e_e000, 0x38_0000,
];
const ENGINE_SIZE: u32 = 0x1000;

const TIMESTAMP: u32 = 0x358;
const TIMESTAMP_UPPER: u32 = 0x35c;
const CONTEXT_TIMESTAMP: u32 = 0x3a8;
const GENERAL_PURPOSE: u32 = 0x600;

/// `MI_PREDICATE_RESULT`, by its distance from the engine's first register.
pub(super) const PREDICATE_RESULT: u32 = 0x418;
/// `MI_PREDICATE_RESULT_2`.
pub(super) const PREDICATE_RESULT_2: u32 = 0x3bc;
/// `GPGPU_DISPATCHDIMX`; Y and Z follow.
pub(super) const DISPATCH_DIMENSIONS: u32 = 0x500;

/// A register, as a command names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Register {
    /// One of the engine itself, by its distance from the engine's first.
    Own(u32),
    /// Any other, by its place in MMIO space.
    Global(u32),
}

impl Register {
    /// The register at an offset, which is `relative` to the engine's first one or to MMIO space. An engine's commands that
    /// name another engine's registers mean their own: drivers name those of the first engine, and have the device remap them.
    pub(super) fn at(offset: u32, relative: bool) -> Self {
        let offset = offset & 0x7f_fffc;
        if relative {
            return Self::Own(offset % ENGINE_SIZE);
        }
        match ENGINES.iter().find(|&&base| (base..base + ENGINE_SIZE).contains(&offset)) {
            Some(base) => Self::Own(offset - base),
            None => Self::Global(offset),
        }
    }
}

/// The values that were written to the registers of one engine's context.
#[derive(Debug, Default)]
pub(super) struct Registers {
    values: BTreeMap<Register, u32>,
}

impl Registers {
    /// The value of a register at a time.
    pub(super) fn read(&self, register: Register, time: u64) -> u32 {
        match register {
            Register::Own(TIMESTAMP | CONTEXT_TIMESTAMP) => time as u32,
            Register::Own(TIMESTAMP_UPPER) => (time >> 32) as u32,
            _ => self.values.get(&register).copied().unwrap_or(0),
        }
    }

    pub(super) fn write(&mut self, register: Register, value: u32) {
        self.values.insert(register, value);
    }

    /// One of the sixteen 64-bit registers for calculations.
    pub(super) fn general(&self, number: u32) -> u64 {
        let [low, high] = general(number).map(|register| self.values.get(&register).copied().unwrap_or(0));
        u64::from(low) | u64::from(high) << 32
    }

    pub(super) fn set_general(&mut self, number: u32, value: u64) {
        let [low, high] = general(number);
        self.write(low, value as u32);
        self.write(high, (value >> 32) as u32);
    }

    /// A register of the engine that only commands change.
    pub(super) fn own(&self, distance: u32) -> u32 {
        self.values.get(&Register::Own(distance)).copied().unwrap_or(0)
    }
}

fn general(number: u32) -> [Register; 2] {
    let low = GENERAL_PURPOSE + (number & 15) * 8;
    [Register::Own(low), Register::Own(low + 4)]
}
