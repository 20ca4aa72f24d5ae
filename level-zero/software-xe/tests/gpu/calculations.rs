//! Calculations of the command streamer.

use rstest::rstest;
use software_xe::gpu::EngineClass;

use crate::support::batch::mi;
use crate::support::machine::DATA;
use crate::support::{Batch, Machine, end};

const A: u32 = 0x20;
const B: u32 = 0x21;
const RESULT: u32 = 0x31;
const ZERO: u32 = 0x32;
const CARRY: u32 = 0x33;

const LOAD: u32 = 0x080;
const STORE: u32 = 0x180;

fn instruction(opcode: u32, first: u32, second: u32) -> u32 {
    opcode << 20 | first << 10 | second
}

fn math(instructions: &[u32]) -> Batch {
    Batch::new().raw(&[mi(0x1a, instructions.len() as u32 + 1)]).raw(instructions)
}

#[rstest]
#[case::add(0x100, u64::MAX, 2, 1, false, true)]
#[case::add_to_zero(0x100, u64::MAX, 1, 0, true, true)]
#[case::subtract(0x101, 7, 5, 2, false, false)]
#[case::borrow(0x101, 5, 7, u64::MAX - 1, false, true)]
#[case::equal(0x101, 5, 5, 0, true, false)]
#[case::and(0x102, 0b1100, 0b1010, 0b1000, false, false)]
#[case::or(0x103, 0b1100, 0b1010, 0b1110, false, false)]
#[case::xor(0x104, 0b1100, 0b1010, 0b0110, false, false)]
#[case::left(0x105, 3, 63, 1 << 63, false, false)]
#[case::right(0x106, 1 << 63, 62, 2, false, false)]
#[case::arithmetic_right(0x107, 1 << 63, 62, u64::MAX - 1, false, false)]
fn results_and_flags(
    #[case] opcode: u32,
    #[case] a: u64,
    #[case] b: u64,
    #[case] result: u64,
    #[case] zero: bool,
    #[case] carry: bool,
) {
    let mut machine = Machine::new(EngineClass::Copy);
    let batch = Batch::new().load_general(0, a).load_general(1, b).raw(
        &math(&[
            instruction(LOAD, A, 0),
            instruction(LOAD, B, 1),
            instruction(opcode, 0, 0),
            instruction(STORE, 2, RESULT),
            instruction(STORE, 3, ZERO),
            instruction(STORE, 4, CARRY),
            instruction(0x580, 5, RESULT),
        ])
        .0,
    );
    let batch = (2..6).fold(batch, |batch, number| batch.store_general(number, DATA + u64::from(number) * 8));
    end(machine.run(&batch.end()));
    let all = |set: bool| if set { u64::MAX } else { 0 };
    let found: Vec<u64> = (2..6).map(|number| machine.memory.u64(DATA + number * 8)).collect();
    assert_eq!(found, [result, all(zero), all(carry), !result]);
}

#[rstest]
#[case::inverted(0x480, 5, !5)]
#[case::zero(0x081, 5, 0)]
#[case::ones(0x481, 5, u64::MAX)]
fn sources_can_be_loaded_otherwise(#[case] load: u32, #[case] value: u64, #[case] expected: u64) {
    let mut machine = Machine::new(EngineClass::Copy);
    let calculation = math(&[
        instruction(load, A, 0),
        instruction(0x081, B, 0),
        instruction(0, 0, 0),
        instruction(0x103, 0, 0),
        instruction(STORE, 1, RESULT),
    ]);
    end(machine.run(&Batch::new().load_general(0, value).raw(&calculation.0).store_general(1, DATA).end()));
    assert_eq!(machine.memory.u64(DATA), expected);
}

#[rstest]
#[case::opcode(instruction(0x7ff, 0, 0), "no calculation has the code 0x7ff")]
#[case::load(instruction(LOAD, 0x31, 0), "operand 0x31 cannot be loaded")]
#[case::operand(instruction(LOAD, A, 0x20), "operand 0x20 cannot be read")]
#[case::store(instruction(STORE, A, RESULT), "operand 0x20 cannot be stored to")]
#[case::memory(instruction(0x082, A, 0), "an operand in memory is not emulated")]
fn what_means_nothing_is_a_fault(#[case] instruction: u32, #[case] expected: &str) {
    let blame = Machine::new(EngineClass::Copy).blame(&math(&[instruction]));
    assert!(blame.contains(expected), "{blame}");
}
