//! Calculations with the registers of the command streamer.

use super::words::bits;
use super::{Execution, Flow};
use crate::gpu::fault::Reason;

const SOURCE_A: u32 = 0x20;
const SOURCE_B: u32 = 0x21;
const ACCUMULATOR: u32 = 0x31;
const ZERO_FLAG: u32 = 0x32;
const CARRY_FLAG: u32 = 0x33;

/// The unit's own registers; they begin at zero in each command.
#[derive(Default)]
struct Unit {
    a: u64,
    b: u64,
    accumulator: u64,
    zero: bool,
    carry: bool,
}

/// Runs the instructions behind the first dword.
pub(super) fn math(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let mut unit = Unit::default();
    for &instruction in &dwords[1..] {
        let (opcode, first, second) =
            (bits(instruction, 20, 31), bits(instruction, 10, 19), bits(instruction, 0, 9));
        match opcode {
            // No operation; fences for memory operands, of which there are none.
            0x000..=0x002 => {}
            0x080 => {
                let value = unit.operand(e, second)?;
                *unit.source(first)? = value;
            }
            0x480 => {
                let value = unit.operand(e, second)?;
                *unit.source(first)? = !value;
            }
            0x081 => *unit.source(first)? = 0,
            0x481 => *unit.source(first)? = u64::MAX,
            0x100..=0x107 => unit.calculate(opcode),
            0x180 | 0x580 => {
                let value = unit.operand(e, second)?;
                if first > 15 {
                    return Err(Reason::invalid(format!("operand {first:#x} cannot be stored to")));
                }
                e.state.registers.set_general(first, if opcode == 0x580 { !value } else { value });
            }
            0x082 | 0x181 => return Err(Reason::not_emulated("a calculation with an operand in memory")),
            _ => return Err(Reason::invalid(format!("no calculation has the code {opcode:#x}"))),
        }
    }
    Ok(Flow::Next)
}

impl Unit {
    fn source(&mut self, operand: u32) -> Result<&mut u64, Reason> {
        match operand {
            SOURCE_A => Ok(&mut self.a),
            SOURCE_B => Ok(&mut self.b),
            _ => Err(Reason::invalid(format!("operand {operand:#x} cannot be loaded"))),
        }
    }

    fn operand(&self, e: &Execution<'_>, operand: u32) -> Result<u64, Reason> {
        let all = |set| if set { u64::MAX } else { 0 };
        match operand {
            0..=15 => Ok(e.state.registers.general(operand)),
            ACCUMULATOR => Ok(self.accumulator),
            ZERO_FLAG => Ok(all(self.zero)),
            CARRY_FLAG => Ok(all(self.carry)),
            _ => Err(Reason::invalid(format!("operand {operand:#x} cannot be read"))),
        }
    }

    fn calculate(&mut self, opcode: u32) {
        let (a, b) = (self.a, self.b);
        let distance = (b & 63) as u32;
        (self.accumulator, self.carry) = match opcode {
            0x100 => a.overflowing_add(b),
            0x101 => a.overflowing_sub(b),
            0x102 => (a & b, self.carry),
            0x103 => (a | b, self.carry),
            0x104 => (a ^ b, self.carry),
            0x105 => (a << distance, self.carry),
            0x106 => (a >> distance, self.carry),
            _ => (((a as i64) >> distance) as u64, self.carry),
        };
        self.zero = self.accumulator == 0;
    }
}
