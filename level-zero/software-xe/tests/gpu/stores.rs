//! Values that the command streamer writes.

use std::sync::atomic::Ordering;

use rstest::rstest;
use software_xe::gpu::EngineClass;

use crate::support::batch::mi;
use crate::support::machine::{DATA, NOWHERE};
use crate::support::{Batch, Machine, end};

#[test]
fn dwords_and_qwords_are_stored() {
    let mut machine = Machine::new(EngineClass::Compute);
    let many = [mi(0x20, 6), DATA as u32 + 16, 0, 1, 2, 3];
    end(machine.run(
        &Batch::new().store32(DATA, 0x0403_0201).store64(DATA + 8, 0x1122_3344_5566_7788).raw(&many).end(),
    ));
    assert_eq!(machine.memory.u64(DATA), 0x0403_0201);
    assert_eq!(machine.memory.u64(DATA + 8), 0x1122_3344_5566_7788);
    assert_eq!(machine.memory.bytes(DATA + 16, 16), [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_dword_is_copied() {
    let mut machine = Machine::new(EngineClass::Compute);
    machine.memory.put_qwords(DATA, &[0x1_0000_0002]);
    end(machine.run(&Batch::new().raw(&[mi(0x2e, 5), DATA as u32 + 16, 0, DATA as u32, 0]).end()));
    assert_eq!(machine.memory.u64(DATA + 16), 2);
}

#[rstest]
#[case::value(1 << 14, 5, 0x1_0000_0002)]
#[case::dword(1 << 14, 4, 2)]
#[case::timestamp(3 << 14, 5, 0x12_3456_789a)]
#[case::nothing(0, 5, 0)]
fn a_flush_writes_afterwards(#[case] operation: u32, #[case] length: u32, #[case] expected: u64) {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.clock.0.store(0x12_3456_789a, Ordering::Relaxed);
    let dwords = [mi(0x26, length) | operation, DATA as u32, 0, 2, 1];
    end(machine.run(&Batch::new().raw(&dwords[..length as usize]).end()));
    assert_eq!(machine.memory.u64(DATA), expected);
}

#[rstest]
#[case::value(1 << 14, 0x1_0000_0002)]
#[case::timestamp(3 << 14, 0x12_3456_789a)]
#[case::nothing(0, 0)]
fn a_pipe_control_writes_afterwards(#[case] operation: u32, #[case] expected: u64) {
    let mut machine = Machine::new(EngineClass::Compute);
    machine.clock.0.store(0x12_3456_789a, Ordering::Relaxed);
    end(machine.run(&Batch::new().raw(&[0x7a00_0004, operation, DATA as u32, 0, 2, 1]).end()));
    assert_eq!(machine.memory.u64(DATA), expected);
}

#[rstest]
#[case::misaligned(Batch::new().store64(DATA + 4, 1), "0x100004 is not a multiple of 8")]
#[case::nowhere(Batch::new().store32(NOWHERE, 1), "nothing is mapped for a write at 0x800000")]
#[case::odd(Batch::new().raw(&[mi(0x20, 4) | 1 << 21, DATA as u32, 0, 0]), "an odd number, for qwords")]
#[case::status_page(Batch::new().raw(&[mi(0x26, 5) | 1 << 21, 0, 0, 0, 0]), "status page is not emulated")]
#[case::no_value(Batch::new().raw(&[mi(0x26, 3) | 1 << 14, 0, 0]), "4 or 5, with a value")]
fn what_cannot_be_stored_is_a_fault(#[case] batch: Batch, #[case] expected: &str) {
    let blame = Machine::new(EngineClass::Copy).blame(&batch);
    assert!(blame.contains(expected), "{blame}");
}
