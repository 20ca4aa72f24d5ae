//! From batch to batch, and to their ends.

use rstest::rstest;
use software_xe::gpu::{Budget, EngineClass, Resume, Stop};

use crate::support::batch::mi;
use crate::support::machine::{BATCH, DATA, NOWHERE, SECOND};
use crate::support::{Batch, Machine, end};

const SECOND_LEVEL: u32 = 1 << 22;
const PREDICATED: u32 = 1 << 15;

#[test]
fn a_chained_batch_does_not_come_back() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().store32(DATA, 1).end().bytes());
    end(machine.run(&Batch::new().start(SECOND, 0).store32(DATA + 4, 1).end()));
    assert_eq!((machine.memory.u32(DATA), machine.memory.u32(DATA + 4)), (1, 0));
}

#[test]
fn a_chained_batch_is_in_the_address_space_of_the_first() {
    const GLOBAL: u32 = 1 << 8;
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().store32(DATA, 1).end().bytes());
    let mut batch = Batch::new().start(SECOND, 0);
    batch.0[0] &= !GLOBAL;
    end(machine.run(&batch));
    assert_eq!(machine.memory.u32(DATA), 1);
}

#[test]
fn a_second_level_batch_comes_back() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().store32(DATA, 1).end().bytes());
    end(machine.run(&Batch::new().start(SECOND, SECOND_LEVEL).store32(DATA + 4, 1).end()));
    assert_eq!((machine.memory.u32(DATA), machine.memory.u32(DATA + 4)), (1, 1));
}

#[test]
fn a_second_level_batch_can_chain_and_still_comes_back() {
    let mut machine = Machine::new(EngineClass::Copy);
    let third = SECOND + 0x100;
    machine.memory.put(SECOND, &Batch::new().start(third, SECOND_LEVEL).store32(DATA, 1).end().bytes());
    machine.memory.put(third, &Batch::new().store32(DATA + 4, 1).end().bytes());
    end(machine.run(&Batch::new().start(SECOND, SECOND_LEVEL).store32(DATA + 8, 1).end()));
    assert_eq!(machine.memory.bytes(DATA, 12), [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
}

/// `MI_PREDICATE_RESULT` and `MI_PREDICATE_RESULT_2`.
const RESULT: u32 = 0x2418;
const RESULT_2: u32 = 0x23bc;

#[rstest]
#[case::never(0, RESULT, 0, true)]
#[case::result_2_clear(1, RESULT_2, 0, false)]
#[case::result_2_not_clear(1, RESULT_2, 1, true)]
#[case::result_2_set(2, RESULT_2, 1, false)]
#[case::result_2_not_set(2, RESULT_2, 0, true)]
#[case::result_clear(3, RESULT, 0, false)]
#[case::result_not_clear(3, RESULT, 1, true)]
#[case::result_set(4, RESULT, 1, false)]
#[case::result_not_set(4, RESULT, 0, true)]
#[case::always(15, RESULT, 0, false)]
fn a_predicate_decides_on_a_batch(
    #[case] mode: u32,
    #[case] register: u32,
    #[case] value: u32,
    #[case] taken: bool,
) {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().store32(DATA, 1).end().bytes());
    let batch = Batch::new().load_immediate(register, value).raw(&[0x01 << 23 | mode]);
    end(machine.run(&batch.start(SECOND, PREDICATED).end()));
    assert_eq!(machine.memory.u32(DATA) == 1, taken);
}

#[test]
fn a_batch_that_is_not_predicated_starts_whatever_the_predicate() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().store32(DATA, 1).end().bytes());
    end(machine.run(&Batch::new().raw(&[0x01 << 23 | 15]).start(SECOND, 0)));
    assert_eq!(machine.memory.u32(DATA), 1);
}

#[test]
fn a_batch_that_loops_is_a_fault() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.engine.set_budget(Budget { commands: 1000, ..Budget::default() });
    let blame = machine.blame(&Batch::new().start(BATCH, 0));
    assert!(blame.contains("loops"), "{blame}");
}

#[rstest]
#[case::unknown(Batch::new().raw(&[0x3f << 23]), "no command of a copy engine begins with 0x1f800000")]
#[case::of_another_engine(Batch::new().pipe_control(0, 0, None), "no command of a copy engine begins with 0x7a000004")]
#[case::too_short(Batch::new().raw(&[mi(0x31, 2), 0]), "MI_BATCH_BUFFER_START at 0x10000: 2 dwords long, 3 expected")]
#[case::nowhere(Batch::new().start(NOWHERE, 0), "command at 0x800000: page fault: nothing is mapped for a read at 0x800000")]
#[case::predicate(Batch::new().raw(&[0x01 << 23 | 9]), "no predicate has the number 9")]
#[case::counters(Batch::new().raw(&[mi(0x28, 4), 0, 0, 0]), "performance counters is not emulated")]
fn what_cannot_be_executed_is_named(#[case] batch: Batch, #[case] expected: &str) {
    let blame = Machine::new(EngineClass::Copy).blame(&batch);
    assert!(blame.contains(expected), "{blame}");
}

#[rstest]
fn each_engine_takes_the_place_for_fences(
    #[values(EngineClass::Copy, EngineClass::Compute, EngineClass::Render)] class: EngineClass,
) {
    end(Machine::new(class).run(&Batch::new().raw(&[0x6109_0001, 0, 0]).end()));
}

#[test]
fn nothing_goes_on_that_does_not_wait() {
    let mut machine = Machine::new(EngineClass::Copy);
    assert!(matches!(machine.engine.run(&machine.memory, Resume::Continue), Stop::Fault(_)));
}

/// Of `MI_CONDITIONAL_BATCH_BUFFER_END`: the innermost batch alone ends.
const THIS_LEVEL: u32 = 1 << 18;

#[test]
fn a_batch_that_looks_at_memory_lets_others_go_on_until_it_ends() {
    let mut machine = Machine::new(EngineClass::Media);
    machine.memory.put(DATA + 4, &1_u32.to_le_bytes());
    // A word that is in the upper half of eight bytes, greater than 0; then again from the beginning.
    let batch = Batch::new().end_unless(DATA + 4, 0, 0, 0).start(BATCH, 0);
    assert_eq!(machine.run(&batch), Stop::Pause);
    assert_eq!(machine.go_on(), Stop::Pause);
    machine.memory.put(DATA + 4, &0_u32.to_le_bytes());
    end(machine.go_on());
}

#[rstest]
#[case::all(0, 0)]
#[case::the_inner_one(THIS_LEVEL, 1)]
fn a_condition_ends_batches(#[case] flags: u32, #[case] after: u32) {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put(SECOND, &Batch::new().end_unless(DATA, 5, 0, flags).end().bytes());
    end(machine.run(&Batch::new().start(SECOND, SECOND_LEVEL).store32(DATA + 4, 1).end()));
    assert_eq!(machine.memory.u32(DATA + 4), after);
}
