//! Atomic operations.

use rstest::rstest;
use software_xe::gpu::EngineClass;

use crate::support::batch::mi;
use crate::support::machine::DATA;
use crate::support::{Batch, Machine, end};

const INLINE: u32 = 1 << 18;
const QWORD: u32 = 1 << 19;
const RETURN: u32 = 1 << 16;

fn inline(header: u32, first: u64, second: u64) -> [u32; 11] {
    let half = |value: u64, high: bool| (value >> if high { 32 } else { 0 }) as u32;
    let [a, b, c, d] = [half(first, false), half(second, false), half(first, true), half(second, true)];
    [mi(0x2f, 11) | INLINE | header, DATA as u32, 0, a, b, c, d, 0, 0, 0, 0]
}

#[rstest]
#[case::and(0x1, 0b1100, 0b1010, 0b1000)]
#[case::or(0x2, 0b1100, 0b1010, 0b1110)]
#[case::xor(0x3, 0b1100, 0b1010, 0b0110)]
#[case::exchange(0x4, 1, 2, 2)]
#[case::increment(0x5, 0xffff_ffff, 0, 0)]
#[case::decrement(0x6, 0, 0, 0xffff_ffff)]
#[case::add(0x7, 3, 4, 7)]
#[case::subtract(0x8, 3, 4, 0xffff_ffff)]
#[case::subtract_reversed(0x9, 3, 4, 1)]
#[case::signed_maximum(0xa, 0xffff_ffff, 1, 1)]
#[case::signed_minimum(0xb, 0xffff_ffff, 1, 0xffff_ffff)]
#[case::maximum(0xc, 0xffff_ffff, 1, 0xffff_ffff)]
#[case::minimum(0xd, 0xffff_ffff, 1, 1)]
#[case::compared(0xe, 5, 5, 9)]
#[case::not_compared(0xe, 5, 6, 5)]
fn a_dword_changes(#[case] operation: u32, #[case] old: u32, #[case] operand: u32, #[case] new: u32) {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(DATA, &old.to_le_bytes());
    machine.memory.put(DATA + 4, &[0xee; 4]);
    let batch = Batch::new().raw(&inline(operation << 8 | RETURN, operand.into(), 9));
    end(machine.run(&batch.store_general(0, DATA + 8).end()));
    assert_eq!((machine.memory.u32(DATA), machine.memory.u32(DATA + 4)), (new, 0xeeee_eeee));
    assert_eq!(machine.memory.u64(DATA + 8), old.into(), "what was there");
}

#[rstest]
#[case::increment(0x25, 0xffff_ffff, 0, 0x1_0000_0000)]
#[case::add(0x27, 1, 0x1_0000_0000, 0x1_0000_0001)]
#[case::signed_minimum(0x2b, u64::MAX, 1, u64::MAX)]
#[case::compared(0x2e, 0x1_0000_0005, 0x1_0000_0005, 0x2_0000_0009)]
fn a_qword_changes(#[case] operation: u32, #[case] old: u64, #[case] operand: u64, #[case] new: u64) {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put_qwords(DATA, &[old]);
    end(machine.run(&Batch::new().raw(&inline(operation << 8 | QWORD, operand, 0x2_0000_0009)).end()));
    assert_eq!(machine.memory.u64(DATA), new);
}

#[test]
fn operands_can_be_in_registers() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put_qwords(DATA, &[5]);
    let compare = [mi(0x2f, 3) | 0x2e << 8 | QWORD, DATA as u32, 0];
    end(machine.run(&Batch::new().load_general(0, 5).load_general(1, 0x1_0000_0000).raw(&compare).end()));
    assert_eq!(machine.memory.u64(DATA), 0x1_0000_0000);
}

#[rstest]
#[case::operation(Batch::new().raw(&inline(0xf << 8, 0, 0)), "the atomic operation 0xf is not emulated")]
#[case::octword(Batch::new().raw(&inline(0x4e << 8 | 2 << 19, 0, 0)), "the atomic operation 0x4e is not emulated")]
#[case::size(Batch::new().raw(&inline(0x25 << 8, 0, 0)), "size of the data")]
#[case::length(Batch::new().raw(&[mi(0x2f, 3) | INLINE | 5 << 8, 0, 0]), "3 dwords long, 11 expected")]
fn what_means_nothing_is_a_fault(#[case] batch: Batch, #[case] expected: &str) {
    let blame = Machine::new(EngineClass::Copy).blame(&batch);
    assert!(blame.contains(expected), "{blame}");
}
