//! Registers.

use std::sync::atomic::Ordering;

use rstest::rstest;
use software_xe::device::PONTE_VECCHIO;
use software_xe::gpu::EngineClass;
use software_xe::gpu::kernels::KernelLibrary;

use crate::support::batch::mi;
use crate::support::machine::DATA;
use crate::support::{Batch, Machine, end};

#[test]
fn a_value_goes_through_registers_and_memory() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put_qwords(DATA, &[0x1234_5678]);
    let batch = Batch::new()
        .raw(&[mi(0x29, 4), 0x2600, DATA as u32, 0])
        .raw(&[mi(0x2a, 3), 0x2600, 0x2610])
        .store_register(0x2610, DATA + 8);
    end(machine.run(&batch.end()));
    assert_eq!(machine.memory.u32(DATA + 8), 0x1234_5678);
}

#[rstest]
#[case::first_copy_engine(0x2_2600)]
#[case::first_compute_engine(0x1_a600)]
fn registers_of_all_engines_are_the_own(#[case] register: u32) {
    let mut machine = Machine::new(EngineClass::Copy);
    end(machine.run(&Batch::new().load_immediate(register, 5).store_register(0x2600, DATA).end()));
    assert_eq!(machine.memory.u32(DATA), 5);
}

#[test]
fn an_offset_can_be_relative_to_the_engine() {
    let mut machine = Machine::new(EngineClass::Copy);
    let load = [mi(0x22, 5) | 1 << 19, 0x600, 5, 0x604, 6];
    end(machine.run(&Batch::new().raw(&load).store_general(0, DATA).end()));
    assert_eq!(machine.memory.u64(DATA), 0x6_0000_0005);
}

#[test]
fn bytes_can_be_left_alone() {
    let mut machine = Machine::new(EngineClass::Copy);
    let load = [mi(0x22, 3) | 0b0101 << 8, 0x2600, 0xaabb_ccdd];
    end(machine.run(
        &Batch::new().load_immediate(0x2600, 0x1122_3344).raw(&load).store_register(0x2600, DATA).end(),
    ));
    assert_eq!(machine.memory.u32(DATA), 0xaa22_cc44);
}

#[test]
fn registers_outlive_batches() {
    let mut machine = Machine::new(EngineClass::Copy);
    end(machine.run(&Batch::new().load_immediate(0x2600, 5).end()));
    end(machine.run(&Batch::new().store_register(0x2600, DATA).end()));
    assert_eq!(machine.memory.u32(DATA), 5);
}

#[test]
fn the_timestamp_is_that_of_the_clock() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.clock.0.store(0x12_3456_789a, Ordering::Relaxed);
    let batch = Batch::new().store_register(0x2358, DATA).store_register(0x235c, DATA + 4);
    end(machine.run(&batch.store_register(0x23a8, DATA + 8).end()));
    assert_eq!((machine.memory.u64(DATA), machine.memory.u32(DATA + 8)), (0x12_3456_789a, 0x3456_789a));
}

#[test]
fn the_timestamp_has_the_bits_of_the_device() {
    let mut machine = Machine::of(EngineClass::Copy, &PONTE_VECCHIO, KernelLibrary::empty());
    machine.clock.0.store(0xab12_3456_789a, Ordering::Relaxed);
    end(machine.run(&Batch::new().store_register(0x2358, DATA).store_register(0x235c, DATA + 4).end()));
    assert_eq!(machine.memory.u64(DATA), 0x2_3456_789a);
}

#[test]
fn a_pipe_control_can_load_a_register() {
    let mut machine = Machine::new(EngineClass::Compute);
    let load = [0x7a00_0004, 1 << 23, 0x2600, 0, 5, 0];
    end(machine.run(&Batch::new().raw(&load).store_register(0x2600, DATA).end()));
    assert_eq!(machine.memory.u32(DATA), 5);
}
